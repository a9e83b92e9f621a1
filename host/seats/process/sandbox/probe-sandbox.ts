import type { SandboxLevel } from '../../../match/seat.ts';
import { batch, type StartPrograms, signals } from '../launcher/orders.ts';
import { findProgram } from '../processes/find-program.ts';
import { hasChildLists } from '../processes/proc.ts';
import type { BriefFailure } from '../processes/run-briefly.ts';
import { holds } from './levels.ts';
import { type Hold, leastRequest } from './sandbox.ts';
import { tryHeld } from './try-sandbox.ts';
import { unshareAsRoot } from './unshare.ts';

export type Sandbox = Held | { readonly problem: string };

export interface Held {
  readonly level: SandboxLevel;
  readonly hold: Hold;
  readonly programs: StartPrograms;
}

const best: readonly SandboxLevel[] = ['bubblewrap', 'unshare', 'process'];
const probed = new Map<string, Promise<Sandbox>>();

/** The best way to hold players that works here, or why the wanted one does not. Tried once. */
export function probeSandbox(wanted: 'auto' | SandboxLevel): Promise<Sandbox> {
  const known = probed.get(wanted) ?? probe(wanted);
  probed.set(wanted, known);
  return known;
}

async function probe(wanted: 'auto' | SandboxLevel): Promise<Sandbox> {
  let problem = '';
  for (const level of wanted === 'auto' ? best : [wanted])
    for (const hold of holds[level]) {
      const found = obstacle(hold) ?? (await tryHold(hold).catch((error: Error) => error.message));
      if (typeof found !== 'string') return { level, hold, ...found };
      problem = `the sandbox ${level} does not work on this machine: ${found}`;
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

/**
 * What makes a start better is not worth another level: where a program that does so fails, there is none. One that hangs
 * would hang again.
 */
async function tryHold(hold: Hold): Promise<Pick<Held, 'programs'> | string> {
  const setsid = findProgram('setsid');
  const [chrt, env] = [findProgram('chrt'), findProgram('env')];
  const choices: readonly StartPrograms[] = [
    { setsid, chrt, env },
    { setsid, chrt: undefined, env },
    { setsid, chrt, env: undefined },
    { setsid, chrt: undefined, env: undefined },
  ];
  let failure: BriefFailure | undefined;
  for (const programs of choices) {
    const trial = failureOf(hold, programs);
    hold.prepare?.();
    failure = await trial;
    if (failure === undefined) return { programs };
    if (failure.hung) break;
  }
  return failure!.problem;
}

/** A command line that only succeeds where this hold can be kept, and its programs do what they are for. */
function failureOf(hold: Hold, programs: StartPrograms): Promise<BriefFailure | undefined> {
  const nowhere = { cwd: '/usr', dictionary: undefined, strict: leastRequest, trial: true } as const;
  const session = programs.setsid === undefined ? [] : [programs.setsid, '--fork'];
  const argv = [...signals(programs), ...session, '/bin/sh', '-c', ':'];
  return tryHeld(hold, argv, nowhere, batch(programs));
}
