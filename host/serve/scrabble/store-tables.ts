import { jsonText } from '../../core/json.ts';
import {
  anyOf,
  listOf,
  Misfit,
  object,
  oneOf,
  readBy,
  type Shape,
  seat,
  text,
  transform,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { type Result, readResult } from '../../events/result.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import { type MatchRequest, readMatchRequest } from '../../match/plan.ts';
import { readEndpoint } from '../../seats/remote/endpoints.ts';
import type { LeaseTables } from './lease.ts';

/** The tables after all migrations. */
export interface ScrabbleTables extends LeaseTables {
  readonly scrabble_token: {
    readonly id: number;
    readonly name: string;
    readonly hash: string;
    readonly made_at: number;
    readonly revoked_at: number | null;
  };
  readonly scrabble_bot: BotTable;
  readonly scrabble_game: GameTable;
  readonly scrabble_move: MoveTable;
}

/** A version of a bot. The last registered one is current. */
export interface BotTable {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly token: number;
  readonly endpoint: string;
  readonly language: string;
  readonly website: string;
  readonly description: string;
  readonly concurrent: number;
  readonly is_current: number;
  readonly registered_at: number;
}

/** A game has up to four seats. Unused ones are null. */
type SeatColumn = 'bot' | 'begun' | 'gameid';
export type SeatNumber = 1 | 2 | 3 | 4;

/** `begun1`: the bot of seat 1 has the files. Only it knows `gameid1`; `id` is on pages. */
export interface GameTable extends Readonly<Record<`${SeatColumn}${SeatNumber}`, number | null>> {
  readonly id: number;
  readonly request: string;
  readonly state: GameState;
  readonly result: string | null;
  readonly record: string | null;
  readonly made_at: number;
  readonly over_at: number | null;
}

/** Only older versions of this program ended games as `superseded` by a new version of a bot. */
type GameState = 'open' | 'over' | 'superseded' | 'void';

export interface MoveTable {
  readonly game: number;
  readonly number: number;
  readonly seat: number;
  readonly move: string;
  readonly failure: number;
  readonly at: number;
}

/** Migrations. A published line never changes; changes are new lines. */
export const scrabbleMigrations: readonly string[] = [
  `CREATE TABLE scrabble_token (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    made_at BIGINT NOT NULL,
    revoked_at BIGINT
  );
  CREATE TABLE scrabble_bot (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    token BIGINT NOT NULL REFERENCES scrabble_token (id),
    endpoint TEXT NOT NULL,
    language TEXT NOT NULL,
    website TEXT NOT NULL,
    description TEXT NOT NULL,
    concurrent BIGINT NOT NULL,
    is_current BIGINT NOT NULL,
    registered_at BIGINT NOT NULL,
    UNIQUE (name, version)
  );
  CREATE TABLE scrabble_game (
    id BIGINT PRIMARY KEY,
    request TEXT NOT NULL,
    bot1 BIGINT NOT NULL REFERENCES scrabble_bot (id),
    bot2 BIGINT NOT NULL REFERENCES scrabble_bot (id),
    begun1 BIGINT NOT NULL,
    begun2 BIGINT NOT NULL,
    state TEXT NOT NULL,
    result TEXT,
    record TEXT,
    made_at BIGINT NOT NULL,
    over_at BIGINT
  );
  CREATE INDEX scrabble_game_state ON scrabble_game (state, id);
  CREATE TABLE scrabble_move (
    game BIGINT NOT NULL REFERENCES scrabble_game (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    move TEXT NOT NULL,
    failure BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
  )`,
  `CREATE TABLE scrabble_lease (
    id BIGINT PRIMARY KEY,
    holder TEXT NOT NULL,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
  )`,
  `ALTER TABLE scrabble_game ADD COLUMN bot3 BIGINT REFERENCES scrabble_bot (id);
  ALTER TABLE scrabble_game ADD COLUMN bot4 BIGINT REFERENCES scrabble_bot (id);
  ALTER TABLE scrabble_game ADD COLUMN begun3 BIGINT;
  ALTER TABLE scrabble_game ADD COLUMN begun4 BIGINT;
  ALTER TABLE scrabble_game ADD COLUMN gameid1 BIGINT;
  ALTER TABLE scrabble_game ADD COLUMN gameid2 BIGINT;
  ALTER TABLE scrabble_game ADD COLUMN gameid3 BIGINT;
  ALTER TABLE scrabble_game ADD COLUMN gameid4 BIGINT;
  UPDATE scrabble_game SET gameid1 = id, gameid2 = id`,
];

export function endpointOf(written: Shape<string>): Shape<URL> {
  return transform(written, (given) => {
    const url = readEndpoint(given);
    return typeof url === 'string' ? new Misfit(() => url) : url;
  });
}

const flag = transform(oneOf(0, 1), (value) => value === 1);

/** `owner` is the token that registered it. */
export const storedBot = object({
  id: whole(1),
  owner: whole(1),
  name: text(),
  version: text(),
  endpoint: endpointOf(text()),
  language: text(),
  website: text(),
  description: text(),
  isConcurrent: flag,
});

export type StoredBot = ValueOf<typeof storedBot>;

const placements = listOf(
  object({ x: whole(), y: whole(), id: whole(0), letter: text(/^.$/u, 'one letter'), points: whole(0) }),
);
const move: Shape<Move> = anyOf(
  object({ type: oneOf('play'), placements }),
  object({ type: oneOf('change'), ids: listOf(whole(0)) }),
  object({ type: oneOf('pass', 'forfeit') }),
);

const request = readBy<MatchRequest>(object({}), (value) => {
  const read = readMatchRequest(value);
  return read.ok ? read.request : new Misfit(() => read.problem);
});

export const openRow = object({
  request: jsonText(request),
  seats: listOf(object({ bot: whole(1), gameid: whole(1), hasBegun: flag }), 2),
  moves: listOf(
    transform(object({ seat, move: jsonText(move), failure: flag }), ({ failure, ...made }) => ({
      ...made,
      isFailure: failure,
    })),
  ),
});

export const finishedRow = object({
  bots: listOf(whole(1), 2),
  result: transform<string, Result>(text(), (written) => {
    const read = readResult(written);
    return typeof read === 'string' ? new Misfit(() => read) : read;
  }),
});
