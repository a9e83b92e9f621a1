import { userInfo } from 'node:os';
import { attempt, HostFailure } from '../../../core/errors.ts';
import { makeFolders } from '../../../files/write-file.ts';
import type { SandboxLevel } from '../../../match/seat.ts';
import { LAUNCHER_ENDED } from '../launcher/dialogue.ts';
import { type Launcher, launcherFor } from '../launcher/launcher.ts';
import { type Helpers, isSameTrial, type TrialCommand } from '../launcher/launcher-script.ts';
import { learnOptions, supportsOption, tryProgram } from '../launcher/trial.ts';
import type { GroupMount } from '../limits/cgroups.ts';
import { findProgram, program } from '../processes/find-program.ts';
import { hasChildLists } from '../processes/proc.ts';
import {
  asLesserRoot,
  isRoot,
  leastRequest,
  lesserRootOptions,
  programsOfLesserRoot,
  type Sandbox,
  type Surroundings,
} from './sandbox.ts';
import { strict } from './strict.ts';

export interface UsableSandbox {
  readonly sandbox: Sandbox;
  readonly programs: StartPrograms;
}

/** System programs that passed their trial. */
export interface StartPrograms extends Helpers {
  readonly setsid: string | undefined;
}

export const withSignals = ({ env }: StartPrograms) =>
  env === undefined ? [] : [env, '--default-signal=INT,QUIT'];

type Probed =
  | UsableSandbox
  /** A sentence for the user, and the reason in it. */
  | { readonly problem: string; readonly reason: string };
const probed = new Map<string, Promise<Probed>>();

/** Returns the best sandbox that works here, or why the wanted one does not. Tried once. */
export function probeSandbox(wanted: 'auto' | SandboxLevel): Promise<Probed> {
  const known = probed.get(wanted) ?? probe(wanted);
  probed.set(wanted, known);
  // A failure of the host says nothing about the machine.
  known.catch(() => probed.delete(wanted));
  return known;
}

/** Tries a command in the sandbox with these surroundings. Success proves the level, too. */
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
  let [reason, last] = ['', ''];
  for (const level of wanted === 'auto' ? bestFirst : [wanted])
    for (const sandbox of sandboxes[level]) {
      const found = obstacle(sandbox) ?? (await trySandbox(launcher, sandbox));
      if (typeof found !== 'string') return found;
      [reason, last] = [found, level];
    }
  return {
    reason,
    problem: `the sandbox ${last} does not work on this machine: ${reason} (\`wordhost doctor ${last}\` says what to do)`,
  };
}

const programsHere = ({ helpers }: { readonly helpers: Helpers }): StartPrograms => ({
  ...helpers,
  setsid: findProgram('setsid'),
});

async function trySandbox(launcher: Launcher, sandbox: Sandbox): Promise<UsableSandbox | string> {
  const usable = { sandbox, programs: programsHere(launcher) };
  // Without a wrapper nothing can fail.
  const failure = sandbox.namespace ? await tryStart(launcher, usable, [], nowhere) : undefined;
  return failure ?? usable;
}

const nowhere: Surroundings = { cwd: '/usr', dictionary: undefined, strict: leastRequest };

/** Succeeds if sandbox, programs and command work. Unknown if the launcher ended. */
async function tryStart(
  launcher: Launcher,
  usable: UsableSandbox,
  command: readonly string[],
  surroundings: Surroundings,
): Promise<string | undefined> {
  const { sandbox } = usable;
  const attempt = (): TrialCommand => trialOf(usable, command, surroundings);
  const failureOf = ({ argv, file }: TrialCommand) => tryProgram(launcher, argv, { file, isLast: true });
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
  throw new HostFailure(`cannot start players: ${LAUNCHER_ENDED}`);
}

function trialOf(
  { sandbox, programs }: UsableSandbox,
  command: readonly string[],
  surroundings: Surroundings,
): TrialCommand {
  const session = programs.setsid === undefined ? [] : [programs.setsid, '--fork'];
  // The launcher has tried this program itself, unless files differ inside.
  const signals = sandbox.level === 'strict' ? withSignals(programs) : [];
  const argv = sandbox.wrap([...command, ...signals, ...session, '/bin/sh', '-c', ':'], surroundings);
  return { argv, file: sandbox.reads?.(surroundings) };
}

/** Predicts the trial that will be needed, which the launcher begins with. */
function firstTrial(
  sandbox: Sandbox,
  command: readonly string[],
  surroundings: Surroundings,
): TrialCommand | undefined {
  if (!sandbox.namespace || sandbox.prepare !== undefined || obstacle(sandbox) !== undefined)
    return undefined;
  const helpers = { chrt: findProgram('chrt'), env: findProgram('env') };
  // It fails again, and is told, when it is asked for.
  return attempt(
    () => trialOf({ sandbox, programs: programsHere({ helpers }) }, command, surroundings),
    undefined,
  );
}

const PID_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child=KILL', '--'];

const NEEDED = ['unshare', 'setsid'] as const;
/** Not all versions of these programs have the needed options. */
const ASKED = ['unshare', 'setpriv'] as const;

