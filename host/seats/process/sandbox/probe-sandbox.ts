import { HostFailure } from '../../../core/host-failure.ts';
import type { SandboxLevel } from '../../../match/process-facts.ts';
import { LAUNCHER_ENDED } from '../launcher/dialogue.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { type Helpers, isSameTrial, type Tried } from '../launcher/launcher-script.ts';
import { launcherFor } from '../launcher/this-run.ts';
import { tryProgram } from '../launcher/trial.ts';
import { findProgram } from '../processes/find-program.ts';
import { bestFirst, obstacle, sandboxes } from './levels.ts';
import { leastRequest, type Sandbox, type Surroundings } from './sandbox.ts';

/** A sandbox that works on this machine, and what goes with it. */
export interface UsableSandbox {
  readonly sandbox: Sandbox;
  readonly programs: StartPrograms;
}

/** Paths of programs that make a start better, where they are there and do so. */
export interface StartPrograms extends Helpers {
  readonly setsid: string | undefined;
}

export const withSignals = ({ env }: StartPrograms) =>
  env === undefined ? [] : [env, '--default-signal=INT,QUIT'];

type Probed = UsableSandbox | { readonly problem: string };
const probed = new Map<string, Promise<Probed>>();

/** The best sandbox that works here, or why the wanted one does not. Tried once. */
export function probeSandbox(wanted: 'auto' | SandboxLevel): Promise<Probed> {
  const known = probed.get(wanted) ?? probe(wanted);
  probed.set(wanted, known);
  // A failure of the host itself says nothing of the machine.
  known.catch(() => probed.delete(wanted));
  return known;
}

/**
 * Runs a command in the sandbox of this level, with these surroundings, to see whether both work. Where they do, the level
 * is known to work and is not tried again.
 */
export async function tryInside(
  level: 'strict',
  command: readonly string[],
  surroundings: Surroundings,
): Promise<{ readonly of: 'level' | 'command'; readonly problem: string } | undefined> {
  const [sandbox] = sandboxes[level];
  const launcher = await launcherFor(level, () => firstTrial(sandbox, command, surroundings));
  if (!probed.has(level) && obstacle(sandbox) === undefined) {
    const usable = { sandbox, programs: programsHere(launcher) };
    if ((await tryStart(launcher, usable, command, surroundings)) === undefined) {
      probed.set(level, Promise.resolve(usable));
      return undefined;
    }
  }
  const usable = await probeSandbox(level);
  if ('problem' in usable) return { of: 'level', problem: usable.problem };
  const failure = await tryStart(launcher, usable, command, surroundings);
  return failure === undefined ? undefined : { of: 'command', problem: failure };
}

async function probe(wanted: 'auto' | SandboxLevel): Promise<Probed> {
  const [best] = sandboxes[wanted === 'auto' ? bestFirst[0]! : wanted];
  const launcher = await launcherFor(wanted, () => firstTrial(best, [], nowhere));
  let problem = '';
  for (const level of wanted === 'auto' ? bestFirst : [wanted])
    for (const sandbox of sandboxes[level]) {
      const found = obstacle(sandbox) ?? (await trySandbox(launcher, sandbox));
      if (typeof found !== 'string') return found;
      problem = `the sandbox ${level} does not work on this machine: ${found}`;
    }
  return { problem };
}

const programsHere = ({ helpers }: { readonly helpers: Helpers }): StartPrograms => ({
  ...helpers,
  setsid: findProgram('setsid'),
});

async function trySandbox(launcher: Launcher, sandbox: Sandbox): Promise<UsableSandbox | string> {
  const usable = { sandbox, programs: programsHere(launcher) };
  // Without a wrapper there is nothing that could fail.
  const failure = sandbox.namespace ? await tryStart(launcher, usable, [], nowhere) : undefined;
  return failure ?? usable;
}

const nowhere: Surroundings = { cwd: '/usr', dictionary: undefined, strict: leastRequest };

/**
 * Only succeeds where this sandbox can be kept, its programs do what they are for, and the command, which is to run what
 * follows it, succeeds. Where the host's own launcher has ended, nothing is known.
 */
async function tryStart(
  launcher: Launcher,
  usable: UsableSandbox,
  command: readonly string[],
  surroundings: Surroundings,
): Promise<string | undefined> {
  const { sandbox } = usable;
  const attempt = (): Tried => trialOf(usable, command, surroundings);
  const failureOf = ({ argv, file }: Tried) => tryProgram(launcher, argv, { file, isLast: true });
  try {
    await sandbox.prepare?.(launcher);
    const newest = attempt();
    let failure = await failureOf(newest);
    if (failure !== undefined && sandbox.learn !== undefined) {
      await sandbox.learn(launcher);
      const older = attempt();
      if (!isSameTrial(older, newest)) failure = await failureOf(older);
    }
    if (failure === undefined || launcher.lives) return failure;
  } catch (error) {
    if (launcher.lives) return (error as Error).message;
  }
  throw new HostFailure(`no player can be started: ${LAUNCHER_ENDED}`);
}

function trialOf(
  { sandbox, programs }: UsableSandbox,
  command: readonly string[],
  surroundings: Surroundings,
): Tried {
  const session = programs.setsid === undefined ? [] : [programs.setsid, '--fork'];
  // Of the programs that a start needs, the launcher itself has tried this one, where all see the same files.
  const signals = sandbox.level === 'strict' ? withSignals(programs) : [];
  const argv = sandbox.wrap([...command, ...signals, ...session, '/bin/sh', '-c', ':'], surroundings);
  return { argv, file: sandbox.reads?.(surroundings) };
}

/** What a launcher of this run may begin with: mostly all works, and then this is the trial that will be asked for. */
function firstTrial(
  sandbox: Sandbox,
  command: readonly string[],
  surroundings: Surroundings,
): Tried | undefined {
  if (!sandbox.namespace || sandbox.prepare !== undefined || obstacle(sandbox) !== undefined)
    return undefined;
  const helpers = { chrt: findProgram('chrt'), env: findProgram('env') };
  try {
    return trialOf({ sandbox, programs: programsHere({ helpers }) }, command, surroundings);
  } catch {
    return undefined; // It fails again, and is told, when it is asked for.
  }
}
