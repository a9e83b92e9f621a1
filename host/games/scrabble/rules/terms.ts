import type { Setup } from '../../game.ts';
import { nobodyBegins } from '../../line-game/opening.ts';
import { withoutBank } from '../../line-game/turns/time-bank.ts';
import { builtInBoard } from '../board/built-in-boards.ts';
import { boardOf } from '../board-choice.ts';
import type { Options, scrabbleOptions } from '../options.ts';
import { ruleSets } from '../rule-sets.ts';
import { builtInTileSet } from '../tiles/built-in-tiles.ts';
import { shown } from '../tiles/letter.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import { rackLetters } from './rack.ts';
import type { Terms } from './state.ts';

export type ScrabbleSetup = Setup<typeof scrabbleOptions>;

/**
 * From this edition on players are told what squares multiply, how many tiles there are, which boards and tiles are
 * built in, and before each turn how many tiles the bag holds.
 */
const TELLS_OF_TILES = 3;

/** What the options and the match's chance come to. */
export function termsOf(setup: ScrabbleSetup): Terms {
  const { options, own, lexicon, names } = setup;
  const brief = (setup.edition ?? TELLS_OF_TILES) < TELLS_OF_TILES;
  const rules = ruleSets[options.rules];
  const board = options.board ? boardOf(options.board, setup) : builtInBoard(rules.board)!;
  const tiles = tilesFor(options);
  const handSize = options.handsize;
  const letters = rackLetters(tiles);
  return { options, own, rules, board, tiles, lexicon, handSize, names, brief, rackLetters: letters };
}

function tilesFor({ tiles, rules }: Options): TileSet {
  return tiles ?? builtInTileSet(ruleSets[rules].tiles);
}

/** All that a tile of these can stand for. */
export function lettersOf(options: Options): ReadonlySet<string> {
  return new Set(tilesFor(options).tiles.flatMap(({ faces }) => faces.map(({ letter }) => letter)));
}

/** A sentence for the user when the bag cannot deal every hand. */
export function unplayable(options: Options, seats: number): string | undefined {
  const { tiles } = tilesFor(options);
  const count = tiles.reduce((sum, tile) => sum + tile.count, 0);
  const needed = seats * options.handsize;
  if (needed <= count) return wrongDraws(options) ?? withoutBank(options) ?? nobodyBegins(options, seats);
  const each = Math.floor(count / seats);
  const ways = [
    ...(seats > 1 ? ['name fewer players'] : []),
    ...(each > 0 ? [`give --handsize N (at most ${each})`] : []),
    'give more tiles (--tiles english:2)',
  ];
  const players = seats === 1 ? '1 player' : `${seats} players`;
  return `there are ${count} tiles, and ${players} with ${options.handsize} each need ${needed}: ${ways.join(' or ')}`;
}

function wrongDraws(options: Options): string | undefined {
  const tiles = tilesFor(options);
  const letters = new Set(rackLetters(tiles).values());
  const other = [...(options.draws ?? '')].find((letter) => !letters.has(letter));
  if (other === undefined) return undefined;
  return `--draws: expected tiles as letters, one after the other, with ? for a blank, as in AEINRS?; got ${shown(other)}, which no tile of ${tiles.name} is`;
}
