import { existsSync } from 'node:fs';
import { availableParallelism, totalmem, userInfo } from 'node:os';
import { execa } from 'execa';
import { attempt } from '../../core/errors.ts';
import { documentPath } from '../../files/package-root.ts';
import type { SandboxLevel } from '../../match/seat.ts';
import { openStore } from '../../runs/store/store.ts';
import { hereAlone, readHeadroom, shortage } from '../../seats/process/limits/headroom.ts';
import { memoryGroups } from '../../seats/process/limits/memory-groups.ts';
import { findProgram } from '../../seats/process/processes/find-program.ts';
import { hasProc } from '../../seats/process/processes/proc.ts';
import { probeSandbox } from '../../seats/process/sandbox/probe-sandbox.ts';
import { isRoot } from '../../seats/process/sandbox/sandbox.ts';

export type State = 'ok' | 'missing' | 'not tried';

/** One ability of this machine. */
export interface Finding {
  readonly name: string;
  readonly state: State;
  /** What was found, or why the ability is missing. */
  readonly found: string;
  readonly use: string;
  /** What brings it: a command or a page. */
  readonly todo?: string;
}

/** A language in which bots are written, and the ways to run one: any of them is enough. */
export interface Language {
  readonly name: string;
  readonly needs: string;
  readonly ways: readonly (readonly string[])[];
  /** The program of the first way that must have this version or a later one. */
  readonly least: { readonly program: string; readonly version: string } | undefined;
  /** The packages of Debian that bring the first way. */
  readonly packages: string | undefined;
}

/** Abilities by their names, in the order of a report. Each is looked at when it is called. */
export type Examinations = ReadonlyMap<string, () => Promise<Omit<Finding, 'name'>>>;

export function examinations(languages: readonly Language[], store: string | undefined): Examinations {
  return new Map([
    ['machine', async () => machine()],
    ['node', node],
    // A control group must be prepared before a sandbox starts a process.
    ['memory', memory],
    ...levels.map(([level, use]) => [level, async () => await sandbox(level, use)] as const),
    ['limits', async () => limits()],
    ['terminal', async () => terminal()],
    ['postgresql', async () => await postgresql(store)],
    ...languages.map((language) => [language.name, async () => await tools(language)] as const),
  ]);
}

function machine(): Omit<Finding, 'name'> {
  const container = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file));
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const facts = [
    `${process.platform} ${process.arch}`,
    `${availableParallelism()} processors`,
    `${gigabytes} GB of memory`,
    isRoot() ? 'root' : `user ${userName()}`,
    ...(container ? ['in a container'] : []),
    ...(hasProc ? [] : ['no /proc']),
  ];
  return { state: 'ok', found: facts.join(', '), use: 'all games' };
}

function userName(): string {
  // In a container a user may have no name.
  return attempt(() => userInfo().username, String(process.getuid?.()));
}

/** An older Node on the PATH starts this one; bots that are scripts for Node get that of the PATH. */
async function node(): Promise<Omit<Finding, 'name'>> {
  const own = `${process.versions.node} runs wordhost`;
  const use = 'wordhost';
  const path = findProgram('node');
  if (path === undefined) return { state: 'ok', found: `${own}; no node on the PATH for bots`, use };
  return { state: 'ok', found: `${own}; bots find ${(await versionOf(path)).text}`, use };
}

async function memory(): Promise<Omit<Finding, 'name'>> {
  const use = '--memory under --sandbox strict';
  if ((await memoryGroups('auto')) !== undefined)
    return { state: 'ok', found: 'control groups can be made', use };
  const page = documentPath('how-to/set-up-a-machine-for-strict.md');
  const scope = 'systemd-run --user --scope -p Delegate=yes wordhost …';
  const todo = existsSync('/run/systemd/system') && !isRoot() ? scope : `read ${page}`;
  return { state: 'missing', found: 'this host cannot make control groups', use, todo };
}

const levels = [
  ['process', 'bots of your own, and where nothing better works'],
  ['unshare', 'nothing that a bot starts outlives its game'],
  ['bubblewrap', 'the same, and the first choice without --sandbox'],
  ['strict', 'bots of other people'],
] as const satisfies readonly (readonly [SandboxLevel, string])[];

