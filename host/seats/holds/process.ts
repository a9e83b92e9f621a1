import type { Hold } from './hold.ts';

/** A session of its own, the marker, and a guardian for the host's death. It misses what starts unmarked, afresh. */
export const process: Hold = {
  rung: 'process',
  namespace: false,
  guarded: true,
  wrap: (argv) => argv,
};
