import { DAY, SECOND } from '../../core/units.ts';
import type { OptionTable, OptionValues } from '../kit/option.ts';
import { lastPlayerOption } from '../kit/option.ts';
import { turnOptions, writingOptions } from '../line-game/options.ts';
import { boardText, namedBoard, readBoardText } from './board.ts';

const MILLI = 1e6;

export const ruleSetNames = ['classic', 'turns'] as const;
export type Rules = (typeof ruleSetNames)[number];

export const boggleOptions = {
  rules: {
    kind: 'choice',
    choices: ruleSetNames,
    default: 'classic',
    help: 'set of rules: all players at once for a limited time, or two players in turns',
    everyday: true,
  },
  time: {
    kind: 'duration',
    default: 180 * SECOND,
    min: MILLI,
    max: DAY,
    help: 'with --rules classic: length of a game',
    everyday: true,
  },
  turns: {
    kind: 'count',
    default: 20,
    min: 1,
    max: 1000,
    help: 'with --rules turns: total number of turns of both players',
  },
  board: {
    kind: 'file',
    default: undefined,
    value: 'CELLS|FILE',
    read: readBoardText,
    named: namedBoard,
    write: boardText,
    help: 'board: its rows, such as RSPL/EIBT/ULZA/ESTI (Qu is one cell), or a file with one row per line (default: rolled with dice, --width by --height)',
    everyday: true,
  },
  width: {
    kind: 'count',
    default: 4,
    min: 1,
    max: 16,
    help: 'number of columns of a rolled board',
  },
  height: {
    kind: 'count',
    default: 4,
    min: 1,
    max: 16,
    help: 'number of rows of a rolled board',
  },
  ...turnOptions,
  first: {
    ...turnOptions.first,
    help: 'with --rules turns: seat that plays first; players rotate through the seats (default: 1)',
  },
  timeout: {
    ...turnOptions.timeout,
    help: 'with --rules turns: time limit for each turn; `none` for no limit',
    everyday: true,
  },
  'last-player': lastPlayerOption,
  ...writingOptions,
  'max-late': {
    ...writingOptions['max-late'],
    help: 'size limit for all late answers of a player',
  },
} as const satisfies OptionTable;

export type Options = OptionValues<typeof boggleOptions>;
