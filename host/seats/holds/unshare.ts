import type { Hold } from './hold.ts';

const PID_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child=KILL', '--'];

function unshare(options: readonly string[]): Hold {
  return {
    rung: 'unshare',
    namespace: true,
    guarded: false,
    wrap: (argv) => ['unshare', ...options, ...PID_NAMESPACE, ...argv],
  };
}

/** For root: users stay as they are. */
export const unshareAsRoot = unshare([]);
/** For everybody: other users' files are shown as nobody's. */
export const unshareAsUser = unshare(['--user', '--map-current-user']);
