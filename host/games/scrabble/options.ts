import type { OptionTable, OptionValues } from '../kit/option.ts';
import { turnCpuOption } from '../line-game/turns/turn-cpu.ts';
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
    help: 'rules: the usual ones, those of the course, or the simple ones',
  },
  board: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: boardChoice,
    named: namedChoice,
    write: boardChoiceText,
    help: 'board: official, standard, hole, infinite, infinite-hole, plain, random, infinite-random (random:SEED), or a file (default: that of the rules)',
  },
  tiles: {
    kind: 'file',
    default: undefined,
    value: 'NAME|FILE',
    read: readTiles,
    named: namedTiles,
    write: tilesText,
    help: 'tiles: english, course, simple, or a file; english:3 has three times as many (default: that of the rules)',
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
    help: 'time limit for each turn; `none` for no limit',
  },
  'turn-cpu': turnCpuOption,
  margin: {
    kind: 'duration',
    default: 50 * MILLI,
    min: 0,
    max: 10 * SECOND,
    help: 'extra time for each turn, for delays that are not the fault of players',
  },
  illegal: {
    kind: 'choice',
    choices: ['turn', 'forfeit'] as const,
    default: 'turn',
    help: 'penalty for an illegal move: the turn, or the game',
  },
  'last-player': {
    kind: 'choice',
    choices: ['win', 'continue'] as const,
    default: 'win',
    help: 'the last remaining player: `win` ends the game, `continue` lets it play on to the end',
  },
  'max-turns': {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 1_000_000,
    help: 'number of turns of all players after which a game ends without a winner (default: no limit)',
  },
  'max-line': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 16 * MiB,
    help: 'size limit for one line of a player',
  },
  'max-late': {
    kind: 'size',
    default: 64 * KiB,
    min: 256,
    max: 2 ** 40,
    help: 'size limit for all answers to turns that have run out',
  },
  'max-output': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'size limit for all that a player writes in a game',
  },
} as const satisfies OptionTable;

export type Options = OptionValues<typeof scrabbleOptions>;
