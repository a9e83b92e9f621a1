import { HostFailure } from '../../../core/host-failure.ts';
import type { SandboxLevel } from '../../../match/process-facts.ts';
import { LAUNCHER_ENDED } from '../launcher/dialogue.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { launcherFor } from '../launcher/this-run.ts';
import { type TrialFailure, tryProgram } from '../launcher/trial.ts';
import { findProgram } from '../processes/find-program.ts';
import { bestFirst, obstacle, sandboxes } from './levels.ts';
import { leastRequest, type Sandbox, type Surroundings } from './sandbox.ts';

/** A sandbox that works on this machine, and what goes with it. */
export interface UsableSandbox {
  readonly sandbox: Sandbox;
  readonly programs: StartPrograms;
}

/** Paths of programs that make a start better, where they are there. */
export interface StartPrograms {
  readonly setsid: string | undefined;
  /** Makes batch work of a player. */
  readonly chrt: string | undefined;
  /** Undoes that a shell has its background jobs ignore SIGINT and SIGQUIT. */
  readonly env: string | undefined;
}

export const asBatch = ({ chrt }: StartPrograms) => (chrt === undefined ? [] : [chrt, '-b', '0']);
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
  const launcher = await launcherFor(level);
  const [sandbox] = sandboxes[level];
  if (!probed.has(level) && obstacle(sandbox) === undefined) {
    const usable = { sandbox, programs: programsHere() };
    if ((await tryStart(launcher, usable, command, surroundings)) === undefined) {
      probed.set(level, Promise.resolve(usable));
      return undefined;
    }
  }
  const usable = await probeSandbox(level);
  if ('problem' in usable) return { of: 'level', problem: usable.problem };
  const failure = await tryStart(launcher, usable, command, surroundings);
  return failure && { of: 'command', problem: failure.problem };
}

async function probe(wanted: 'auto' | SandboxLevel): Promise<Probed> {
  const launcher = await launcherFor(wanted);
  let problem = '';
  for (const level of wanted === 'auto' ? bestFirst : [wanted])
    for (const sandbox of sandboxes[level]) {
      const found = obstacle(sandbox) ?? (await trySandbox(launcher, sandbox));
      if (typeof found !== 'string') return found;
      problem = `the sandbox ${level} does not work on this machine: ${found}`;
    }
  return { problem };
}

const programsHere = (): StartPrograms => ({
  setsid: findProgram('setsid'),
  chrt: findProgram('chrt'),
  env: findProgram('env'),
});

/**
 * What makes a start better is not worth another level: where a program that does so fails, there is none. One that hangs
 * would hang again.
 */
async function trySandbox(launcher: Launcher, sandbox: Sandbox): Promise<UsableSandbox | string> {
  const here = programsHere();
  const choices: readonly StartPrograms[] = [
    here,
    { ...here, chrt: undefined },
    { ...here, env: undefined },
    { ...here, chrt: undefined, env: undefined },
  ];
  let failure: TrialFailure | undefined;
  for (const programs of choices) {
    const usable = { sandbox, programs };
    failure = await tryStart(launcher, usable, [], nowhere);
    if (failure === undefined) return usable;
    if (failure.hung) break;
  }
  return failure!.problem;
}

const nowhere: Surroundings = { cwd: '/usr', dictionary: undefined, strict: leastRequest };

/**
 * Only succeeds where this sandbox can be kept, its programs do what they are for, and the command, which is to run what
 * follows it, succeeds. Where the host's own launcher has ended, nothing is known.
 */
async function tryStart(
  launcher: Launcher,
  { sandbox, programs }: UsableSandbox,
  command: readonly string[],
  surroundings: Surroundings,
): Promise<TrialFailure | undefined> {
  try {
    await sandbox.prepare?.(launcher);
    const session = programs.setsid === undefined ? [] : [programs.setsid, '--fork'];
    const argv = [...command, ...withSignals(programs), ...session, '/bin/sh', '-c', ':'];
    const file = sandbox.reads?.(surroundings);
    const failure = await tryProgram(
      launcher,
      [...asBatch(programs), ...sandbox.wrap(argv, surroundings)],
      file,
    );
    if (failure === undefined || launcher.lives) return failure;
  } catch (error) {
    if (launcher.lives) return { problem: (error as Error).message, hung: false };
  }
  throw new HostFailure(`no player can be started: ${LAUNCHER_ENDED}`);
}
