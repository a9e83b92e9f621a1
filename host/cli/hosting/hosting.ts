import { realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { counted } from '../../core/text/plural.ts';
import { UsageError } from '../../core/usage-error.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { entryFile } from '../../files/package-root.ts';
import type { OwnHosting } from '../../seats/process/hosting.ts';
import { readHeadroom, shortage } from '../../seats/process/limits/headroom.ts';
import type { StderrPlace } from '../../seats/process/pipes/stderr-sink.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import { leastRequest, type StrictRequest } from '../../seats/process/sandbox/sandbox.ts';
import { contains } from '../../seats/process/sandbox/strict-mounts.ts';
import type { HostingSettings } from '../../settings/hosting-options.ts';
import { printError } from '../print.ts';
import type { SandboxRequest } from './sandbox-request.ts';

/** The options for running players. Each option sets a field of the request, or is read into one by `readSandboxRequest`. */
export function hostingOf(
  settings: HostingSettings,
  request: SandboxRequest,
  stderr: StderrPlace,
  names: readonly string[] = [],
): HostingRequest {
  const { network, readable, writable, env, folders, ...direct } = settings;
  const fields: Pick<HostingRequest, keyof typeof direct> = direct;
  if (folders.length > 1 && folders.length !== names.length) throw new UsageError(tooMany(folders, names));
  const [cwd] = folders;
  const own = folders.length > 1 ? ownFolders(names, folders, request.strict ?? leastRequest) : undefined;
  return { ...fields, cwd, ...request, stderr, commandFolder: ownCommandFolder(), own };
}

function tooMany(folders: readonly string[], names: readonly string[]): string {
  if (names.length === 0) return `--cwd: expected one working directory here; got ${folders.length}`;
  return `--cwd is given ${folders.length} times, and there are ${counted(names.length, 'player')}: expected it once for all, or once for each`;
}

/** Each player in its own; where it holds that of another, that one is hidden. */
function ownFolders(
  names: readonly string[],
  folders: readonly string[],
  strict: StrictRequest,
): ReadonlyMap<string, OwnHosting> {
  const real = folders.map((folder) => realpathSync(folder));
  return new Map(
    names.map((name, index) => {
      const others = real.filter((each) => each !== real[index] && contains(real[index]!, each));
      return [name, { cwd: folders[index], strict: { ...strict, hidden: [...strict.hidden, ...others] } }];
    }),
  );
}

/** This host, for players that are commands of it, unless it is on the PATH already. */
export function ownCommandFolder(): string | undefined {
  const folder = commandFolder(entryFile('wordhost'));
  const path = (process.env.PATH ?? '').split(delimiter);
  if (folder === undefined)
    printError('its own command is not on the PATH of players: the cache folder cannot be written\n');
  return folder === undefined || path.includes(folder) ? undefined : folder;
}

/** Without enough headroom some players would be gone before the game begins. */
export function checkHeadroom(players: number): void {
  const problem = shortage(players, readHeadroom());
  if (problem !== undefined) throw new UsageError(problem);
}

export function hasHeadroom(players: number): boolean {
  return shortage(players, readHeadroom()) === undefined;
}
