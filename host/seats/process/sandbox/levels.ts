import type { SandboxLevel } from '../../../match/process-facts.ts';
import { findProgram } from '../processes/find-program.ts';
import { hasChildLists } from '../processes/proc.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { Sandbox } from './sandbox.ts';
import { strict } from './strict.ts';
import { unshareAsRoot, unshareAsUser } from './unshare.ts';

/** A session of its own, the mark, and a reaper for the host's death. It misses what starts unmarked, afresh. */
const processGroup: Sandbox = { level: 'process', namespace: false, needsReaper: true, wrap: (argv) => argv };

/** The shell alone, for debugging: what it started is found by the mark at the end, if the host lives. */
const off: Sandbox = { level: 'off', namespace: false, needsReaper: false, wrap: (argv) => argv };

/** The ways to keep each level, the better first. */
export const sandboxes = {
  strict: [strict],
  bubblewrap: [bubblewrap],
  unshare: [unshareAsRoot, unshareAsUser],
  process: [processGroup],
  off: [off],
} as const satisfies Record<SandboxLevel, readonly Sandbox[]>;

/** What `auto` tries. */
export const bestFirst: readonly SandboxLevel[] = ['bubblewrap', 'unshare', 'process'];

/** Why it cannot be had on this machine, as far as that is known without a trial. */
export function obstacle(sandbox: Sandbox): string | undefined {
  if (!sandbox.namespace) return undefined;
  if (sandbox === unshareAsRoot && process.getuid?.() !== 0)
    return 'only root can do without a user namespace';
  if (!hasChildLists) return 'its /proc has no lists of children';
  if (sandbox.obstacle) return sandbox.obstacle;
  const missing = sandbox.needs?.find((program) => findProgram(program) === undefined);
  return missing && `there is no program ${missing}`;
}
