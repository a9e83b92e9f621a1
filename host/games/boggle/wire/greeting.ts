import type { Reading } from '../../../core/reading.ts';
import {
  type BankNotice,
  bankIn,
  bankLines,
  GreetingLines,
  nameLines,
  wordsIn,
} from '../../line-game/wire/greeting.ts';
import { type Board, boardOf, LARGEST_SIDE, rowsOf } from '../board.ts';
import { type Rules, ruleSetNames } from '../options.ts';

export interface Introduction {
  readonly rules: Rules;
  readonly player: number;
  readonly names: readonly string[];
  /** Only in a game in turns. */
  readonly turns: number | undefined;
  /** Only in a simultaneous game. */
  readonly timeMs: number | undefined;
  /** Undefined without a limit. */
  readonly timeoutMs: number | undefined;
  readonly bank?: BankNotice | undefined;
  readonly dictionary: string;
  readonly board: Board;
}

export function greetingText(told: Introduction): string {
  const { rules, player, names, turns, timeMs, timeoutMs, bank, dictionary, board } = told;
  const lines = [
    'boggle 1',
    `rules ${rules}`,
    `player ${player}`,
    `players ${names.length}`,
    ...nameLines(names),
    ...(turns === undefined ? [] : [`turns ${turns}`]),
    ...(timeMs === undefined ? [] : [`time ${timeMs}`]),
    `timeout ${timeoutMs ?? 'none'}`,
    ...bankLines(bank),
    `dictionary ${dictionary}`,
    `board ${board.width} ${board.height}`,
    ...rowsOf(board).map((row) => `row ${row}`),
    'end',
  ];
  return `${lines.join('\n')}\n`;
}

export type GreetingReading = Reading<{ told: Introduction }>;

/** Reads the set-up up to `end` and skips unknown lines. */
export function readGreeting(lines: readonly string[]): GreetingReading {
  const said = new GreetingLines(lines);
  const other = said.otherVersion('boggle');
  if (other !== undefined) return wrong(other);
  const rules = ruleSetNames.find((name) => name === said.of('rules'));
  if (!rules) return wrong(`rules: expected ${ruleSetNames.join(' or ')}; got ${said.of('rules')}`);
  const board = boardIn(said);
  if (typeof board === 'string') return wrong(board);
  const told: Introduction = {
    rules,
    player: Number(said.of('player')),
    names: said.names(),
    turns: numberIn(said, 'turns'),
    timeMs: numberIn(said, 'time'),
    timeoutMs: said.of('timeout') === 'none' ? undefined : Number(said.of('timeout')),
    ...bankIn(said),
    dictionary: said.of('dictionary'),
    board,
  };
  return { ok: true, told };
}

function numberIn(said: GreetingLines, first: string): number | undefined {
  const text = said.of(first);
  return text === '' ? undefined : Number(text);
}

function boardIn(said: GreetingLines): Board | string {
  const [width = 0, height = 0] = wordsIn(said.of('board')).map(Number);
  const rows = said.all('row').map(wordsIn);
  if (!isSide(width) || !isSide(height))
    return `board: expected two sides from 1 to ${LARGEST_SIDE}; got ${JSON.stringify(said.of('board'))}`;
  if (rows.length !== height || rows.some((row) => row.length !== width))
    return `board: expected ${height} rows of ${width} cells each; got ${rows.map((row) => row.length).join(', ')}`;
  const cells = rows.flat();
  const odd = cells.find((cell) => !isCell.test(cell));
  if (odd !== undefined) return `row: expected cells of one to four letters; got ${JSON.stringify(odd)}`;
  return boardOf(width, height, cells);
}

const isCell = /^[A-Z]{1,4}$/;

function isSide(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= LARGEST_SIDE;
}

function wrong(problem: string): GreetingReading {
  return { ok: false, problem };
}
