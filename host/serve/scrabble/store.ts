import type { Transaction } from 'kysely';
import type { WebMove } from '../../bots/scrabble/web/web-player.ts';
import { pick } from '../../core/fields.ts';
import { drawNumber } from '../../core/seed.ts';
import { Misfit, readShape, type Shape } from '../../core/shape.ts';
import type { Result } from '../../events/result.ts';
import type { MatchRequest } from '../../match/plan.ts';
import { compiledQuery, compiledRows } from '../database/compiled-query.ts';
import type { Database } from '../database/database.ts';
import { GatheredRows } from '../database/gathered-rows.ts';
import { lookAlikeKey } from '../names.ts';
import { Lease } from './lease.ts';
import {
  type BotTable,
  finishedRow,
  type GameTable,
  type MoveTable,
  openRow,
  type ScrabbleTables,
  type SeatNumber,
  type StoredBot,
  storedBot,
} from './store-tables.ts';

export interface StoredToken {
  readonly id: number;
  readonly name: string;
  readonly madeAt: number;
  readonly isRevoked: boolean;
}

export interface OpenGame {
  readonly id: number;
  readonly request: MatchRequest;
  readonly seats: readonly OpenSeat[];
}

interface OpenSeat {
  readonly bot: number;
  /** Only this bot knows this id. */
  readonly gameid: number;
  readonly hasBegun: boolean;
  readonly moves: readonly WebMove[];
}

export interface FinishedGame {
  readonly id: number;
  readonly bots: readonly number[];
  readonly result: Result;
}

export type Registration =
  | { readonly is: 'new' | 'new-version' | 'same'; readonly bot: StoredBot }
  /** `like` is the name of another token that looks alike. */
  | { readonly refused: 'token' | 'name' | 'version' | 'limit'; readonly like?: string };

type Queries = Transaction<ScrabbleTables>;

const insertingMoves = compiledRows((queries: Queries, rows: readonly MoveTable[]) =>
  queries
    .insertInto('scrabble_move')
    .values(rows.map((row) => pick(row, ['game', 'number', 'seat', 'move', 'failure', 'at']))),
);

const selectingCurrent = compiledRows((queries: Queries, bots: readonly Pick<BotTable, 'id'>[]) =>
  queries
    .selectFrom('scrabble_bot')
    .select('id')
    .where('is_current', '=', 1)
    .where(
      'id',
      'in',
      bots.map(({ id }) => id),
    ),
);

const selectingLastGame = compiledQuery((queries: Queries, _: object) =>
  queries.selectFrom('scrabble_game').select(({ fn }) => fn.max('id').as('last')),
);

type NewGame = Omit<GameTable, 'result' | 'record' | 'over_at'>;
const seatNumbers = [1, 2, 3, 4] as const satisfies SeatNumber[];
const columnsOfSeats = seatNumbers.flatMap(
  (seat) => [`bot${seat}`, `gameid${seat}`, `begun${seat}`] as const,
);

const insertingGame = compiledQuery((queries: Queries, game: NewGame) =>
  queries
    .insertInto('scrabble_game')
    .values(pick(game, ['id', 'request', 'state', 'made_at', ...columnsOfSeats])),
);

const beginning = seatNumbers.map((seat) =>
  compiledQuery((queries: Queries, { id }: Pick<GameTable, 'id'>) =>
    queries
      .updateTable('scrabble_game')
      .set({ [`begun${seat}`]: 1 })
      .where('id', '=', id),
  ),
);

type EndedGame = Pick<GameTable, 'id' | 'state' | 'result' | 'record' | 'over_at'>;

const endingGame = compiledQuery((queries: Queries, game: EndedGame) =>
  queries
    .updateTable('scrabble_game')
    .set(pick(game, ['state', 'result', 'record', 'over_at']))
    .where('id', '=', game.id)
    .where('state', '=', 'open'),
);

export type ScrabbleDatabase = Database<ScrabbleTables>;

/** Limits of a token: bots that play, and versions of all its bots. */
export const [MOST_BOTS, MOST_VERSIONS] = [200, 5_000];

const FINISHED_AT_ONCE = 500;

/** Stores tokens, bots, games and moves. Each action is one transaction. */
export class ScrabbleStore {
  readonly #database: ScrabbleDatabase;
  readonly #now: () => number;
  readonly #report: (problem: string) => void;
  readonly #moves: GatheredRows<ScrabbleTables, MoveTable>;

  /** `report` gets unreadable rows, which are ignored. */
  constructor(database: ScrabbleDatabase, now: () => number, report: (problem: string) => void) {
    this.#database = database;
    this.#now = now;
    this.#report = report;
    this.#moves = new GatheredRows(database, insertingMoves);
  }

