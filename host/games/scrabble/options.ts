import type { OptionTable, OptionValues } from '../kit/option.ts';
import { lastPlayerOption } from '../kit/option.ts';
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
    help: 'rules: the usual ones, those of the course, or the simple ones',
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
    help: 'board: official, standard, hole, infinite, infinite-hole, plain, random, infinite-random (random:SEED), or a file (default: that of the rules)',
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
    help: 'tiles: english, course, simple, or a file; english:3 has three times as many (default: that of the rules)',
    everyday: true,
  },
  handsize: {
    kind: 'count',
    default: 7,
    min: 1,
    max: 100,
    help: 'tiles in a hand',
  },
  draws: {
    kind: 'text',
    default: undefined,
    value: 'TILES',
    help: 'tiles in the order in which they are drawn, hand by hand, as letters with ? for a blank (default: by the seed, as all after these)',
  },
  position: {
    kind: 'text',
    default: undefined,
    value: 'CGP',
    help: 'position that the game begins from, in CGP: seat 1, or that of --first, has the first rack and the next turn',
  },
  positions: {
    kind: 'file',
    default: undefined,
    value: 'FILE',
    read: readPositions,
    write: positionsText,
    eachGroup: 'position',
    help: 'file with a position in CGP on each line; the games in which each player has each seat once begin from one, the next games from the next',
  },
  leftover: {
    kind: 'choice',
    choices: ['rules', 'twice'] as const,
    default: 'rules',
    help: 'points for what is held at the end: those of the rules, or `twice`: who goes out gains it twice, and the others lose nothing',
  },
  ...turnOptions,
  illegal: {
    kind: 'choice',
    choices: ['turn', 'forfeit'] as const,
    default: 'turn',
    help: 'penalty for an illegal move: the turn, or the game',
  },
  'last-player': lastPlayerOption,
  'max-turns': {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1_000_000,
    help: 'number of turns of all players after which a game ends without a winner (default: no limit)',
  },
  ...writingOptions,
} as const satisfies OptionTable;

export type Options = OptionValues<typeof scrabbleOptions>;
