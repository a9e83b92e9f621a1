import type { OptionTable, OptionValues } from '../kit/option.ts';
import { turnCpuOption } from '../line-game/turn-cpu.ts';
import { boardChoice, boardChoiceText, namedChoice } from './board-choice.ts';
import { ruleSetNames } from './rule-sets.ts';
import { namedTiles, readTiles, tilesText } from './tiles-choice.ts';

const MILLI = 1e6;
const SECOND = 1e9;
const DAY = 86_400 * SECOND;
const KiB = 2 ** 10;
const MiB = 2 ** 20;

export const scrabbleOptions = {
  rules: {
    kind: 'choice',
    choices: ruleSetNames,
    default: 'tournament',
    help: 'whose rules: the usual ones, those of the course, or the simple ones',
  },
  board: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: boardChoice,
    named: namedChoice,
    write: boardChoiceText,
    help: 'the board: official, standard, hole, infinite, infinite-hole, plain, random, infinite-random (random:SEED), or a file (default: as the rules have it)',
  },
  tiles: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: readTiles,
    named: namedTiles,
    write: tilesText,
    help: 'the tiles: english, course, simple, or a file; english:3 has three times as many (default: as the rules have it)',
  },
  handsize: {
    kind: 'count',
    default: 7,
    min: 1,
    max: 100,
    help: 'tiles in a hand',
  },
  timeout: {
    kind: 'duration',
    default: 30 * SECOND,
    min: MILLI,
    max: DAY,
    none: true,
    help: 'what a player has for a turn; `none` for no limit',
  },
  'turn-cpu': turnCpuOption,
  margin: {
    kind: 'duration',
    default: 50 * MILLI,
    min: 0,
    max: 10 * SECOND,
    help: 'what every turn is allowed on top, for delays that are not the fault of players',
  },
  illegal: {
    kind: 'choice',
    choices: ['turn', 'forfeit'] as const,
    default: 'turn',
    help: 'what an illegal move costs: the turn, or the game',
  },
  'last-player': {
    kind: 'choice',
    choices: ['win', 'continue'] as const,
    default: 'win',
    help: 'the only player left has won, or plays on to the end',
  },
  'max-turns': {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1_000_000,
    help: 'end a game without a winner after so many turns of all players (default: never)',
  },
  'max-line': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 16 * MiB,
    help: 'the longest line that a player may write',
  },
  'max-late': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 2 ** 40,
    help: 'what a player may write in answers to turns that have run out',
  },
  'max-output': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'what a player may write in a game',
  },
} as const satisfies OptionTable;

export type Options = OptionValues<typeof scrabbleOptions>;
