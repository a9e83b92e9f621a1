import { accessSync, closeSync, constants, opendirSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/usage-error.ts';
import { makeFolders } from '../../files/make-folders.ts';
import type { StderrPlace } from '../../seats/process/pipes/stderr-sink.ts';
import { findProgram } from '../../seats/process/processes/find-program.ts';
import { checkStandingsFile } from '../playing/standings-file.ts';

interface Places {
  readonly shell: string;
  readonly cwd: string | undefined;
  readonly record?: string | undefined;
  readonly events?: string | undefined;
  readonly standings?: string | undefined;
  readonly stderr?: string;
}

/** Checked before anything is started: later it would cost a game. */
export function checkPlaces({ record, events, standings, stderr, cwd, shell }: Places): void {
  checkWorkingDirectory();
  if (findProgram(shell) === undefined)
    throw new UsageError(`--shell ${shell}: expected an executable program; there is none of this name`);
  if (record !== undefined) makeFolder(record, '--record');
  if (stderr !== undefined) stderrPlace(stderr);
  if (events !== undefined) tryToWrite('--events', events);
  if (standings !== undefined) {
    tryToWrite('--standings', standings);
    checkStandingsFile(standings);
  }
  if (cwd !== undefined) tryPlace('--cwd', cwd, () => opendirSync(cwd).closeSync());
}

export function tryToWrite(option: string, path: string): void {
  tryPlace(option, path, () => closeSync(openSync(path, 'a')));
}

function makeFolder(path: string, option: string): void {
  tryPlace(option, path, () => {
    makeFolders(resolve(path));
    opendirSync(path).closeSync();
    accessSync(path, constants.W_OK);
  });
}

function tryPlace(option: string, path: string, attempt: () => void): void {
  try {
    attempt();
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be used: ${(error as Error).message}`);
  }
}

export function stderrPlace(place: string): StderrPlace {
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
    `the working directory cannot be used: its name is not UTF-8 (${JSON.stringify(name)}), and players are started by it. Rename it, or call wordhost from another directory and name the files of your players from there`,
  );
}
