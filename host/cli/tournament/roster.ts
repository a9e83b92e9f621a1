import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize, relative, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text.ts';
import { packFiles } from '../../files/file-bundle.ts';
import { faultInWords } from '../../files/file-fault.ts';
import type { AnyGame } from '../../games/game.ts';
import { pathsInCommand } from '../../seats/process/player-files.ts';
import { isExecutable } from '../../seats/process/processes/find-program.ts';
import { mainIn } from '../../seats/process/program-files.ts';
import { contains } from '../../seats/process/sandbox/strict.ts';
import { readPlaced } from '../../settings/config/placed-file.ts';
import { yamlLines } from '../../settings/config/yaml.ts';
import { MOST_YAML_BYTES, readSettingFile } from '../../settings/settle-options.ts';
import { FileFault, readPlayerByAuthor } from '../../tournament/tournament-file.ts';
import { printLines } from '../output.ts';
import { checkWhole } from '../series/players.ts';

/** A tournament file on standard output, in which each folder in this one is a player. */
export async function printRoster(folder: string, game: AnyGame): Promise<number> {
  printLines(await rosterLines(folder, game));
  return 0;
}

export async function rosterLines(folder: string, { name, seats }: AnyGame): Promise<string[]> {
  const entrants = await entrantsIn(folder);
  if (entrants.length === 0)
    throw new UsageError(
      `--roster ${folder}: expected a folder with one folder for each player; it has no folders`,
    );
  const file = {
    name: basename(resolve(folder)),
    game: name,
    players: entrants.filter(isPlayer).map(playerOf),
    format: { kind: 'round-robin', rounds: 1, seats: Math.max(2, seats.min), mirrored: true },
    offender: 'lose',
  };
  const onAll = remarksOnAll(folder, entrants).map((text) => ({ path: [], text }));
  const onEach = entrants.flatMap((entrant, index) => {
    const path = ['players', entrants.slice(0, index).filter(isPlayer).length];
    return remarksOn(entrant).map((text) => ({ path, text }));
  });
  return await yamlLines(file, [...onAll, ...onEach]);
}

const isPlayer = ({ command }: Entrant) => command !== undefined;

async function entrantsIn(folder: string): Promise<Entrant[]> {
  const entrants: Entrant[] = [];
  for (const name of namesIn(folder, 'folders')) entrants.push(await entrantIn(join(folder, name)));
  return entrants.map((entrant) => withOwnName(entrant, entrants));
}

/** Lists the folders and links, or the files, in a folder that are not hidden. */
function namesIn(folder: string, wanted: 'folders' | 'files'): string[] {
  const isWanted = (entry: Dirent) =>
    wanted === 'files' ? entry.isFile() : entry.isDirectory() || entry.isSymbolicLink();
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && isWanted(entry))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw new UsageError(`--roster ${folder} cannot be read: ${faultInWords(error as Error)}`);
  }
}

/** Two players of one name are no tournament: a folder keeps its own name, and who takes that of another goes without. */
function withOwnName({ name, ...entrant }: Entrant, all: readonly Entrant[]): Entrant {
  if (name === undefined) return entrant;
  const isTaken = all.some(
    (other) =>
      other.folder !== entrant.folder &&
      (name.text === basename(other.folder) || name.text === other.name?.text),
  );
  if (!isTaken) return { ...entrant, name };
  const excluded = `name (${name.position}, ${name.text} is the name of another player)`;
  return { ...entrant, excluded: [excluded, ...(entrant.excluded ?? [])] };
}

function playerOf({ folder, name, command, cwd, prepare }: Entrant) {
  const who = { name: name?.text ?? basename(folder), command };
  return prepare === undefined ? { ...who, cwd: cwd ?? folder } : { ...who, files: folder, prepare };
}

function remarksOnAll(folder: string, entrants: readonly Entrant[]): string[] {
  const unclear = entrants.filter((entrant) => !isPlayer(entrant)).length;
  const save = `Save it next to ${relative('.', resolve(folder)) || '.'}, and play it: wordhost tournament FILE`;
  const lines = [save, 'For bots of other people, add: options: { sandbox: strict, memory: 512M }'];
  const files = namesIn(folder, 'files');
  if (files.length > 0)
    lines.push(`Left out, since each player needs a folder of its own: ${inShort(files.map(shownName))}`);
  if (unclear === 0) return lines;
  const are = unclear === 1 ? 'is not a player' : 'are not players';
  return [
    ...lines,
    `${unclear} of ${counted(entrants.length, 'folder')} ${are}: the comments below say why.`,
  ];
}

