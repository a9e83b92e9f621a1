import { findProgram } from '../processes/find-program.ts';
import { hasChildLists } from '../processes/proc.ts';
import { runBriefly } from '../processes/run-briefly.ts';
import type { Rung } from '../seat.ts';
import { trialArgv } from './first-process.ts';
import type { Hold } from './hold.ts';
import { holds } from './holds.ts';
import { unshareAsRoot } from './unshare.ts';

export type Sandbox = { readonly rung: Rung; readonly hold: Hold } | { readonly problem: string };

const best: readonly Rung[] = ['bubblewrap', 'unshare', 'process'];
const probed = new Map<string, Promise<Sandbox>>();

/** The best way to hold players that works here, or why the wanted one does not. Tried once. */
export function probeSandbox(wanted: 'auto' | Rung): Promise<Sandbox> {
  const known = probed.get(wanted) ?? probe(wanted);
  probed.set(wanted, known);
  return known;
}

async function probe(wanted: 'auto' | Rung): Promise<Sandbox> {
  let problem = '';
  for (const rung of wanted === 'auto' ? best : [wanted])
    for (const hold of holds[rung]) {
      const failure = await obstacle(hold);
      if (failure === undefined) return { rung, hold };
      problem = `the sandbox ${rung} does not work on this machine: ${failure}`;
    }
  return { problem };
}

async function obstacle(hold: Hold): Promise<string | undefined> {
  if (!hold.namespace) return undefined;
  if (hold === unshareAsRoot && process.getuid?.() !== 0) return 'only root can do without a user namespace';
  if (!hasChildLists) return 'its /proc has no lists of children';
  const missing = hold.needs?.find((program) => findProgram(program) === undefined);
  if (missing !== undefined) return `there is no program ${missing}`;
  const [program, ...rest] = trialArgv(hold);
  const found = findProgram(program!);
  if (!found) return `there is no program ${program}`;
  const trial = runBriefly([found, ...rest]);
  hold.prepare?.();
  return await trial;
}