/** Rights over mounts in a user namespace, and how to give them up again. */
interface Rights {
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

function unshare(
  options: readonly string[],
  rights: () => Rights | undefined,
  within: (argv: readonly string[]) => readonly string[] = (argv) => argv,
): Sandbox {
  return {
    level: 'unshare',
    namespace: true,
    needsReaper: false,
    needs: NEEDED,
    prepare: async (launcher) => void (await Promise.all(ASKED.map((name) => learnOptions(launcher, name)))),
    wrap: (argv, { groups = [] }) => {
      const { kept, closing } = closeGroups(groups, rights);
      return [
        ...dyingWithParent(),
        program('unshare'),
        ...options,
        ...kept,
        ...PID_NAMESPACE,
        ...closing,
        ...within(argv),
      ];
    },
  };
}

/** A player could stop its first process, as with bubblewrap. Some systems lack this program. */
function dyingWithParent(): string[] {
  return supportsOption('setpriv', '--pdeathsig') ? [program('setpriv'), '--pdeathsig=KILL'] : [];
}

const CLOSE = `while [ "$1" != -- ]; do "$0" -o "$2" "$1" || exit; shift 2; done
shift
exec "$@"`;

/** Control groups that cannot be closed stay open. Looks find processes that leave their group. */
function closeGroups(groups: readonly GroupMount[], rights: () => Rights | undefined) {
  const found = groups.length > 0 && findProgram('mount') !== undefined ? rights() : undefined;
  if (found === undefined) return { kept: [], closing: [] };
  // The kernel insists on keeping earlier restrictions in a user namespace.
  const mounts = groups.flatMap(({ place, flags }) => [
    place,
    ['remount', 'bind', 'ro', ...flags.filter((flag) => flag !== 'rw' && flag !== 'ro')].join(','),
  ]);
  return {
    kept: found.kept,
    closing: ['/bin/sh', '-c', CLOSE, program('mount'), ...mounts, '--', ...found.dropped],
  };
}

/** Root keeps its users. */
const unshareAsRoot: Sandbox = {
  ...unshare([], () => ({ kept: [], dropped: [] }), asLesserRoot),
  needs: [...NEEDED, ...programsOfLesserRoot],
};
/** Other users' files appear to belong to nobody. */
const unshareAsUser = unshare(['--user', '--map-current-user'], () =>
  supportsOption('unshare', '--keep-caps') && supportsOption('setpriv', '--ambient-caps')
    ? { kept: ['--keep-caps'], dropped: [program('setpriv'), '--inh-caps=-all', '--ambient-caps=-all', '--'] }
    : undefined,
);

// A player may stop the first process of its namespace with a debugger. Then only the signal for a parent's
// death reaches it. The signal alone would lose races at the start.
const OPTIONS = '--dev-bind / / --proc /proc --unshare-pid --as-pid-1 --die-with-parent'.split(' ');

/** Files, network and user stay. It requires `no_new_privs`, so sudo fails in it. */
const bubblewrap: Sandbox = {
  level: 'bubblewrap',
  namespace: true,
  needsReaper: false,
  needs: ['bwrap', 'setsid'],
  wrap: (argv, { groups = [] }) => {
    const closed = groups.flatMap(({ place }) => ['--remount-ro', place]);
    const lesser = isRoot() ? lesserRootOptions() : [];
    return [program('bwrap'), ...OPTIONS, ...lesser, ...ownHsperfdata(), ...closed, '--', ...argv];
  },
};

function ownHsperfdata(): string[] {
  const path = hsperfdata();
  return path === undefined ? [] : ['--tmpfs', path];
}

let folder: string | undefined | null = null;

/**
 * Java machines write figures into a file named by their process id. Players in namespaces have equal ids,
 * and the second would complain on standard output, which breaks the wire. So each gets its own folder.
 */
function hsperfdata(): string | undefined {
  if (folder === null) folder = findProgram('java') ? makeJavaFolder() : undefined;
  return folder;
}

function makeJavaFolder(): string | undefined {
  try {
    const path = `/tmp/hsperfdata_${userInfo().username}`;
    makeFolders(path, 0o755);
    return path;
  } catch {
    return undefined; // A user without a name, or a /tmp that is closed to it.
  }
}

/**
 * A session, the mark, and a reaper for the host's death. It misses processes that start unmarked and afresh.
 */
const processGroup: Sandbox = { level: 'process', namespace: false, needsReaper: true, wrap: (argv) => argv };

/** The shell alone, for debugging. Its processes are found by the mark if the host lives. */
const off: Sandbox = { level: 'off', namespace: false, needsReaper: false, wrap: (argv) => argv };

/** The better way of each level comes first. */
const sandboxes = {
  strict: [strict],
  bubblewrap: [bubblewrap],
  unshare: [unshareAsRoot, unshareAsUser],
  process: [processGroup],
  off: [off],
} as const satisfies Record<SandboxLevel, readonly Sandbox[]>;

const bestFirst: readonly SandboxLevel[] = ['bubblewrap', 'unshare', 'process'];

/** The reason against this sandbox that is known without a trial. */
function obstacle(sandbox: Sandbox): string | undefined {
  if (!sandbox.namespace) return undefined;
  if (sandbox === unshareAsRoot && process.getuid?.() !== 0)
    return 'only root can create it without a user namespace';
  if (!hasChildLists) return '/proc does not list child processes';
  if (sandbox.obstacle) return sandbox.obstacle;
  const missing = sandbox.needs?.find((program) => findProgram(program) === undefined);
  return missing && `cannot find the program ${missing}`;
}
