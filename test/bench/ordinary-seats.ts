import { seconds } from '../../host/core/units.ts';
import { defaultUnreadCap } from '../../host/seats/process/process-options.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';

/** Players held as they are where nothing is said of it. */
export const openSeats = processSeats({
  sandbox: 'auto',
  shell: '/bin/sh',
  cwd: undefined,
  graceNs: seconds(1),
  unreadCap: defaultUnreadCap,
  stderr: 'discard',
  commandFolder: undefined,
});
