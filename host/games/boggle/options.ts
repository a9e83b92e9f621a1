import type { OptionTable, OptionValues } from '../kit/option.ts';
import { lastPlayerOption } from '../kit/option.ts';
import { turnOptions, writingOptions } from '../line-game/options.ts';
import { boardText, namedBoard, readBoardText } from './board.ts';

const MILLI = 1e6;
const SECOND = 1e9;
const DAY = 86_400 * SECOND;

export const ruleSetNames = ['classic', 'turns'] as const;
export type Rules = (typeof ruleSetNames)[number];

export const boggleOptions = {
  rules: {
    kind: 'choice',
    choices: ruleSetNames,
    default: 'classic',
    help: 'rules: all players at once for a time, or two in turns',
    everyday: true,
  },
  time: {
    kind: 'duration',
    default: 180 * SECOND,
    min: MILLI,
    max: DAY,
    help: 'length of a game by the classic rules',
    everyday: true,
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
    help: 'board: its rows, as in RSPL/EIBT/ULZA/ESTI (a lower-case letter belongs to the one before it: Qu) or "R S P QU | E I B T", or a file with a row a line (default: rolled from dice, --width by --height)',
    everyday: true,
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
  ...turnOptions,
  first: {
    ...turnOptions.first,
    help: 'seat that has the first turn, in games in turns; as seats rotate, others sit there (default: 1)',
  },
  timeout: {
    ...turnOptions.timeout,
    help: 'time limit for each turn, in games in turns; `none` for no limit',
    everyday: true,
  },
  'last-player': lastPlayerOption,
  ...writingOptions,
  'max-late': {
    ...writingOptions['max-late'],
    help: 'size limit for all that is dropped: answers to turns that have run out, and all after done',
  },
} as const satisfies OptionTable;

export type Options = OptionValues<typeof boggleOptions>;
