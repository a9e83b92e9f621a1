import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

export type SeatOfTwo = 1 | 2;

/** The tables after all migrations. */
export interface BoggleTables {
  readonly boggle_user: UserTable;
  readonly boggle_game: GameTable;
  readonly boggle_move: MoveTable;
  readonly boggle_open: { readonly shard: number; readonly games: number; readonly turns: number };
  readonly boggle_reminder: ReminderTable;
}

export type BoggleDatabase = Database<BoggleTables>;
export type BoggleQueries = Transaction<BoggleTables>;

export interface UserTable {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly token_hash: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The share of games won, in billionths. */
  readonly share: number;
  readonly made_at: number;
  /** `mailboxKey` of the address, after the question for its confirmation. */
  readonly mailbox: string | null;
  /** The hash of the token in the mailed link. */
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
  /** The number of the change of its game. */
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
  /** `confirmed`: the question was answered, and the reminder is due. */
  readonly state: 'sending' | 'sent' | 'failed' | 'refused' | 'unknown' | 'confirmed';
  readonly tries: number;
  readonly try_at: number;
  readonly problem: string | null;
  /** The player, and the `mailboxKey` of the address. Null without a mail. */
  readonly user_id: string | null;
  readonly mailbox: string | null;
  /** 1: the mail asked for a confirmation. */
  readonly is_link: number | null;
  readonly at: number | null;
}

/**
 * Migrations. A published line never changes; changes are new lines. `seat` is 1 or 2, and `next` 0 when the
 * game is over; `winner` is 0 for a draw, and null before the end. `found` is a JSON list of [word, seat] in
 * the order of finding. `changes` counts changes of a game, and each writer names the count that it has read.
 * `share` is the share of games won, in billionths. Totals of open games are in several rows, so that
 * simultaneous games do not wait for each other. A reminder belongs to the turn at its count of changes.
 * Mails go only to confirmed addresses; `asked_at` is the time of the question, once for each user.
 */
export const boggleMigrations: readonly string[] = [
  `CREATE TABLE boggle_user (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    email TEXT,
    token_hash TEXT NOT NULL UNIQUE,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    share BIGINT NOT NULL,
    made_at BIGINT NOT NULL
  );
  CREATE INDEX boggle_user_rank ON boggle_user (share DESC, wins DESC, made_at, id);
  CREATE TABLE boggle_game (
    id TEXT PRIMARY KEY,
    seed TEXT NOT NULL,
    board TEXT NOT NULL,
    user1 TEXT NOT NULL REFERENCES boggle_user (id),
    user2 TEXT NOT NULL REFERENCES boggle_user (id),
    name1 TEXT NOT NULL,
    name2 TEXT NOT NULL,
    turns BIGINT NOT NULL,
    turns_left BIGINT NOT NULL,
    next BIGINT NOT NULL,
    points1 BIGINT NOT NULL,
    points2 BIGINT NOT NULL,
    found TEXT NOT NULL,
    message TEXT NOT NULL,
    winner BIGINT,
    changes BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  );
  CREATE INDEX boggle_game_user1 ON boggle_game (user1, made_at);
  CREATE INDEX boggle_game_user2 ON boggle_game (user2, made_at);
  CREATE INDEX boggle_game_next ON boggle_game (next, changed_at);
  CREATE TABLE boggle_move (
    game TEXT NOT NULL REFERENCES boggle_game (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    word TEXT NOT NULL,
    points BIGINT,
    path TEXT,
    reason TEXT,
    message TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
  );
  CREATE TABLE boggle_open (
    shard BIGINT PRIMARY KEY,
    games BIGINT NOT NULL,
    turns BIGINT NOT NULL
  );
  INSERT INTO boggle_open (shard, games, turns) VALUES
    (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 0, 0), (7, 0, 0)`,
  `CREATE TABLE boggle_reminder (
    game TEXT NOT NULL REFERENCES boggle_game (id),
    turn BIGINT NOT NULL,
    state TEXT NOT NULL,
    tries BIGINT NOT NULL,
    try_at BIGINT NOT NULL,
    problem TEXT,
    PRIMARY KEY (game, turn)
  )`,
  `ALTER TABLE boggle_user ADD COLUMN mailbox TEXT;
  ALTER TABLE boggle_user ADD COLUMN link_hash TEXT;
  ALTER TABLE boggle_user ADD COLUMN asked_at BIGINT;
  ALTER TABLE boggle_user ADD COLUMN confirmed_at BIGINT;
  CREATE INDEX boggle_user_link ON boggle_user (link_hash);
  CREATE INDEX boggle_user_mailbox ON boggle_user (mailbox, asked_at);
  ALTER TABLE boggle_reminder ADD COLUMN user_id TEXT;
  ALTER TABLE boggle_reminder ADD COLUMN mailbox TEXT;
  ALTER TABLE boggle_reminder ADD COLUMN is_link BIGINT;
  ALTER TABLE boggle_reminder ADD COLUMN at BIGINT;
  CREATE INDEX boggle_reminder_at ON boggle_reminder (at)`,
];
