import type { ExpressionBuilder, Transaction } from 'kysely';
import { pick } from '../../core/fields.ts';
import { jsonText } from '../../core/json.ts';
import { anyOf, Misfit, object, readBy, readShape, text } from '../../core/shape.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { facts } from '../../games/events.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import { type MatchRequest, readMatchRequest } from '../../match/plan.ts';
import { compiledRows } from '../database/compiled-query.ts';
import type { Database } from '../database/database.ts';
import { GatheredRows } from '../database/gathered-rows.ts';
import type { GameState, InputTable, PlayTables, SeatKind } from './store-tables.ts';

const { cause, code, signal } = facts.gone;
const { offence } = facts.caught;

const input = jsonText(
  anyOf(
    object({ read: text() }),
    object({ gone: object({ cause, code, signal }) }),
    object({ caught: offence }),
  ),
);

/** What the match hears of a seat. The bytes of a read are as in Latin-1. */
export type SeatInput =
  | { readonly read: string }
  | {
      readonly gone: {
        readonly cause: 'exited' | 'closed' | 'crashed';
        readonly code: number | null;
        readonly signal: string | null;
      };
    }
  | { readonly caught: Offence };

const request = jsonText(
  readBy<MatchRequest>(object({}), (value) => {
    const read = readMatchRequest(value);
    return read.ok ? read.request : new Misfit(() => read.problem);
  }),
);

export interface StoredGame {
  readonly key: string;
  readonly request: MatchRequest;
  readonly state: GameState;
  readonly record: string | undefined;
  readonly madeAt: number;
  readonly seats: readonly StoredSeat[];
  /** The key of the game that its players play next. */
  readonly next: string | undefined;
  /** Empty for a game that is over. */
  readonly inputs: readonly StoredInput[];
}

/** What a list shows of a game. */
export interface ListedGame {
  readonly key: string;
  readonly game: string;
  readonly state: GameState;
  readonly seats: readonly Pick<StoredSeat, 'is' | 'name'>[];
  /** The seat of the guest who asks. */
  readonly you?: Seat;
}

export interface StoredSeat {
  readonly seat: Seat;
  readonly is: SeatKind;
  readonly name: string;
  /** The hash of the token of a person. */
  readonly guest: string | undefined;
}

export interface StoredInput {
  readonly number: number;
  readonly seat: Seat;
  readonly input: SeatInput;
  readonly at: Nanos;
}

type Queries = Transaction<PlayTables>;

const insertingInputs = compiledRows((queries: Queries, rows: readonly InputTable[]) =>
  queries
    .insertInto('play_input')
    .values(rows.map((row) => pick(row, ['game', 'number', 'seat', 'input', 'at', 'day_at']))),
);

/** Games that people play on the site, with every input of their seats. */
export class PlayStore {
  readonly #database: Database<PlayTables>;
  readonly #now: () => number;
  readonly #inputs: GatheredRows<PlayTables, InputTable>;

  constructor(database: Database<PlayTables>, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
    this.#inputs = new GatheredRows(database, insertingInputs);
  }

