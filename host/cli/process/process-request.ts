import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { HostFailure, UsageError } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { entryFile } from '../../files/package-root.ts';
import type { SavedGames } from '../../runs/store/saved-games.ts';
import { emptyPlayerFolder, playersFolder } from '../../seats/process/bundles/bundle-cache.ts';
import { hereAlone, readHeadroom, shortage } from '../../seats/process/limits/headroom.ts';
import { memoryGroups, withoutGroup } from '../../seats/process/limits/memory-groups.ts';
import type { StderrTarget } from '../../seats/process/pipes/stderr-sink.ts';
import {
  MODEL_KEY,
  type OwnProcessOptions,
  type ProcessOptions,
} from '../../seats/process/process-options.ts';
import { type HostingRequest, withStrict } from '../../seats/process/process-seats.ts';
import { findProgram } from '../../seats/process/processes/find-program.ts';
import { hasProc } from '../../seats/process/processes/proc.ts';
import { probeSandbox } from '../../seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../seats/process/sandbox/sandbox.ts';
import { contains } from '../../seats/process/sandbox/strict.ts';
import { specialFilesBelow, strictObstacle } from '../../seats/process/sandbox/strict-request.ts';
import type { HostingSettings } from '../../settings/options.ts';
import { printError } from '../output.ts';

/** The options for running players. Each option sets a field of the request, or is read into one by `readSandboxRequest`. */
export function processOptions(
  settings: HostingSettings,
  request: SandboxRequest,
  stderr: StderrTarget,
  players: readonly PlayerCommand[] = [],
): HostingRequest {
  const { network, readable, writable, env, folders, ...direct } = settings;
  const fields: Pick<HostingRequest, keyof typeof direct> = direct;
  const cwd = sharedFolder(folders, players);
  const own = ownProcessOptions(players, cwd, request);
  return { ...fields, cwd, ...request, stderr, commandFolder: ownCommandFolder(players), own };
}

/** A setting that is given once for each player belongs to each. */
function sharedFolder(folders: readonly string[], players: readonly PlayerCommand[]): string | undefined {
  if (folders.length < 2) return folders[0];
  if (players.length > 0) return undefined;
  throw new UsageError(`--cwd: expected one working directory for this command; got ${folders.length}`);
}

/** This host, for players that are commands of it, unless it is on the PATH already. */
function ownCommandFolder(players: readonly PlayerCommand[]): string | undefined {
  const folder = commandFolder(entryFile('wordhost'));
  const path = (process.env.PATH ?? '').split(delimiter);
  if (folder !== undefined) return path.includes(folder) ? undefined : folder;
  const problem = `players cannot call wordhost: neither the cache folder nor the folder for temporary files is writable. Set XDG_CACHE_HOME or TMPDIR to a writable folder`;
  if (players.some(({ command }) => OWN.test(command)) && findProgram('wordhost') === undefined)
    throw new HostFailure(problem);
  printError(`${problem}\n`);
  return undefined;
}

