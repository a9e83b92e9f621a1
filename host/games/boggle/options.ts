import type { OptionTable, OptionValues } from '../kit/option.ts';
import { turnCpuOption } from '../line-game/turns/turn-cpu.ts';
import { boardText, readBoardText } from './board/board-text.ts';
import { namedBoard } from './named-board.ts';

const MILLI = 1e6;
const SECOND = 1e9;
const DAY = 86_400 * SECOND;
const KiB = 2 ** 10;
const MiB = 2 ** 20;

export const ruleSetNames = ['classic', 'turns'] as const;
export type Rules = (typeof ruleSetNames)[number];

export const boggleOptions = {
  rules: {
    kind: 'choice',
    choices: ruleSetNames,
    default: 'classic',
    help: 'rules: all players at once for a time, or two in turns',
  },
  time: {
    kind: 'duration',
    default: 180 * SECOND,
    min: MILLI,
    max: DAY,
    help: 'length of a game by the classic rules',
  },
  turns: {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    help: 'number of turns of a game in turns, of both players together',
  },
  board: {
    kind: 'file',
    default: undefined,
    value: 'CELLS|FILE',
    read: readBoardText,
    named: namedBoard,
    write: boardText,
    help: 'board: its rows, as in RSPL/EIBT/ULZA/ESTI (a lower-case letter belongs to the one before it: Qu), or a file with a row a line (default: rolled from dice)',
  },
  width: {
    kind: 'count',
    default: 4,
    min: 1,
    max: 16,
    help: 'columns of a board that is rolled',
  },
  height: {
    kind: 'count',
    default: 4,
    min: 1,
    max: 16,
    help: 'rows of a board that is rolled',
  },
  timeout: {
    kind: 'duration',
    default: 30 * SECOND,
    min: MILLI,
    max: DAY,
    none: true,
    help: 'time limit for each turn, in games in turns; `none` for no limit',
  },
  'turn-cpu': turnCpuOption,
  margin: {
    kind: 'duration',
    default: 50 * MILLI,
    min: 0,
    max: 10 * SECOND,
    help: 'extra time for each turn, for delays that are not the fault of players',
  },
  'last-player': {
    kind: 'choice',
    choices: ['win', 'continue'] as const,
    default: 'win',
    help: 'the last remaining player: `win` ends the game, `continue` lets it play on to the end',
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
    help: 'size limit for all that is dropped: answers to turns that have run out, and all after done',
  },
  'max-output': {
    kind: 'size',
    default: 16 * MiB,
    min: 1024,
    max: 2 ** 40,
    help: 'size limit for all that a player writes in a game',
  },
} as const satisfies OptionTable;

export type Options = OptionValues<typeof boggleOptions>;
