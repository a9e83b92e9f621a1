import type { Hold } from './hold.ts';

/** Files, network and user as they are. It cannot do without `no_new_privs`: sudo and the like fail in it. */
export const bubblewrap: Hold = {
  rung: 'bubblewrap',
  namespace: true,
  guarded: false,
  wrap: (argv) => ['bwrap', ...'--dev-bind / / --proc /proc --unshare-pid --as-pid-1 --'.split(' '), ...argv],
};
