import type { Board } from '../../../games/boggle/board/board.ts';
import { readBoardText } from '../../../games/boggle/board/board-text.ts';
import type { Row } from '../../database/database.ts';

/** 1 or 2. */
export type SeatOfTwo = 1 | 2;

/** A game as the database has it. */
export interface StoredGame {
  readonly key: string;
  readonly seed: string;
  /** `RSPL/EIBT/ULZA/ESTI`. */
  readonly board: string;
  /** The keys of the users, by seat. */
  readonly users: readonly [string, string];
  readonly names: readonly [string, string];
  readonly turns: number;
  readonly turnsLeft: number;
  /** None once the game is over. */
  readonly next: SeatOfTwo | undefined;
  readonly points: readonly [number, number];
  /** In the order of finding. */
  readonly found: readonly FoundWord[];
  /** That of the newest change. */
  readonly message: string;
  /** None before the end. */
  readonly winner: SeatOfTwo | 'nobody' | undefined;
  /** How often it was changed. */
  readonly changes: number;
  /** Times are in milliseconds. */
  readonly madeAt: number;
  readonly changedAt: number;
}

export type FoundWord = readonly [word: string, seat: SeatOfTwo];

/** A guess, right or wrong; or what a bot did instead. */
export interface StoredMove {
  readonly seat: SeatOfTwo;
  /** Empty for a turn without a guess, and for the end of a bot. */
  readonly word: string;
  /** None for what is not right, which has a reason instead. */
  readonly points: number | undefined;
  /** Its cells, row by row from 0. */
  readonly path: readonly number[] | undefined;
  readonly reason: string | undefined;
  readonly message: string;
  readonly at: number;
}

/** What is not a board was not written by us. */
export function boardIn({ board }: Pick<StoredGame, 'board'>): Board {
  const reading = readBoardText(board);
  if (reading.ok) return reading.value;
  throw new Error(`the store has a board that is none: ${board}`);
}

/** None: who has this name plays in another game. */
export function seatOf({ names }: StoredGame, name: string): SeatOfTwo | undefined {
  const index = names.indexOf(name);
  return index === -1 ? undefined : ((index + 1) as SeatOfTwo);
}

export function gameIn(row: Row): StoredGame {
  const next = row.next as 0 | SeatOfTwo;
  const winner = row.winner as 0 | SeatOfTwo | null;
  return {
    key: row.id as string,
    seed: row.seed as string,
    board: row.board as string,
    users: [row.user1 as string, row.user2 as string],
    names: [row.name1 as string, row.name2 as string],
    turns: row.turns as number,
    turnsLeft: row.turns_left as number,
    next: next === 0 ? undefined : next,
    points: [row.points1 as number, row.points2 as number],
    found: JSON.parse(row.found as string) as FoundWord[],
    message: row.message as string,
    winner: winner === null ? undefined : winner === 0 ? 'nobody' : winner,
    changes: row.changes as number,
    madeAt: row.made_at as number,
    changedAt: row.changed_at as number,
  };
}

export function winnerValue(winner: StoredGame['winner']): number | null {
  if (winner === undefined) return null;
  return winner === 'nobody' ? 0 : winner;
}

export function moveIn(row: Row): StoredMove {
  const path = row.path as string | null;
  return {
    seat: row.seat as SeatOfTwo,
    word: row.word as string,
    points: (row.points as number | null) ?? undefined,
    path: path === null ? undefined : (JSON.parse(path) as number[]),
    reason: (row.reason as string | null) ?? undefined,
    message: row.message as string,
    at: row.at as number,
  };
}
