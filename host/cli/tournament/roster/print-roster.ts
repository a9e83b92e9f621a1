import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UsageError } from '../../../core/usage-error.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import type { AnyGame } from '../../../games/game.ts';
import { yamlLines } from '../../../settings/config/write-yaml.ts';
import { printLines } from '../../print.ts';
import { type Entrant, entrantIn } from './entrant.ts';

/** A tournament file on standard output, in which each folder in this one is a player. */
export async function printRoster(folder: string, game: AnyGame): Promise<number> {
  printLines(await rosterLines(folder, game));
  return 0;
}

export async function rosterLines(folder: string, { name, seats }: AnyGame): Promise<string[]> {
  const entrants = await entrantsIn(folder);
  if (entrants.length === 0)
    throw new UsageError(
      `--roster ${folder}: expected a folder with a folder for each player; there is none in it`,
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
  for (const path of foldersIn(folder)) entrants.push(await entrantIn(path));
  return entrants.map((entrant) => withOwnName(entrant, entrants));
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => join(folder, name))
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
  const excluded = `name (${name.position}, ${name.text} is the name of another)`;
  return { ...entrant, excluded: [excluded, ...(entrant.excluded ?? [])] };
}

function playerOf({ folder, name, command, cwd }: Entrant) {
  return { name: name?.text ?? basename(folder), command, cwd: cwd ?? folder };
}

function remarksOnAll(folder: string, entrants: readonly Entrant[]): string[] {
  const unclear = entrants.filter((entrant) => !isPlayer(entrant)).length;
  const save = `Save it beside ${relative('.', resolve(folder)) || '.'}, and play it: wordhost tournament FILE`;
  if (unclear === 0) return [save];
  return [save, `${unclear} of ${entrants.length} folders are comments, which say why they are no players.`];
}

const MOST_EXCLUDED = 8;
const LONGEST_PROBLEM = 500;

function remarksOn({ folder, problem, excluded = [] }: Entrant): string[] {
  const name = basename(folder);
  if (problem !== undefined) return [`${name}: ${problem.slice(0, LONGEST_PROBLEM)}`];
  if (excluded.length === 0) return [];
  const more = excluded.length - MOST_EXCLUDED;
  const list = [...excluded.slice(0, MOST_EXCLUDED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [`${name}: left out, for you to decide: ${list}`];
}
