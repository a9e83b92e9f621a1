import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UsageError } from '../../../core/usage-error.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import type { AnyGame } from '../../../games/game.ts';
import { printLines } from '../../print.ts';
import { type Entrant, entrantIn } from './entrant.ts';

/** A tournament file on standard output, in which each folder in this one is a player. */
export async function printRoster(folder: string, game: AnyGame): Promise<number> {
  const entrants: Entrant[] = [];
  for (const path of foldersIn(folder)) entrants.push(await entrantIn(path));
  if (entrants.length === 0)
    throw new UsageError(
      `--roster ${folder}: expected a folder with a folder for each player; there is none in it`,
    );
  printLines(rosterLines(folder, game, entrants));
  return 0;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  } catch (error) {
    throw new UsageError(`--roster ${folder} cannot be read: ${faultInWords(error as Error)}`);
  }
}

function rosterLines(folder: string, { name, seats }: AnyGame, entrants: readonly Entrant[]): string[] {
  const unclear = entrants.filter(({ problem }) => problem !== undefined).length;
  return [
    `# Save it beside ${relative('.', resolve(folder)) || '.'}, and play it: wordhost tournament FILE`,
    ...(unclear > 0
      ? [`# ${unclear} of ${entrants.length} folders are comments: what they play with could not be told.`]
      : []),
    `name: ${plain(basename(resolve(folder)))}`,
    `game: ${name}`,
    'players:',
    ...entrants.flatMap((entrant) => entrantLines(entrant)),
    `format: { kind: round-robin, rounds: 1, seats: ${Math.max(2, seats.min)}, mirrored: true }`,
    'offender: lose',
  ];
}

function entrantLines({ folder, command, problem, more = {} }: Entrant): string[] {
  const name = basename(folder);
  if (command === undefined) return [`  # ${name}: ${problem}`];
  const fields = Object.entries({ name, command, cwd: folder, ...more });
  return [`  - { ${fields.map(([field, value]) => `${field}: ${plain(value)}`).join(', ')} }`];
}

/** As YAML has it: in quotes where it would be read otherwise. */
function plain(value: unknown): string {
  const isPlain =
    typeof value === 'string' && /^[A-Za-z./][\w./-]*(?: [\w./-]+)*$/.test(value) && !WORDS.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** They would be no text. */
const WORDS = /^(?:true|false|null|yes|no|on|off)$/i;
