import { userInfo } from 'node:os';
import { HostFailure } from '../../../core/errors.ts';
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

type Probed =
  | UsableSandbox
  /** A sentence for the user, and the reason in it. */
  | { readonly problem: string; readonly reason: string };
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
): TrialCommand | undefined {
  if (!sandbox.namespace || sandbox.prepare !== undefined || obstacle(sandbox) !== undefined)
    return undefined;
  const helpers = { chrt: findProgram('chrt'), env: findProgram('env') };
  try {
    return trialOf({ sandbox, programs: programsHere({ helpers }) }, command, surroundings);
  } catch {
    return undefined; // It fails again, and is told, when it is asked for.
  }
}

const PID_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child=KILL', '--'];

const NEEDED = ['unshare', 'setsid'] as const;
/** Not all of their versions have what is wanted of them. */
const ASKED = ['unshare', 'setpriv'] as const;

/** Rights over the mounts of a namespace of users, and how they are given up again. */
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
      const { kept, closing } = closed(groups, rights);
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

/** For a first process that a player has stopped, as in bubblewrap. Some systems have no such program. */
function dyingWithParent(): string[] {
  return supportsOption('setpriv', '--pdeathsig') ? [program('setpriv'), '--pdeathsig=KILL'] : [];
}

const CLOSE = `while [ "$1" != -- ]; do "$0" -o "$2" "$1" || exit; shift 2; done
shift
exec "$@"`;

/** Control groups that cannot be closed here stay open: then whoever leaves its own is found by the looks at it. */
function closed(groups: readonly GroupMount[], rights: () => Rights | undefined) {
  const found = groups.length > 0 && findProgram('mount') !== undefined ? rights() : undefined;
  if (found === undefined) return { kept: [], closing: [] };
  const mounts = groups.flatMap(({ place, flags }) => [place, remounted(flags)]);
  return {
    kept: found.kept,
    closing: ['/bin/sh', '-c', CLOSE, program('mount'), ...mounts, '--', ...found.dropped],
  };
}

/** What was forbidden there stays so: within a namespace of users the kernel insists on it. */
function remounted(flags: readonly string[]): string {
  return ['remount', 'bind', 'ro', ...flags.filter((flag) => flag !== 'rw' && flag !== 'ro')].join(',');
}

/** For root: users stay as they are. */
const unshareAsRoot: Sandbox = {
  ...unshare([], () => ({ kept: [], dropped: [] }), asLesserRoot),
  needs: [...NEEDED, ...programsOfLesserRoot],
};
/** For everybody: other users' files are shown as nobody's. */
const unshareAsUser = unshare(['--user', '--map-current-user'], () =>
  supportsOption('unshare', '--keep-caps') && supportsOption('setpriv', '--ambient-caps')
    ? { kept: ['--keep-caps'], dropped: [program('setpriv'), '--inh-caps=-all', '--ambient-caps=-all', '--'] }
    : undefined,
);

// A player may stop the first process of its namespace with a debugger's means: then that does not see the end of the
// lifeline, and only the signal for the death of a parent reaches it. That one alone would lose races at the start.
const OPTIONS = '--dev-bind / / --proc /proc --unshare-pid --as-pid-1 --die-with-parent'.split(' ');

/** Files, network and user as they are. It cannot do without `no_new_privs`: sudo and the like fail in it. */
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
 * Where each Java machine keeps figures of itself, in a file named by its process number. In namespaces of their own
 * two players have the same numbers, and the second complains on its standard output, where that is a broken wire: so
 * each gets a folder of its own there. None where there is no Java.
 */
function hsperfdata(): string | undefined {
  if (folder === null) folder = findProgram('java') ? made() : undefined;
  return folder;
}

function made(): string | undefined {
  try {
    const path = `/tmp/hsperfdata_${userInfo().username}`;
    makeFolders(path, 0o755);
    return path;
  } catch {
    return undefined; // A user without a name, or a /tmp that is closed to it.
  }
}

/** A session of its own, the mark, and a reaper for the host's death. It misses what starts unmarked, afresh. */
const processGroup: Sandbox = { level: 'process', namespace: false, needsReaper: true, wrap: (argv) => argv };

/** The shell alone, for debugging: what it started is found by the mark at the end, if the host lives. */
const off: Sandbox = { level: 'off', namespace: false, needsReaper: false, wrap: (argv) => argv };

/** The ways to keep each level, the better first. */
const sandboxes = {
  strict: [strict],
  bubblewrap: [bubblewrap],
  unshare: [unshareAsRoot, unshareAsUser],
  process: [processGroup],
  off: [off],
} as const satisfies Record<SandboxLevel, readonly Sandbox[]>;

/** What `auto` tries. */
const bestFirst: readonly SandboxLevel[] = ['bubblewrap', 'unshare', 'process'];

/** Why it cannot be had on this machine, as far as that is known without a trial. */
function obstacle(sandbox: Sandbox): string | undefined {
  if (!sandbox.namespace) return undefined;
  if (sandbox === unshareAsRoot && process.getuid?.() !== 0)
    return 'only root can create it without a user namespace';
  if (!hasChildLists) return '/proc does not list child processes';
  if (sandbox.obstacle) return sandbox.obstacle;
  const missing = sandbox.needs?.find((program) => findProgram(program) === undefined);
  return missing && `cannot find the program ${missing}`;
}