/** A command of this host. */
const OWN = /(?:^|[\s;&|(])wordhost(?:\s|$)/;

/** Without enough headroom some players would be gone before the game begins. */
export function checkHeadroom(players: number): void {
  const problem = shortage(hereAlone(players), readHeadroom());
  if (problem !== undefined) throw new UsageError(problem);
}

/** Files of the host with which a player could cheat. */
export interface HostFiles {
  readonly record?: string | undefined;
  readonly events?: string | undefined;
  readonly stderr?: string | undefined;
  readonly config?: string | undefined;
  /** The files of a store. */
  readonly stores?: readonly string[] | undefined;
}

/** Players see neither the files of the store nor the records that go into it. */
export function hidingStore(
  hosting: HostingRequest,
  { files, folder }: Pick<SavedGames, 'files' | 'folder'>,
): HostingRequest {
  const stored = existing([folder, ...files]);
  return withStrict(hosting, (request) => ({
    ...request,
    hidden: [...new Set([...request.hidden, ...stored])],
  }));
}

type SandboxRequest = Required<Pick<ProcessOptions, 'strict' | 'variables' | 'requireBatch'>>;

export const NO_CPU_TIME =
  'requires /proc, which shows the processor time of players, and this machine does not have it; leave the option out';

/** Reads the part of the machine that players get. An impossible request is an error before anything is started. */
export async function readSandboxRequest(
  settings: HostingSettings,
  places: HostFiles,
  dictionary: string | undefined,
  players: readonly PlayerCommand[] = [],
): Promise<SandboxRequest> {
  const { readable, writable, sandbox, requireBatch } = settings;
  const variables = readVariables('--env', settings.env);
  const limited = limitedBy(settings, players);
  if (limited.memory !== undefined && !hasProc)
    refuse(
      limited.memory,
      'requires /proc, which shows the memory of players, and this machine does not have it; leave the option out',
    );
  // A control group cannot be prepared after anything was started.
  if (limited.memory !== undefined && sandbox === 'strict' && !(await memoryGroups(sandbox)))
    refuse(limited.memory, withoutGroup());
  const strict = strictRequest(settings, places);
  if (limited.cpu !== undefined && !hasProc) refuse(limited.cpu, NO_CPU_TIME);
  if (sandbox === 'strict') {
    for (const option of ['readable', 'writable'] as const)
      for (const path of settings[option])
        if (realPaths(path).length === 0) refuse(`--${option} ${path}`, 'no such file or folder');
    refuseOtherNames(places);
    if (players.some(({ own }) => own.bundle)) strict.hidden.push(playersFolder());
    const real = foldersOf(settings, players);
    for (const [cwd, where] of real) {
      const obstacle = await strictObstacle({ cwd, dictionary, strict });
      if (obstacle === undefined) continue;
      const named = obstacle.ofFolder && where !== undefined ? `${where}: ` : '';
      refuse(`${named}--sandbox strict`, obstacle.problem);
    }
    strict.hidden.push(...specialFilesBelow([...real.keys(), ...readable], writable));
  }
  if (requireBatch && !(await isBatchKept(sandbox))) refuse('--require-batch', NO_BATCH);
  return { strict, variables, requireBatch };
}

/** Begins the probe that `readSandboxRequest` waits for under `strict`. If it fails, it fails again there and is reported. */
export function prepareStrict(
  settings: HostingSettings,
  places: HostFiles,
  dictionary: string | undefined,
  players: readonly PlayerCommand[],
): void {
  const strict = strictRequest(settings, places);
  try {
    const [cwd] = foldersOf(settings, players).keys();
    void strictObstacle({ cwd: cwd!, dictionary, strict }).catch(() => {});
  } catch {} // there is no such folder
}

function strictRequest({ network, readable, writable }: HostingSettings, places: HostFiles) {
  return { network, readable, writable, hidden: ownFiles(places) };
}

/** Names the sources of the limits that need something of the machine. Undefined: no limit is set. */
function limitedBy({ memoryCap, cpuCap }: HostingSettings, players: readonly PlayerCommand[]) {
  const withMemory = players.find(({ own }) => own.memoryCap !== undefined);
  const withCpu = players.find(({ own }) => Number.isFinite(own.cpuCap));
  return {
    memory: memoryCap === undefined ? withMemory?.where('memory') : '--memory',
    cpu: Number.isFinite(cpuCap) ? '--player-cpu' : withCpu?.where('player-cpu'),
  };
}

/** The working directories of all players, each once, and where a player's own was named. */
function foldersOf(
  { folders }: HostingSettings,
  players: readonly PlayerCommand[],
): ReadonlyMap<string, string | undefined> {
  const shared = folders.length === 0 ? ['.'] : folders;
  const all =
    players.length === 0
      ? shared.map((folder) => [folder, undefined] as const)
      : players.map(({ own, where }) =>
          own.bundle
            ? ([emptyPlayerFolder(), undefined] as const)
            : own.cwd === undefined
              ? ([shared[0]!, undefined] as const)
              : ([own.cwd, where('cwd')] as const),
        );
  return new Map(all.map(([folder, where]) => [realpathSync(folder), where]));
}

const NO_BATCH =
  'requires chrt (of util-linux) and /proc, for the batch scheduling class of players; this machine lacks one of them';

async function isBatchKept(sandbox: HostingSettings['sandbox']): Promise<boolean> {
  const found = await probeSandbox(sandbox);
  return hasProc && 'programs' in found && found.programs.chrt !== undefined;
}

/** Files with which a player could cheat: records and results have the seed, and others write to standard error. */
function ownFiles({ record, events, stderr, config, stores = [] }: HostFiles): string[] {
  return existing([record, events, stderr, config, ...stores, '/proc/self/fd/1', '/proc/self/fd/2']);
}

function existing(paths: readonly (string | undefined)[]): string[] {
  return paths.flatMap((path) => (path !== undefined && existsSync(path) ? realPaths(path) : []));
}

/** A second name of a file that others have begun to write, or that is only read, cannot be removed. */
function refuseOtherNames({ config }: HostFiles): void {
  const files = [
    [`--config ${config}`, config],
    ['standard output', '/proc/self/fd/1'],
    ['standard error', '/proc/self/fd/2'],
  ] as const;
  for (const [what, path] of files) {
    const file = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    if (file?.isFile() && file.nlink > 1)
      refuse(
        '--sandbox strict',
        `the file of ${what} has ${file.nlink} names (hard links), and players could read it by another name: use a file with one name`,
      );
  }
}

/** Output may go to a file in a folder that the host itself cannot enter; its players cannot enter it either. */
function realPaths(place: string): string[] {
  try {
    return [realpathSync(place)];
  } catch {
    return [];
  }
}

function refuse(what: string, why: string): never {
  throw new UsageError(`${what}: ${why}`);
}

/** A player, and what it has of its own instead of what all have. */
export interface PlayerCommand {
  readonly name: string;
  readonly command: string;
  readonly own: Omit<OwnProcessOptions, 'strict'> & { readonly network?: boolean };
  /** The option that named it, for messages: `--cwd`, `match.yaml: players[1].cwd`. */
  readonly where: (setting: string) => string;
}

/** Hides folders by name. A working directory that holds that of another player is shown without it. */
function ownProcessOptions(
  players: readonly PlayerCommand[],
  shared: string | undefined,
  { strict = leastRequest, variables }: Pick<ProcessOptions, 'strict' | 'variables'>,
): ReadonlyMap<string, OwnProcessOptions> {
  const folders = players.map(({ own }) => realpathSync(sourceFolder(own) ?? own.cwd ?? shared ?? '.'));
  return new Map(
    players.map(({ name, own: { network = strict.network, ...own } }, index) => {
      const folder = folders[index]!;
      const others = own.bundle ? [] : folders.filter((each) => each !== folder && contains(folder, each));
      const hosting: OwnProcessOptions = {
        ...own,
        ...(own.variables && { variables: { ...variables, ...own.variables } }),
        ...((others.length > 0 || network !== strict.network) && {
          strict: { ...strict, network, hidden: [...strict.hidden, ...others] },
        }),
      };
      return [name, hosting];
    }),
  );
}

/** The folder of a player's files, if they are one folder. */
function sourceFolder({ bundle }: PlayerCommand['own']): string | undefined {
  const folder = bundle && statSync(bundle.files, { throwIfNoEntry: false })?.isDirectory();
  return folder === true ? bundle?.files : undefined;
}

/** Reads `--env` into the environment of players. `where` is for messages. */
export function readVariables(where: string, texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => readVariable(where, text)));
}

function readVariable(where: string, text: string): readonly [string, string] {
  const refuse = (why: string): never => {
    throw new UsageError(`${where} ${visible(text)}: ${why}`);
  };
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined) return refuse('expected NAME or NAME=VALUE');
  if (/^WORDHOST_/.test(name) && name !== MODEL_KEY)
    return refuse('names that start with WORDHOST_ are reserved for the host; use another name');
  const settled = value ?? process.env[name];
  if (settled === undefined)
    return refuse(`the environment of the host has no variable ${name}; use ${name}=VALUE to set one`);
  return [name, settled];
}
