import { existsSync, realpathSync, statSync } from 'node:fs';
import { UsageError } from '../../core/usage-error.ts';
import { memoryGroups, WITHOUT_GROUP } from '../../seats/process/cgroups/memory-groups.ts';
import type { Hosting } from '../../seats/process/hosting.ts';
import { hasProc } from '../../seats/process/processes/proc.ts';
import { probeSandbox } from '../../seats/process/sandbox/probe-sandbox.ts';
import { specialFilesBelow, strictObstacle } from '../../seats/process/sandbox/strict-request.ts';
import type { HostingSettings } from '../../settings/hosting-options.ts';
import type { HostedPlayer } from './hosted-player.ts';
import { readVariables } from './player-variables.ts';

/** Files of the host's own: a player could cheat with what is in them. */
export interface OwnPlaces {
  readonly record?: string | undefined;
  readonly events?: string | undefined;
  readonly stderr?: string | undefined;
  readonly config?: string | undefined;
  /** The files of a store. */
  readonly stores?: readonly string[] | undefined;
}

export type SandboxRequest = Required<Pick<Hosting, 'strict' | 'variables' | 'requireBatch'>>;

export const NO_CPU_TIME =
  'needs /proc, to see the processor time of players, and this machine has none; leave the option out';

/** What players get of the machine. What is not possible is an error before anything is started. */
export async function readSandboxRequest(
  settings: HostingSettings,
  places: OwnPlaces,
  dictionary: string | undefined,
  players: readonly HostedPlayer[] = [],
): Promise<SandboxRequest> {
  const { readable, writable, sandbox, requireBatch } = settings;
  const variables = readVariables('--env', settings.env);
  const limited = limitedBy(settings, players);
  if (limited.memory !== undefined && !hasProc)
    refuse(
      limited.memory,
      'needs /proc, to see the memory of players, and this machine has none; leave the option out',
    );
  // Before anything is started: afterwards a control group cannot be prepared.
  if (limited.memory !== undefined && sandbox === 'strict' && !(await memoryGroups(sandbox)))
    refuse(limited.memory, WITHOUT_GROUP);
  const strict = strictRequest(settings, places);
  if (limited.cpu !== undefined && !hasProc) refuse(limited.cpu, NO_CPU_TIME);
  if (sandbox !== 'strict') refuseStrictOptions(settings);
  else {
    for (const option of ['readable', 'writable'] as const)
      for (const path of settings[option])
        if (reached(path).length === 0) refuse(`--${option} ${path}`, 'there is no such file or folder');
    refuseOtherNames(places);
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

/** Begins what `readSandboxRequest` will wait for under `strict`. It fails again, and is told, when it is asked for. */
export function prepareStrict(
  settings: HostingSettings,
  places: OwnPlaces,
  dictionary: string | undefined,
  players: readonly HostedPlayer[],
): void {
  const strict = strictRequest(settings, places);
  try {
    const [cwd] = foldersOf(settings, players).keys();
    void strictObstacle({ cwd: cwd!, dictionary, strict }).catch(() => {});
  } catch {} // there is no such folder
}

function strictRequest({ network, readable, writable }: HostingSettings, places: OwnPlaces) {
  return { network, readable, writable, hidden: ownFiles(places) };
}

/** Where the limits that need something of the machine were set; none: nowhere. */
function limitedBy({ memoryCap, cpuCap }: HostingSettings, players: readonly HostedPlayer[]) {
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
  players: readonly HostedPlayer[],
): ReadonlyMap<string, string | undefined> {
  const shared = folders.length === 0 ? ['.'] : folders;
  const all =
    players.length === 0
      ? shared.map((folder) => [folder, undefined] as const)
      : players.map(({ own, where }) =>
          own.cwd === undefined ? ([shared[0]!, undefined] as const) : ([own.cwd, where('cwd')] as const),
        );
  return new Map(all.map(([folder, where]) => [realpathSync(folder), where]));
}

const NO_BATCH =
  'needs chrt (of util-linux) and /proc, to make players batch work and to see whether they are; this machine lacks one of them';

async function isBatchKept(sandbox: HostingSettings['sandbox']): Promise<boolean> {
  const found = await probeSandbox(sandbox);
  return hasProc && 'programs' in found && found.programs.chrt !== undefined;
}

/** What a player could cheat with: the seed is in records and results, and others write to standard error. */
function ownFiles({ record, events, stderr, config, stores = [] }: OwnPlaces): string[] {
  const places = [record, events, stderr, config, ...stores, '/proc/self/fd/1', '/proc/self/fd/2'];
  return places
    .filter((place) => place !== undefined && existsSync(place))
    .flatMap((place) => reached(place!));
}

/** For files that others have begun to write, or that are only read, a second name cannot be removed. */
function refuseOtherNames({ config }: OwnPlaces): void {
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
        `the file of ${what} has ${file.nlink} names (hard links), by one of which players could read it: take a file that has one`,
      );
  }
}

/** Output may go to a file in a folder that the host itself cannot enter; its players cannot enter it either. */
function reached(place: string): string[] {
  try {
    return [realpathSync(place)];
  } catch {
    return [];
  }
}

function refuseStrictOptions({ network, readable, writable, sandbox }: HostingSettings): void {
  const given = network
    ? 'network'
    : readable.length > 0
      ? 'readable'
      : writable.length > 0
        ? 'writable'
        : undefined;
  if (given !== undefined)
    refuse(
      `--${given}`,
      `it is for --sandbox strict; with ${sandbox}, players have the network and all files`,
    );
}

function refuse(what: string, why: string): never {
  throw new UsageError(`${what}: ${why}`);
}
