import type { Database, Queries } from '../../database/database.ts';

/** 1 or 2. */
export type SeatOfTwo = 1 | 2;

/** What the migrations come to, by the names of tables and columns. */
export interface BoggleTables {
  readonly boggle_user: UserTable;
  readonly boggle_game: GameTable;
  readonly boggle_move: MoveTable;
  readonly boggle_open: { readonly shard: number; readonly games: number; readonly turns: number };
  readonly boggle_reminder: ReminderTable;
}

export type BoggleDatabase = Database<BoggleTables>;
export type BoggleQueries = Queries<BoggleTables>;

/** These columns of a row; of the places of a query, which has no row yet, too. */
export function these<Row, Column extends keyof Row & string>(row: Row, ...columns: readonly Column[]) {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>;
}

export interface UserTable {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly token_hash: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Of games won, in billionths. */
  readonly share: number;
  readonly made_at: number;
  /** `mailboxKey` of its address, once that was asked to be confirmed. */
  readonly mailbox: string | null;
  /** Of the link that was mailed to the address. */
  readonly link_hash: string | null;
  readonly asked_at: number | null;
  readonly confirmed_at: number | null;
}

export interface GameTable {
  readonly id: string;
  readonly seed: string;
  readonly board: string;
  readonly user1: string;
  readonly user2: string;
  readonly name1: string;
  readonly name2: string;
  readonly turns: number;
  readonly turns_left: number;
  /** 0 when the game is over. */
  readonly next: 0 | SeatOfTwo;
  readonly points1: number;
  readonly points2: number;
  /** A JSON list of [word, seat], in the order of finding. */
  readonly found: string;
  readonly message: string;
  /** 0 for a draw; null before the end. */
  readonly winner: 0 | SeatOfTwo | null;
  readonly changes: number;
  readonly made_at: number;
  readonly changed_at: number;
}

export interface MoveTable {
  readonly game: string;
  /** That of the change of its game. */
  readonly number: number;
  readonly seat: SeatOfTwo;
  readonly word: string;
  readonly points: number | null;
  /** A JSON list of cells. */
  readonly path: string | null;
  readonly reason: string | null;
  readonly message: string;
  readonly at: number;
}

export interface ReminderTable {
  readonly game: string;
  readonly turn: number;
  readonly state: 'sending' | 'sent' | 'failed' | 'refused' | 'unknown';
  readonly tries: number;
  readonly try_at: number;
  readonly problem: string | null;
  /** Whose turn it is, and the `mailboxKey` of the address; null where no mail was sent. */
  readonly user_id: string | null;
  readonly mailbox: string | null;
  /** 1: the mail asked for the address to be confirmed. */
  readonly is_link: number | null;
  readonly at: number | null;
}
