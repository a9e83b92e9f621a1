import { liveSeats } from '../../host/match/live-seats.ts';
import { defaultUnreadCap } from '../../host/seats/hosting.ts';
import { seconds } from '../../host/tabletop/units.ts';

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
