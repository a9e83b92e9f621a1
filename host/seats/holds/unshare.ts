import type { Hold } from './hold.ts';
import { supportsOption } from './supports-option.ts';

const PID_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child=KILL', '--'];

function unshare(options: readonly string[]): Hold {
  return {
    rung: 'unshare',
    namespace: true,
    guarded: false,
    wrap: (argv) => [...dyingWithParent(), 'unshare', ...options, ...PID_NAMESPACE, ...argv],
  };
}

/** For a first process that a player has stopped, as in bubblewrap. Some systems have no such program. */
function dyingWithParent(): string[] {
  return supportsOption('setpriv', '--pdeathsig') ? ['setpriv', '--pdeathsig=KILL'] : [];
}

/** For root: users stay as they are. */
export const unshareAsRoot = unshare([]);
/** For everybody: other users' files are shown as nobody's. */
export const unshareAsUser = unshare(['--user', '--map-current-user']);
