import { accessSync, constants, opendirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import { RECORD_BEGINNING } from '../../events/noted.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { fileBehind, makeFolders, type OutputPlace, readOutputPlace } from '../../files/write-file.ts';
import type { StderrTarget } from '../../seats/process/pipes/stderr-sink.ts';
import { findProgram } from '../../seats/process/processes/find-program.ts';
import type { PlayerCommand } from './process-request.ts';

interface Paths {
  readonly shell: string;
  readonly folders: readonly string[];
  readonly record?: string | undefined;
  readonly recordBad?: string | undefined;
  readonly events?: string | undefined;
  readonly standings?: string | undefined;
  readonly stderr?: string;
  readonly players?: readonly PlayerCommand[];
}

/** Checks a path before anything is started, because a later failure would cost a game. */
export function checkPaths(places: Paths): void {
  const { record, recordBad, events, standings, stderr, folders, shell, players = [] } = places;
  checkWorkingDirectory();
  if (findProgram(shell) === undefined)
    throw new UsageError(`--shell ${shell}: expected an executable program; not found`);
  if (record !== undefined) makeFolder(record, '--record');
  if (recordBad !== undefined) makeFolder(recordBad, '--record-bad');
  if (stderr !== undefined) stderrTarget(stderr);
  if (events !== undefined && events !== '-') checkOutputFile('--events', events, 'record', RECORD);
  if (standings !== undefined) checkOutputFile('--standings', standings, 'file of standings', STANDINGS);
  for (const folder of folders) checkFolder('--cwd', folder);
  for (const { own, where } of players) if (own.cwd !== undefined) checkFolder(where('cwd'), own.cwd);
}

/** Resolves a path as it is used later: a shell and Node take `..` from the name, the system from the target of a link. */
function checkFolder(where: string, folder: string): void {
  tryPath(where, folder, () => opendirSync(realpathSync(folder)).closeSync());
}

/** The first words of what is written, by which such a file is known again: a record, results of several games, standings. */
export const RECORD = [RECORD_BEGINNING];
export const RESULTS = ['{"number":'];
const STANDINGS = ['{"wordhost":'];

/** Only a file of this kind is overwritten. */
export function checkOutputFile(
  option: string,
  path: string,
  kind: string,
  beginnings: readonly string[],
): OutputPlace {
  const reading = tryPath(option, path, () => readOutputPlace(path, kind, beginnings));
  if (!reading.ok) throw new UsageError(`${option} ${shownPath(path)} cannot be used: ${reading.problem}`);
  return reading.place;
}

/** Refuses one path for two options, because the later output would overwrite the earlier one. */
export function refuseSameFile(files: Readonly<Record<string, string | undefined>>): void {
  const named = Object.entries(files).flatMap(([option, path]) =>
    path === undefined || path === '-' ? [] : [{ option, path, real: fileBehind(path) }],
  );
  for (const { option, path, real } of named) {
    const other = named.find((each) => each.real === real && each.option !== option);
    if (other)
      throw new UsageError(
        `--${option} and --${other.option}: expected a file for each; got ${path === other.path ? `${path} for both` : `${path} and ${other.path}, which are the same file`}`,
      );
  }
}

/** A folder that can be written to. `option`: what that names it. */
export function makeFolder(path: string, option: string): void {
  tryPath(option, path, () => {
    makeFolders(resolve(path));
    opendirSync(path).closeSync();
    accessSync(path, constants.W_OK);
  });
}

function tryPath<Found>(option: string, path: string, attempt: () => Found): Found {
  try {
    return attempt();
  } catch (error) {
    throw new UsageError(`${option} ${shownPath(path)} cannot be used: ${faultInWords(error as Error)}`);
  }
}

/** The system takes no longer ones. */
const LONGEST_SHOWN = 255;

/** Shortens a path for a message of one line. */
export function shownPath(path: string): string {
  const start = visible(path.slice(0, LONGEST_SHOWN));
  return path.length > LONGEST_SHOWN ? `${start}…` : start;
}

export function stderrTarget(place: string): StderrTarget {
  if (place === 'inherit' || place === 'discard') return place;
  makeFolder(place, '--stderr');
  return { folder: place };
}

/** Programs are started with the name of the working directory, which must be valid UTF-8 for Node. */
function checkWorkingDirectory(): void {
  const name = process.cwd();
  const [here, there] = [statSync('.'), statSync(name, { throwIfNoEntry: false })];
  if (there && here.ino === there.ino && here.dev === there.dev) return;
  throw new UsageError(
    `the name of the working directory is not UTF-8 (${JSON.stringify(name)}), so players cannot be started in it. Rename it, or run wordhost from another directory`,
  );
}