async function sandbox(level: SandboxLevel, use: string): Promise<Omit<Finding, 'name'>> {
  const probed = await probeSandbox(level);
  if (!('problem' in probed)) return { state: 'ok', found: 'works here', use: `--sandbox ${level}: ${use}` };
  const { reason: found } = probed;
  const [, program] = /cannot find the program (\S+)/.exec(found) ?? [];
  const todo =
    program === undefined
      ? `read ${documentPath('how-to/set-up-a-machine-for-strict.md')}`
      : install(program === 'bwrap' ? 'bubblewrap' : 'util-linux');
  return { state: 'missing', found, use: `--sandbox ${level}: ${use}`, todo };
}

/** By the program of this system that installs others. */
function install(packages: string): string {
  const [installer] = installers.filter(([program]) => findProgram(program) !== undefined);
  if (installer === undefined) return `install ${packages} (its name in Debian)`;
  return `${isRoot() || installer[0] === 'brew' ? '' : 'sudo '}${installer.join(' ')} ${packages}`;
}

const installers = [
  ['apt-get', 'install'],
  ['dnf', 'install'],
  ['apk', 'add'],
  ['brew', 'install'],
] as const;

const PLAYERS = 8;

function limits(): Omit<Finding, 'name'> {
  const headroom = readHeadroom();
  const use = `games of ${PLAYERS} players`;
  if (headroom.length === 0)
    return { state: 'not tried', found: 'without /proc the limits are not counted', use };
  const problem = shortage(hereAlone(PLAYERS), headroom);
  if (problem === undefined) {
    const found = headroom.map(({ of, most, used }) => `${of} ${used} of ${most}`).join(', ');
    return { state: 'ok', found, use };
  }
  const [, found = problem, todo = ''] = /^(.*?)\. (.*)$/s.exec(problem) ?? [];
  return { state: 'missing', found, use, todo };
}

function terminal(): Omit<Finding, 'name'> {
  const use = 'wordhost play and wordhost demo';
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY)
    return {
      state: 'ok',
      found: `${stdout.columns} x ${stdout.rows}, ${process.env.TERM ?? 'no TERM'}`,
      use,
    };
  const [which] = [stdin.isTTY ? 'standard output' : 'standard input'];
  const todo = 'run the command on a terminal, without a pipe (docker run -it, ssh -t)';
  return { state: 'missing', found: `${which} is not a terminal`, use, todo };
}

async function postgresql(store: string | undefined): Promise<Omit<Finding, 'name'>> {
  const use = 'stores that several machines share, and wordhost worker';
  if (store === undefined)
    return {
      state: 'not tried',
      found: 'no address was given',
      use,
      todo: 'wordhost doctor --store postgres://USER@HOST/DATABASE',
    };
  const opening = await openStore(store, { mode: 'read' });
  if (opening.ok) await opening.store.close();
  if (opening.ok || opening.fault.kind === 'missing')
    return { state: 'ok', found: 'the server answers', use };
  return {
    state: 'missing',
    found: opening.problem,
    use,
    todo: `${install('postgresql')}, or correct the address`,
  };
}

async function tools({ name, needs, ways, least, packages }: Language): Promise<Omit<Finding, 'name'>> {
  const use = `bots in ${name}`;
  const todo = packages === undefined ? `install ${needs}` : `${install(packages)} (expected ${needs})`;
  const faults: string[] = [];
  for (const [index, programs] of ways.entries()) {
    const lacking = programs.filter((program) => findProgram(program) === undefined);
    if (lacking.length > 0) faults.push(`cannot find ${lacking.join(', ')} on the PATH`);
    else {
      const versions = new Map<string, Version>();
      for (const program of programs) versions.set(program, await versionOf(findProgram(program)!));
      const found = [...versions.values()].map(({ text }) => text).join(', ');
      const version = index === 0 && least ? versions.get(least.program)?.version : undefined;
      if (version === undefined || version.localeCompare(least!.version, 'en', { numeric: true }) >= 0)
        return { state: 'ok', found, use };
      faults.push(`too old: ${found}`);
    }
  }
  return { state: 'missing', found: faults[0]!, use, todo };
}

interface Version {
  readonly version: string | undefined;
  /** The path of the program, and its version if it says one. */
  readonly text: string;
}

const LONGEST_ANSWER_MS = 10_000;

/** Not every program has such an option. */
async function versionOf(path: string): Promise<Version> {
  const { stdout, failed } = await execa(path, ['--version'], {
    reject: false,
    stdin: 'ignore',
    stderr: 'ignore',
    timeout: LONGEST_ANSWER_MS,
    maxBuffer: 2 ** 16,
  });
  const [version] = (failed ? null : /\d+(?:\.\d+)+/.exec(stdout ?? '')) ?? [];
  return { version, text: version === undefined ? path : `${path} ${version}` };
}
