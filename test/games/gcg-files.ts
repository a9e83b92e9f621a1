import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import type { Options } from '../../host/games/scrabble/options.ts';
import type { RuleSetName } from '../../host/games/scrabble/rule-sets.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Given } from './gcg-again.ts';
import { english, idOf } from './scrabble-table.ts';
import { lexiconWith } from './table.ts';

interface FileByHand {
  readonly what: string;
  readonly gcg: string;
  readonly encoding?: 'latin1' | 'utf16le';
  /** Of lines, instead of LF. */
  readonly ends?: string;
  /** Makes it long. */
  readonly repeated?: number;
  /** So many A at its end. */
  readonly padded?: number;
  readonly tiles?: string;
  readonly board?: string;
  readonly rules?: RuleSetName;
  readonly list?: 'none';
}

interface GoodFile extends FileByHand {
  readonly moves: string;
  readonly scores: readonly number[];
  readonly reason?: string;
  readonly notes?: readonly string[];
  readonly names?: readonly string[];
  /** Where `--strict` refuses it. */
  readonly strict?: string;
}

interface BadFile extends FileByHand {
  /** `LINE`, or `LINE:COLUMN`. */
  readonly at: string | number;
  readonly says: string;
}

const text = readFileSync(join(import.meta.dirname, 'gcg-files.yml'), 'utf8');
const { words, good, bad, others } = parse(text) as {
  readonly words: string;
  readonly good: readonly GoodFile[];
  readonly bad: readonly BadFile[];
  /** Names of files of other programs, by the file here that is read or refused for the same reason. */
  readonly others: Readonly<Record<string, readonly string[]>>;
};

export { bad, good, others };

const lexicon = lexiconWith(words.split(' '));
const PLAYERS = '#player1 Ada Ada Lovelace\n#player2 Ben Ben\n';

export function bytesOf({ gcg, encoding, ends = '\n', repeated = 1, padded = 0 }: FileByHand): Uint8Array {
  const whole = /^\ufeff?#/.test(gcg) ? gcg : `${PLAYERS}${gcg}`;
  return Uint8Array.from(
    Buffer.from(`${whole.repeat(repeated)}${'A'.repeat(padded)}`.replaceAll('\n', ends), encoding),
  );
}

export function givenFor({ tiles, board, rules, list }: FileByHand): Given {
  return {
    options: {
      ...(rules && { rules }),
      ...(board && { board: boardNamed(board) }),
      ...(tiles === 'twice' ? { tiles: twoForA } : tiles && { tiles: setOf(tiles), handsize: 3 }),
    },
    lexicon: list === 'none' ? undefined : lexicon,
  };
}

function boardNamed(name: string): Options['board'] {
  const choice = namedChoice(name);
  if (!choice?.ok) throw new Error(name);
  return choice.value;
}

function setOf(letters: string): TileSet {
  const countOf = (id: number) => [...letters].filter((letter) => idOf(letter) === id).length;
  return { name: 'file', tiles: english.tiles.map((tile) => ({ ...tile, count: countOf(tile.id) })) };
}

const [, a, b] = english.tiles;
const twoForA: TileSet = {
  name: 'file',
  tiles: [
    { ...b!, id: 1, faces: a!.faces },
    { ...a!, id: 2 },
  ],
};
