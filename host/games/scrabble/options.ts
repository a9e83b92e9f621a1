import type { OptionTable, OptionValues } from '../kit/option.ts';
import { lastPlayerOption, numberIn } from '../kit/option.ts';
import { turnOptions, writingOptions } from '../line-game/options.ts';
import { boardChoice, boardChoiceNames, boardChoiceText, namedChoice } from './board/board-choice.ts';
import { positionsText, readPositions } from './formats/cgp.ts';
import { ruleSetNames } from './rule-sets.ts';
import { namedTiles, readTiles, tilesText } from './tiles/tile-file.ts';
import { builtInTileNames } from './tiles/tile-set.ts';

export const scrabbleOptions = {
  rules: {
    kind: 'choice',
    choices: ruleSetNames,
    default: 'tournament',
    help: 'set of rules: of tournaments, of the course, or simple ones',
    everyday: true,
  },
  board: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: boardChoice,
    named: namedChoice,
    names: boardChoiceNames,
    write: boardChoiceText,
    help: 'board: official, standard, hole, infinite, infinite-hole, plain, random, infinite-random (random:SEED), or a file (default: the board of the rules)',
    everyday: true,
  },
  tiles: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: readTiles,
    named: namedTiles,
    names: builtInTileNames,
    write: tilesText,
    help: 'tiles: english, course, simple, english:3 (three times as many), or a file (default: the tiles of the rules)',
    everyday: true,
  },
  alphabet: {
    kind: 'choice',
    choices: ['usual', 'permuted'] as const,
    default: 'usual',
    help: '`permuted`: each game exchanges the letters of tiles and words, by its seed',
  },
  handsize: {
    kind: 'count',
    default: 7,
    min: 1,
    max: 100,
    help: 'number of tiles in a hand',
  },
  draws: {
    kind: 'text',
    default: undefined,
    value: 'TILES',
    help: 'first tiles to draw, hand by hand, as letters with ? for a blank (default: random, like all further tiles)',
  },
  position: {
    kind: 'text',
    default: undefined,
    value: 'CGP',
    help: 'position in CGP to start the game from; seat 1, or --first, has the next turn',
  },
  positions: {
    kind: 'file',
    default: undefined,
    value: 'FILE',
    read: readPositions,
    write: positionsText,
    eachGroup: 'position',
    help: 'file with one CGP position per line; each mirrored group of games starts from the next',
  },
  leftover: {
    kind: 'choice',
    choices: ['rules', 'twice'] as const,
    default: 'rules',
    help: 'points for tiles left at the end; `twice`: the player who goes out gains them twice, the others lose nothing',
  },
  ...turnOptions,
  illegal: {
    kind: 'choice',
    choices: ['turn', 'forfeit'] as const,
    numbered: { word: 'retry', min: 1, max: 100 },
    default: 'turn',
    help: 'penalty for an illegal move: loss of the turn, or of the game; `retry=N` gives the same turn again up to N times, in the time that is left',
  },
  'last-player': lastPlayerOption,
  'max-turns': {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1_000_000,
    help: 'total number of turns after which a game ends without a winner (default: no limit)',
  },
  ...writingOptions,
} as const satisfies OptionTable;

/** The number of further attempts at a turn after refused moves. */
export function retriesOf({ illegal }: Pick<Options, 'illegal'>): number {
  return numberIn(illegal) ?? 0;
}

export type Options = OptionValues<typeof scrabbleOptions>;
