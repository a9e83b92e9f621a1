import type { Hold } from './sandbox.ts';

/** A session of its own, the marker, and a guardian for the host's death. It misses what starts unmarked, afresh. */
export const process: Hold = {
  level: 'process',
  namespace: false,
  guarded: true,
  wrap: (argv) => argv,
};