const MOST_EXCLUDED = 8;
const LONGEST_PROBLEM = 500;

function remarksOn({ folder, problem, excluded = [] }: Entrant): string[] {
  const name = basename(folder);
  if (problem !== undefined) return [`${name}: ${problem.slice(0, LONGEST_PROBLEM)}`];
  if (excluded.length === 0) return [];
  return [`${name}: left out: ${inShort(excluded)}`];
}

function inShort(names: readonly string[]): string {
  const more = names.length - MOST_EXCLUDED;
  return [...names.slice(0, MOST_EXCLUDED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/**
 * A folder that should be a player. Its author chooses its name and command. The organizer decides what a
 * player gets of the machine, and no file outside of the folder is read.
 */
interface Entrant {
  readonly folder: string;
  /** Undefined where it could not be told, and `problem` says why. */
  readonly command?: string;
  readonly problem?: string;
  /** If it is not that of the folder. */
  readonly name?: GivenName;
  /** If it is not the folder. */
  readonly cwd?: string;
  /** A command that is run in a copy of the folder, in the sandbox of the tournament. */
  readonly prepare?: string;
  /** The fields of `player.yml` that a roster ignores, and why. */
  readonly excluded?: readonly string[];
}

interface GivenName {
  readonly text: string;
  /** The file, line and column, for messages. */
  readonly position: string;
}

/** Finds the command of a folder: its `run` script, its `player.yml`, or the one program in it. */
async function entrantIn(folder: string): Promise<Entrant> {
  if (basename(folder).trim() === '') return { folder, problem: 'its name is blank: rename it' };
  try {
    if (lstatSync(folder).isSymbolicLink())
      return {
        folder,
        problem: 'a symbolic link: copy the folder that it points to, or add this player yourself',
      };
    const found = await foundIn(folder);
    const { command, cwd = folder } = found;
    const link = command === undefined ? undefined : linkOut(folder, cwd, command);
    return link === undefined ? found : { folder, problem: leadsOut(link) };
  } catch (error) {
    return { folder, problem: problemOf(error as Error) };
  }
}

/** A mistake in one folder does not stop another one. */
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
      : { folder, problem: 'its file run is not executable: use chmod +x' };
  const file = ['player.yml', 'player.yaml', 'player.json'].find((name) => existsSync(join(folder, name)));
  if (file !== undefined) return await fromFile(folder, file);
  const main = mainIn(folder);
  return typeof main === 'string' ? { folder, problem: main } : { folder, command: main.command };
}

async function fromFile(folder: string, file: string): Promise<Entrant> {
  const path = join(folder, file);
  // This is checked before the file is read: a message could show its content.
  if (!isInside(folder, path)) return { folder, problem: leadsOut(file) };
  const reading = await readPlaced(readSettingFile('--roster', path, '', MOST_YAML_BYTES));
  if (!reading.ok) return { folder, problem: `${file}:${reading.place}: ${reading.problem}` };
  const positionOf = (at: FileFault['path']) => `${file}:${reading.file.placeOf(at)}`;
  try {
    const { command, name, cwd, prepare, others } = readPlayerByAuthor(reading.file.value);
    checkWhole(command, `${positionOf(['command'])}: command`);
    const own = cwd === undefined || prepare !== undefined ? undefined : folderInside(folder, cwd);
    const isElsewhere = cwd !== undefined && own === undefined;
    const problem =
      prepare === undefined ? 'not a folder inside its own' : 'with prepare it plays in its folder';
    const packing = prepare === undefined ? undefined : packFiles([folder]);
    if (packing?.ok === false) return { folder, problem: packing.problem };
    return {
      folder,
      command,
      ...(name !== undefined && { name: { text: name, position: positionOf(['name']) } }),
      ...(own !== undefined && { cwd: own }),
      ...(prepare !== undefined && { prepare }),
      excluded: [
        ...(isElsewhere ? [`cwd (${positionOf(['cwd'])}, ${problem})`] : []),
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
  return /^[\w.-]+$/.test(name) ? name : JSON.stringify(name);
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

const leadsOut = (name: string) => `its ${name} is a symbolic link to a place outside the folder`;
