import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize, resolve } from 'node:path';
import { UsageError } from '../../../core/usage-error.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { pathsInCommand } from '../../../seats/process/fingerprint/paths-in-command.ts';
import { isExecutable } from '../../../seats/process/processes/find-program.ts';
import { contains } from '../../../seats/process/sandbox/strict-mounts.ts';
import { readPlaced } from '../../../settings/config/placed-file.ts';
import { readSettingFile } from '../../../settings/setting-file.ts';
import { FileFault } from '../../../tournament/file/fault.ts';
import { readPlayerByAuthor } from '../../../tournament/file/tournament-file.ts';
import { mainIn } from '../../commands/check/bots-in-folder.ts';
import { checkWhole } from '../../playing/check-commands.ts';

/**
 * A folder that should be a player. Whoever wrote what is in it may say what it is called and what it runs: what a player
 * gets of the machine is for the organizer to say, and no file outside of the folder is read.
 */
export interface Entrant {
  readonly folder: string;
  /** Undefined where it could not be told, and `problem` says why. */
  readonly command?: string;
  readonly problem?: string;
  /** If it is not that of the folder. */
  readonly name?: GivenName;
  /** If it is not the folder. */
  readonly cwd?: string;
  /** What its `player.yml` says and a roster does not take, and why. */
  readonly excluded?: readonly string[];
}

interface GivenName {
  readonly text: string;
  /** Its file, line and column, for messages. */
  readonly position: string;
}

/** Run by its `run` script, by what its `player.yml` says, or by the one program in it. */
export async function entrantIn(folder: string): Promise<Entrant> {
  if (basename(folder).trim() === '')
    return { folder, problem: 'its name is blank: give it one that can be read' };
  try {
    if (lstatSync(folder).isSymbolicLink())
      return { folder, problem: 'a symbolic link: copy what it leads to, or write this player yourself' };
    const found = await foundIn(folder);
    const { command, cwd = folder } = found;
    const link = command === undefined ? undefined : linkOut(folder, cwd, command);
    return link === undefined ? found : { folder, problem: leadsOut(link) };
  } catch (error) {
    return { folder, problem: problemOf(error as Error) };
  }
}

/** What is wrong with one folder stops no other one. */
function problemOf(error: Error): string {
  if (error instanceof UsageError) return error.message;
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  return `cannot be read: ${faultInWords(error)}`;
}

async function foundIn(folder: string): Promise<Entrant> {
  const run = join(folder, 'run');
  if (statSync(run, { throwIfNoEntry: false })?.isFile())
    return isExecutable(run)
      ? { folder, command: './run' }
      : { folder, problem: 'its file run cannot be executed: chmod +x makes it so' };
  const file = ['player.yml', 'player.yaml', 'player.json'].find((name) => existsSync(join(folder, name)));
  if (file !== undefined) return await fromFile(folder, file);
  const main = mainIn(folder);
  return typeof main === 'string' ? { folder, problem: main } : { folder, command: main.command };
}

async function fromFile(folder: string, file: string): Promise<Entrant> {
  const path = join(folder, file);
  // Before it is read: a message could show what is in it.
  if (!isInside(folder, path)) return { folder, problem: leadsOut(file) };
  const reading = await readPlaced(readSettingFile('--roster', path));
  if (!reading.ok) return { folder, problem: `${file}:${reading.place}: ${reading.problem}` };
  const positionOf = (at: FileFault['path']) => `${file}:${reading.file.placeOf(at)}`;
  try {
    const { command, name, cwd, others } = readPlayerByAuthor(reading.file.value);
    checkWhole(command, `${positionOf(['command'])}: command`);
    const own = cwd === undefined ? undefined : folderInside(folder, cwd);
    const isElsewhere = cwd !== undefined && own === undefined;
    return {
      ...{ folder, command },
      ...(name !== undefined && { name: { text: name, position: positionOf(['name']) } }),
      ...(own !== undefined && { cwd: own }),
      excluded: [
        ...(isElsewhere ? [`cwd (${positionOf(['cwd'])}, no folder inside of its own)`] : []),
        ...others.map((other) => `${shownName(other)} (${positionOf([other])})`),
      ],
    };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { folder, problem: `${positionOf(error.path)}: ${error.message}` };
  }
}

const LONGEST_NAME = 40;

function shownName(name: string): string {
  if (name.length > LONGEST_NAME) return `${JSON.stringify(name.slice(0, LONGEST_NAME))}…`;
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** The path of a folder that lies inside of this one, wherever links lead; undefined for all others. */
function folderInside(folder: string, inner: string): string | undefined {
  const path = isAbsolute(inner) ? normalize(inner) : join(folder, inner);
  try {
    return statSync(path).isDirectory() && isInside(folder, path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The first file of the folder that its command names and that lies outside of it. */
function linkOut(folder: string, cwd: string, command: string): string | undefined {
  const inside = pathsInCommand(command, cwd, undefined).filter(({ path }) =>
    contains(resolve(folder), path),
  );
  return inside.find(({ path }) => existsSync(path) && !isInside(folder, path))?.name;
}

function isInside(folder: string, path: string): boolean {
  return contains(realpathSync(folder), realpathSync(path));
}

const leadsOut = (name: string) => `its ${name} is a symbolic link that leads out of the folder`;