  /** `after` is the key of a game whose players play this one next, unless they have another one. */
  async add(
    { key, request, state, madeAt, seats }: Omit<StoredGame, 'inputs' | 'record' | 'next'>,
    after?: string,
  ): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries
        .insertInto('play_game')
        .values({
          ...{ key, game: request.game, request: JSON.stringify(request), state, made_at: madeAt },
          ...{ record: null, over_at: null, next: null },
        })
        .execute();
      await queries
        .insertInto('play_seat')
        .values(seats.map(({ seat, is, name, guest = null }) => ({ game: key, seat, kind: is, name, guest })))
        .execute();
      if (after === undefined) return;
      await queries
        .updateTable('play_game')
        .set({ next: key })
        .where('key', '=', after)
        .where('next', 'is', null)
        .execute();
    });
  }

  async game(key: string): Promise<StoredGame | undefined> {
    return await this.#database.transaction(async (queries) => await gameOf(queries, key));
  }

  /** The new state of the game. Undefined if it has no open seat. */
  async join(
    key: string,
    player: { readonly name: string; readonly guest: string },
  ): Promise<StoredGame | undefined> {
    return await this.#database.transaction(async (queries) => {
      const game = await gameOf(queries, key);
      const open = game?.seats.find(({ is }) => is === 'open');
      if (!game || !open) return undefined;
      const { seat } = open;
      const { name, guest } = player;
      await queries
        .updateTable('play_seat')
        .set({ kind: 'person', name, guest })
        .where('game', '=', key)
        .where('seat', '=', seat)
        .execute();
      const seats = game.seats.map((each) =>
        each === open ? { seat, is: 'person' as const, name, guest } : each,
      );
      const players = game.request.players.map((each) => (each.seat === seat ? { ...each, name } : each));
      const request = { ...game.request, players };
      const state = seats.some(({ is }) => is === 'open') ? 'open' : 'running';
      await queries
        .updateTable('play_game')
        .set({ request: JSON.stringify(request), state })
        .where('key', '=', key)
        .execute();
      return { ...game, request, seats, state };
    });
  }

  async addInput(key: string, { number, seat, input, at }: StoredInput): Promise<void> {
    const row = { game: key, number, seat, input: JSON.stringify(input), at, day_at: this.#now() };
    await this.#inputs.add(row);
  }

  async end(key: string, record: string): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries
        .updateTable('play_game')
        .set({ state: 'over', record, over_at: this.#now() })
        .where('key', '=', key)
        .execute();
    });
  }

  /** Ends a game without a record, such as one that nobody has joined. */
  async close(key: string): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries
        .updateTable('play_game')
        .set({ state: 'over', over_at: this.#now() })
        .where('key', '=', key)
        .where('state', '!=', 'over')
        .execute();
    });
  }

  async countUnfinished(guest: string): Promise<{ readonly ofGuest: number; readonly inAll: number }> {
    return await this.#database.transaction(async (queries) => {
      const count = ({ fn }: ExpressionBuilder<PlayTables, 'play_game'>) => fn.countAll().as('count');
      const unfinished = queries.selectFrom('play_game').select(count).where('state', '!=', 'over');
      const own = queries.selectFrom('play_seat').select('game').where('guest', '=', guest);
      const all = await unfinished.executeTakeFirstOrThrow();
      const ofGuest = await unfinished.where('key', 'in', own).executeTakeFirstOrThrow();
      return { ofGuest: Number(ofGuest.count), inAll: Number(all.count) };
    });
  }

  /** Unfinished games without an input since this time of day. */
  async unmovedSince(time: number): Promise<readonly string[]> {
    return await this.#database.transaction(async (queries) => {
      const rows = await queries
        .selectFrom('play_game')
        .select('key')
        .where('state', '!=', 'over')
        .where('made_at', '<', time)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('play_input')
                .select('number')
                .whereRef('game', '=', 'play_game.key')
                .where('day_at', '>=', time),
            ),
          ),
        )
        .execute();
      return rows.map(({ key }) => key);
    });
  }

  /** The newest games in this state, those of the guest first. An empty guest has none. */
  async list(
    state: GameState,
    game: string | undefined,
    guest: string,
    most: number,
  ): Promise<readonly ListedGame[]> {
    return await this.#database.transaction(async (queries) => {
      let query = queries.selectFrom('play_game').select(['key', 'game', 'state']).where('state', '=', state);
      if (game !== undefined) query = query.where('game', '=', game);
      query = query.orderBy('made_at', 'desc').limit(most);
      const ofGuest = queries.selectFrom('play_seat').select('game').where('guest', '=', guest);
      const own = guest === '' ? [] : await query.where('key', 'in', ofGuest).execute();
      const ownKeys = new Set(own.map(({ key }) => key));
      const others = (await query.execute()).filter(({ key }) => !ownKeys.has(key));
      const games = [...own, ...others].slice(0, most);
      if (games.length === 0) return [];
      const keys = games.map(({ key }) => key);
      const rows = await queries
        .selectFrom('play_seat')
        .select(['game', 'seat', 'kind', 'name', 'guest'])
        .where('game', 'in', keys)
        .orderBy('seat')
        .execute();
      const seats = Map.groupBy(rows, (row) => row.game);
      return games.map(({ key, game, state }) => {
        const all = seats.get(key) ?? [];
        const you = guest === '' ? undefined : all.find((each) => each.guest === guest)?.seat;
        return {
          ...{ key, game, state, seats: all.map(({ kind, name }) => ({ is: kind, name })) },
          ...(you !== undefined && { you: Number(you) }),
        };
      });
    });
  }

  async check(patienceMs: number): Promise<void> {
    await this.#database.transaction(
      async (queries) => void (await queries.selectFrom('play_game').select('key').limit(1).execute()),
      { patienceMs },
    );
  }
}

async function gameOf(queries: Queries, key: string): Promise<StoredGame | undefined> {
  const row = await queries.selectFrom('play_game').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row) return undefined;
  const seats = await queries
    .selectFrom('play_seat')
    .selectAll()
    .where('game', '=', key)
    .orderBy('seat')
    .execute();
  const inputs =
    row.state === 'over'
      ? []
      : await queries
          .selectFrom('play_input')
          .selectAll()
          .where('game', '=', key)
          .orderBy('number')
          .execute();
  return {
    ...{ key, request: read(request, row.request), state: row.state, madeAt: Number(row.made_at) },
    record: row.record ?? undefined,
    next: row.next ?? undefined,
    seats: seats.map(({ seat, kind, name, guest }) => ({
      ...{ seat: Number(seat), is: kind, name, guest: guest ?? undefined },
    })),
    inputs: inputs.map(({ number, seat, at, ...stored }) => ({
      ...{ number: Number(number), seat: Number(seat), at: Number(at) },
      input: read(input, stored.input) as SeatInput,
    })),
  };
}

function read<Value>(shape: Parameters<typeof readShape<Value>>[0], stored: string): Value {
  const value = readShape(shape, stored, 16);
  if (value instanceof Misfit) throw new Error(`the store has ${value.inWords('a game')}`);
  return value;
}
