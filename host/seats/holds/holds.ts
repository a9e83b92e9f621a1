import type { Rung } from '../seat.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { Hold } from './hold.ts';
import { off } from './off.ts';
import { process } from './process.ts';
import { strict } from './strict.ts';
import { unshareAsRoot, unshareAsUser } from './unshare.ts';

/** The ways to keep each rung, the better first. */
export const holds = {
  strict: [strict],
  bubblewrap: [bubblewrap],
  unshare: [unshareAsRoot, unshareAsUser],
  process: [process],
  off: [off],
} as const satisfies Record<Rung, readonly Hold[]>;