  /** The lease of the server that plays. */
  lease(): Lease {
    return new Lease(this.#database, this.#now);
  }

  /** Restores a revoked token of this name, whose bots keep their names. Returns false if it exists. */
  async addToken(name: string, hash: string): Promise<boolean> {
    const now = this.#now();
    return await this.#database.transaction(async (queries) => {
      const named = queries.selectFrom('scrabble_token').selectAll().where('name', '=', name);
      const known = await named.executeTakeFirst();
      if (known && known.revoked_at === null) return false;
      const made = { hash, made_at: now, revoked_at: null };
      if (known) await queries.updateTable('scrabble_token').set(made).where('id', '=', known.id).execute();
      else {
        const row = { id: await nextId(queries, 'scrabble_token'), name, ...made };
        await queries.insertInto('scrabble_token').values(row).execute();
      }
      return true;
    });
  }

  async tokens(): Promise<readonly StoredToken[]> {
    const rows = await this.#database.transaction((queries) =>
      queries.selectFrom('scrabble_token').selectAll().orderBy('id').execute(),
    );
    return rows.map(({ id, name, made_at, revoked_at }) => ({
      id,
      name,
      madeAt: made_at,
      isRevoked: revoked_at !== null,
    }));
  }

  /** Returns false without an active token of this name. */
  async revokeToken(name: string): Promise<boolean> {
    const now = this.#now();
    const { numUpdatedRows } = await this.#database.transaction((queries) =>
      queries
        .updateTable('scrabble_token')
        .set({ revoked_at: now })
        .where('name', '=', name)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }

  /** The first token that takes a name owns it. A new version replaces the one before for good. */
  async register(hash: string, given: Omit<StoredBot, 'id' | 'owner'>): Promise<Registration> {
    const now = this.#now();
    const { name, version, endpoint, isConcurrent, ...texts } = given;
    const about = { ...texts, endpoint: endpoint.href };
    return await this.#database.transaction(async (queries): Promise<Registration> => {
      const token = await queries
        .selectFrom('scrabble_token')
        .select('id')
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!token) return { refused: 'token' };
      const bots = queries.selectFrom('scrabble_bot');
      const own = await bots
        .select(['id', 'name', 'version', 'is_current'])
        .where('token', '=', token.id)
        .execute();
      const versions = own.filter((each) => each.name === name);
      if (versions.length === 0) {
        const others = await bots.select('name').distinct().where('token', '!=', token.id).execute();
        const key = lookAlikeKey(name);
        const like = others.find((each) => lookAlikeKey(each.name) === key);
        if (like) return { refused: 'name', like: like.name };
      }
      const known = versions.find((each) => each.version === version);
      if (known?.is_current === 0) return { refused: 'version' };
      const current = own.filter((each) => each.is_current === 1);
      const isFull = versions.length === 0 && current.length >= MOST_BOTS;
      if (!known && (isFull || own.length >= MOST_VERSIONS)) return { refused: 'limit' };
      const id = known?.id ?? (await nextId(queries, 'scrabble_bot'));
      const row = { ...about, concurrent: Number(isConcurrent), is_current: 1, registered_at: now };
      const whole = { id, name, version, token: token.id, ...row };
      if (known) await queries.updateTable('scrabble_bot').set(row).where('id', '=', id).execute();
      else await queries.insertInto('scrabble_bot').values(whole).execute();
      await queries
        .updateTable('scrabble_bot')
        .set({ is_current: 0 })
        .where('name', '=', name)
        .where('id', '!=', id)
        .execute();
      const bot = { id, owner: token.id, ...given };
      if (versions.length === 0) return { is: 'new', bot };
      return { is: known ? 'same' : 'new-version', bot };
    });
  }

  async currentBots(): Promise<readonly StoredBot[]> {
    return await this.#botsWith('is_current', 1);
  }

  async bot(id: number): Promise<StoredBot | undefined> {
    return (await this.#botsWith('id', id))[0];
  }

  async #botsWith(column: 'id' | 'is_current', value: number): Promise<readonly StoredBot[]> {
    const rows = await this.#database.transaction((queries) =>
      queries.selectFrom('scrabble_bot').selectAll().where(column, '=', value).orderBy('id').execute(),
    );
    return rows.flatMap(({ concurrent, token: owner, ...row }) => {
      const read = this.#read(storedBot, { ...row, owner, isConcurrent: concurrent }, `the bot ${row.id}`);
      return read ? [read] : [];
    });
  }

  /** Another program or version may have stored a row that this version cannot read. */
  #read<Value>(shape: Shape<Value>, row: object, what: string, seats?: number): Value | undefined {
    const read = readShape(shape, row, seats);
    if (!(read instanceof Misfit)) return read;
    this.#report(`${what} in the database cannot be read and is ignored: ${read.inWords()}`);
    return undefined;
  }

  /** Undefined if a bot is no longer current. */
  async newGame(bots: readonly number[], request: MatchRequest): Promise<OpenGame | undefined> {
    const now = this.#now();
    const seats = bots.map((bot) => ({ bot, gameid: drawNumber(), hasBegun: false, moves: [] }));
    const columns = seatNumbers.flatMap((seat, index) => [
      [`bot${seat}`, seats[index]?.bot ?? null],
      [`gameid${seat}`, seats[index]?.gameid ?? null],
      [`begun${seat}`, 0],
    ]);
    const game = { request: JSON.stringify(request), state: 'open', made_at: now } as const;
    return await this.#database.transaction(async (queries) => {
      const current = await selectingCurrent(
        queries,
        bots.map((id) => ({ id })),
      );
      if (current.rows.length < bots.length) return undefined;
      const { rows } = await selectingLastGame(queries, {});
      const id = (rows[0]?.last ?? 0) + 1;
      await insertingGame(queries, { id, ...game, ...Object.fromEntries(columns) });
      return { id, request, seats };
    });
  }

  async begin(id: number, seat: number): Promise<void> {
    await this.#database.transaction((queries) => beginning[seat - 1]!(queries, { id }));
  }

  /** Stores the move of a game by its number from 1. */
  async addMove(game: number, number: number, seat: number, { move, isFailure }: WebMove): Promise<void> {
    await this.#moves.add({
      game,
      number,
      seat,
      move: JSON.stringify(move),
      failure: Number(isFailure),
      at: this.#now(),
    });
  }

  /** Returns false if it ended before. */
  async end(
    id: number,
    state: 'over' | 'void',
    result: Result | undefined,
    record: string,
  ): Promise<boolean> {
    const ending = { state, result: result ? JSON.stringify(result) : null, record, over_at: this.#now() };
    const { numAffectedRows } = await this.#database.transaction((queries) =>
      endingGame(queries, { id, ...ending }),
    );
    return numAffectedRows === 1n;
  }

  /** Returns the oldest first. An unreadable game becomes void. */
  async openGames(): Promise<readonly OpenGame[]> {
    const rows = await this.#database.transaction(async (queries) => {
      const open = queries.selectFrom('scrabble_game').selectAll().where('state', '=', 'open').orderBy('id');
      const made = (id: number) =>
        queries.selectFrom('scrabble_move').selectAll().where('game', '=', id).orderBy('number').execute();
      const rows = [];
      for (const row of await open.execute()) rows.push({ ...row, moves: await made(row.id) });
      return rows;
    });
    const games: OpenGame[] = [];
    for (const { id, ...row } of rows) {
      const seats = bySeat(row).map((bot, index) => {
        const seat = (index + 1) as SeatNumber;
        return { bot, gameid: row[`gameid${seat}`], hasBegun: row[`begun${seat}`] };
      });
      const read = this.#read(openRow, { ...row, seats }, `the game ${id}`, seats.length);
      if (!read) {
        await this.end(id, 'void', undefined, '');
        continue;
      }
      const movesOf = (index: number) => read.moves.filter(({ seat }) => seat === index + 1);
      games.push({
        id,
        request: read.request,
        seats: read.seats.map((seat, index) => ({ ...seat, moves: movesOf(index) })),
      });
    }
    return games;
  }

  /** Lines of JSON. Undefined for open and void games. */
  async record(id: number): Promise<string | undefined> {
    const row = await this.#database.transaction((queries) =>
      queries.selectFrom('scrabble_game').select('record').where('id', '=', id).executeTakeFirst(),
    );
    return row?.record ?? undefined;
  }

  async *finished(): AsyncGenerator<FinishedGame> {
    for (let after = 0; ; ) {
      const rows = await this.#database.transaction((queries) =>
        queries
          .selectFrom('scrabble_game')
          .select(['id', 'bot1', 'bot2', 'bot3', 'bot4', 'result'])
          .where('state', '=', 'over')
          .where('id', '>', after)
          .orderBy('id')
          .limit(FINISHED_AT_ONCE)
          .execute(),
      );
      for (const { id, result, ...row } of rows) {
        const read = this.#read(finishedRow, { bots: bySeat(row), result }, `the game ${id}`);
        if (read) yield { id, ...read };
      }
      if (rows.length < FINISHED_AT_ONCE) return;
      after = rows.at(-1)!.id;
    }
  }

  /** Checks that the database answers. */
  async countOpen(patienceMs: number): Promise<number> {
    const { games } = await this.#database.transaction(
      (queries) =>
        queries
          .selectFrom('scrabble_game')
          .select(({ fn }) => fn.countAll<number>().as('games'))
          .where('state', '=', 'open')
          .executeTakeFirstOrThrow(),
      { patienceMs },
    );
    return games;
  }
}

function bySeat({ bot1, bot2, bot3, bot4 }: Pick<GameTable, `bot${SeatNumber}`>): number[] {
  return [bot1, bot2, bot3, bot4].filter((bot) => bot !== null);
}

async function nextId(queries: Queries, table: 'scrabble_token' | 'scrabble_bot'): Promise<number> {
  const row = await queries
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}
