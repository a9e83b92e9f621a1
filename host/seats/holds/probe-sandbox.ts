import { findProgram } from '../processes/find-program.ts';
import { hasChildLists } from '../processes/proc.ts';
import { type BriefFailure, runBriefly } from '../processes/run-briefly.ts';
import type { Rung } from '../seat.ts';
import { batchProgram } from './batch.ts';
import { trialArgv } from './first-process.ts';
import type { Hold } from './hold.ts';
import { holds } from './holds.ts';
import { unshareAsRoot } from './unshare.ts';

export type Sandbox = Held | { readonly problem: string };

interface Held {
  readonly rung: Rung;
  readonly hold: Hold;
  /** The program that makes batch work of players there. */
  readonly batch: string | undefined;
}

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
      const found = obstacle(hold) ?? (await tryHold(hold).catch((error: Error) => error.message));
      if (typeof found !== 'string') return { rung, hold, ...found };
      problem = `the sandbox ${rung} does not work on this machine: ${found}`;
    }
  return { problem };
}

function obstacle(hold: Hold): string | undefined {
  if (!hold.namespace) return undefined;
  if (hold === unshareAsRoot && process.getuid?.() !== 0) return 'only root can do without a user namespace';
  if (!hasChildLists) return 'its /proc has no lists of children';
  if (hold.obstacle) return hold.obstacle;
  const missing = hold.needs?.find((program) => findProgram(program) === undefined);
  return missing && `there is no program ${missing}`;
}

/** Batch work is not worth another rung: where only that fails, players are none. */
async function tryHold(hold: Hold): Promise<Pick<Held, 'batch'> | string> {
  const batch = batchProgram();
  const trial = failureOf(hold, batch);
  hold.prepare?.();
  const failure = await trial;
  if (failure === undefined) return { batch };
  // One that hangs would hang again.
  const other = failure.hung || batch === undefined ? failure : await failureOf(hold, undefined);
  return other?.problem ?? { batch: undefined };
}

async function failureOf(hold: Hold, batch: string | undefined): Promise<BriefFailure | undefined> {
  if (!hold.namespace && batch === undefined) return undefined;
  const [program, ...rest] = trialArgv(hold, batch);
  const found = findProgram(program!);
  if (!found) return { problem: `there is no program ${program}`, hung: false };
  return await runBriefly([found, ...rest]);
}
