import { type BankTold, bankLines } from '../../line-game/wire/bank-lines.ts';
import { nameLines } from '../../line-game/wire/greeting-lines.ts';
import { type Board, rowsOf } from '../board/board.ts';
import type { Rules } from '../options.ts';

/** All that a player is told before it is ready. */
export interface Introduction {
  readonly rules: Rules;
  readonly player: number;
  readonly names: readonly string[];
  /** Of the whole game, where it is played in turns. */
  readonly turns: number | undefined;
  /** Of the whole game, where it is not. */
  readonly timeMs: number | undefined;
  /** Of one turn; none for no limit. */
  readonly timeoutMs: number | undefined;
  /** None: players have no time for the whole game. */
  readonly bank?: BankTold | undefined;
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
