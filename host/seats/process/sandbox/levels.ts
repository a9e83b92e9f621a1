import type { SandboxLevel } from '../../../match/seat.ts';
import { bubblewrap } from './bubblewrap.ts';
import { off } from './off.ts';
import { process } from './process.ts';
import type { Hold } from './sandbox.ts';
import { strict } from './strict.ts';
import { unshareAsRoot, unshareAsUser } from './unshare.ts';

/** The ways to keep each level, the better first. */
export const holds = {
  strict: [strict],
  bubblewrap: [bubblewrap],
  unshare: [unshareAsRoot, unshareAsUser],
  process: [process],
  off: [off],
} as const satisfies Record<SandboxLevel, readonly Hold[]>;
