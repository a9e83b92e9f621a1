import { seconds } from '../../host/core/units.ts';
import { defaultUnreadCap } from '../../host/seats/process/hosting.ts';
import { liveSeats } from '../../host/seats/process/live-seats.ts';

/** Players held as they are where nothing is said of it. */
export const openSeats = liveSeats({
  sandbox: 'auto',
  shell: '/bin/sh',
  cwd: undefined,
  graceNs: seconds(1),
  unreadCap: defaultUnreadCap,
  stderr: 'discard',
  commandFolder: undefined,
});
