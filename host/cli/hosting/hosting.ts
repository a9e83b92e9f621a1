import { delimiter } from 'node:path';
import { HostFailure } from '../../core/host-failure.ts';
import { UsageError } from '../../core/usage-error.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { entryFile } from '../../files/package-root.ts';
import { hereAlone, readHeadroom, shortage } from '../../seats/process/limits/headroom.ts';
import type { StderrPlace } from '../../seats/process/pipes/stderr-sink.ts';
import type { HostingRequest } from '../../seats/process/process-seats.ts';
import { findProgram } from '../../seats/process/processes/find-program.ts';
import type { HostingSettings } from '../../settings/hosting-options.ts';
import { printError } from '../print.ts';
import { type HostedPlayer, ownHosting } from './hosted-player.ts';
import type { SandboxRequest } from './sandbox-request.ts';

/** The options for running players. Each option sets a field of the request, or is read into one by `readSandboxRequest`. */
export function hostingOf(
  settings: HostingSettings,
  request: SandboxRequest,
  stderr: StderrPlace,
  players: readonly HostedPlayer[] = [],
): HostingRequest {
  const { network, readable, writable, env, folders, ...direct } = settings;
  const fields: Pick<HostingRequest, keyof typeof direct> = direct;
  const cwd = sharedFolder(folders, players);
  const own = ownHosting(players, cwd, request);
  return { ...fields, cwd, ...request, stderr, commandFolder: ownCommandFolder(players), own };
}

/** Said once for each player, it is of each. */
function sharedFolder(folders: readonly string[], players: readonly HostedPlayer[]): string | undefined {
  if (folders.length < 2) return folders[0];
  if (players.length > 0) return undefined;
  throw new UsageError(`--cwd: expected one working directory here; got ${folders.length}`);
}

/** This host, for players that are commands of it, unless it is on the PATH already. */
function ownCommandFolder(players: readonly HostedPlayer[]): string | undefined {
  const folder = commandFolder(entryFile('wordhost'));
  const path = (process.env.PATH ?? '').split(delimiter);
  if (folder !== undefined) return path.includes(folder) ? undefined : folder;
  const problem = `its own command is not on the PATH of players: there is no folder that can be written, neither for its cache nor for temporary files. Set XDG_CACHE_HOME or TMPDIR to one`;
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
