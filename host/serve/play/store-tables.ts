/** The tables after all migrations. */
export interface PlayTables {
  readonly play_game: GameTable;
  readonly play_seat: SeatTable;
  readonly play_input: InputTable;
}

export type GameState = 'open' | 'running' | 'over';

interface GameTable {
  readonly key: string;
  readonly game: string;
  readonly request: string;
  readonly state: GameState;
  readonly record: string | null;
  readonly made_at: number;
  readonly over_at: number | null;
  /** The key of the game that its players play next. */
  readonly next: string | null;
}

/** Without a guest the seat is a bot's or open. */
interface SeatTable {
  readonly game: string;
  readonly seat: number;
  readonly kind: SeatKind;
  readonly name: string;
  readonly guest: string | null;
}

export type SeatKind = 'person' | 'bot' | 'open';

/** `at` is the time of the game in nanoseconds, `day_at` the time of day in milliseconds. */
export interface InputTable {
  readonly game: string;
  readonly number: number;
  readonly seat: number;
  readonly input: string;
  readonly at: number;
  readonly day_at: number;
}

/** A published line never changes; changes are new lines. */
export const playMigrations: readonly string[] = [
  `CREATE TABLE play_game (
    key TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    record TEXT,
    made_at BIGINT NOT NULL,
    over_at BIGINT
  );
  CREATE INDEX play_game_state ON play_game (state, made_at);
  CREATE TABLE play_seat (
    game TEXT NOT NULL REFERENCES play_game (key),
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    guest TEXT,
    PRIMARY KEY (game, seat)
  );
  CREATE INDEX play_seat_guest ON play_seat (guest);
  CREATE TABLE play_input (
    game TEXT NOT NULL REFERENCES play_game (key),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    input TEXT NOT NULL,
    at BIGINT NOT NULL,
    day_at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
  )`,
  'ALTER TABLE play_game ADD COLUMN next TEXT',
];
