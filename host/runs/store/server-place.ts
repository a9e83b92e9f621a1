import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { splitExperiment, withoutPassword } from '../../core/postgres-address.ts';
import { drawId } from '../../core/seed.ts';
import { type Fault, refusal, StoreFailure } from '../../sqlite/fault.ts';
import type { DefinitionFile, FarmPlace, Opening, SaveResult, StoreCounts } from './contract.ts';
import { GameStore, LARGEST_FILES, LARGEST_RESULT, type PackedGame, type StorePlace } from './game-store.ts';
import { GamesDatabase, type Queries, type WriterLock } from './games-database.ts';
import { LARGEST_RECORD } from './packed-record.ts';
import { keys, type Row, rowCheck, type StoreTable } from './rows.ts';
import { thisWriter } from './this-writer.ts';

type Note = ((line: string) => void) | undefined;

/** Opens a run on a server, by an address such as `postgres://…/farm#league`. */
export async function openExperiment(
  where: string,
  mode: 'read' | 'write',
  note: Note,
): Promise<Opening<GameStore>> {
  try {
    const place = mode === 'write' ? await openWriter(where, note) : await openReader(where, note);
    return { ok: true, store: new GameStore(place) };
  } catch (error) {
    if (error instanceof StoreFailure) return refusal(withoutPassword(where), error.fault);
    throw error;
  }
}

/** A name is not a number, which would be the number of a game, and has no character that means something to a shell or an address. */
const NAME = /^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}._+-]{0,63}$/u;
const NAME_FORM =
  'expected the name of a run after the "#", such as postgres://ann@db.example/farm#league: letters, digits, ".", "_", "+" and "-", and at least one that is not a digit';

async function openReader(where: string, note: Note): Promise<ServerPlace> {
  const { server, name } = splitExperiment(where);
  const database = await GamesDatabase.open(server, { makes: false, note });
  try {
    const all = await database.rows(
      database.queries.selectFrom('experiment').select(['id', 'name']).orderBy('name'),
    );
    const found = name === undefined && all.length === 1 ? all[0] : all.find((each) => each.name === name);
    if (found) return new ServerPlace(where, database, found.id);
    const names = all.map((each) => `${database.name}#${each.name}`).join(', ');
    throw new StoreFailure(
      database.name,
      name === undefined && all.length > 0
        ? { kind: 'system', what: `it has several runs: expected one of ${names}` }
        : { kind: 'missing' },
    );
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function openWriter(where: string, note: Note): Promise<ServerPlace> {
  const { server, name } = splitExperiment(where);
  if (name === undefined || !NAME.test(name))
    throw new StoreFailure(where, { kind: 'system', what: NAME_FORM });
  const database = await GamesDatabase.open(server, { makes: true, note });
  try {
    const { id } = await database.transaction(async (queries) => {
      await queries
        .insertInto('experiment')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return await queries
        .selectFrom('experiment')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
    });
    const place = new ServerPlace(where, database, id);
    await place.begin();
    return place;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

/** The number of rows that one statement reads, and of games that one saves. */
const [ROWS, MOST_SAVES] = [500, 64];

/** A value is cut behind the longest that is accepted. */
const selections = {
  file: sql`version, left(text, ${sql.lit(LARGEST_FILES + 1)}) AS text,
    left(canonical, ${sql.lit(LARGEST_FILES + 1)}) AS canonical, kept AS "keptAt"`,
  game: sql`number, id, left(result, ${sql.lit(LARGEST_RESULT + 1)}) AS result`,
  record: sql`number, sha256, bytes, CASE WHEN octet_length(packed) <= ${sql.lit(LARGEST_RECORD)} THEN packed END AS packed`,
} as const;

/** The connection of a writer that was killed may last a moment longer. */
const LOCK_PATIENCE_MS = 2_000;

interface WaitingGame extends PackedGame {
  readonly resolve: (result: SaveResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The tables of a run on a server. After `begin` only this process writes to them: it holds a lock as long as
 * its connection lasts, and its id is in the row of the run.
 */
class ServerPlace implements StorePlace {
  readonly path: string;
  readonly savesAtOnce = MOST_SAVES;
  readonly farm: FarmPlace;
  readonly #database: GamesDatabase;
  readonly #experiment: number;
  readonly #writer = drawId();
  #lock: WriterLock | undefined;
  #locking: Promise<boolean> | undefined;
  #isClosed = false;
  #waiting: WaitingGame[] = [];
  #saving: Promise<void> | undefined;

  constructor(where: string, database: GamesDatabase, experiment: number) {
    this.path = withoutPassword(where);
    this.farm = { database, experiment };
    this.#database = database;
    this.#experiment = experiment;
  }

  /** Throws a `StoreFailure`, also where another process writes to it. */
  async begin(): Promise<void> {
    const end = performance.now() + LOCK_PATIENCE_MS;
    while (!(await this.#takeLock())) {
      if (performance.now() > end) throw new StoreFailure(this.path, await this.#inUse());
      await sleep(50);
    }
    const update = this.#database.queries.updateTable('experiment').where('id', '=', this.#experiment);
    await this.#database.rows(update.set({ writer: this.#writer, ...thisWriter() }));
  }

  /** Reads the rows of one moment. No transaction is open between two pages, so that the server may be away. */
  async *rows(table: StoreTable, key?: number): AsyncGenerator<Row> {
    const check = rowCheck(this.path, table);
    if (key !== undefined) {
      for (const row of await this.#between(table, key, key)) yield check(row);
      return;
    }
    const column = sql.ref(keys[table]);
    const all = await this.#database.rows(
      sql<{ key: number }>`SELECT ${column} AS key FROM ${sql.table(`wordhost_games.${table}`)}
        WHERE experiment = ${this.#experiment} ORDER BY ${column}`,
    );
    for (let from = 0; from < all.length; from += ROWS) {
      const page = new Set(all.slice(from, from + ROWS).map((row) => row.key));
      const rows = await this.#between(table, Math.min(...page), Math.max(...page));
      for (const row of rows) if (page.has(row[keys[table]] as number)) yield check(row);
    }
  }

  async counts(): Promise<StoreCounts> {
    const [counts] = await this.#database.rows(
      sql<StoreCounts>`SELECT
          (SELECT count(*) FROM wordhost_games.game WHERE experiment = ${this.#experiment}) AS games,
          count(*) AS records, coalesce(sum(bytes), 0)::BIGINT AS "recordBytes",
          (coalesce(sum(length(packed)), 0) + (SELECT coalesce(sum(length(result)), 0)
            FROM wordhost_games.game WHERE experiment = ${this.#experiment}))::BIGINT AS bytes
          FROM wordhost_games.record WHERE experiment = ${this.#experiment}`,
    );
    return counts!;
  }

  /** The server checks its files itself. */
  async faults(): Promise<readonly string[]> {
    return [];
  }

  async insertFile(version: number, file: DefinitionFile): Promise<SaveResult> {
    return await this.#write(async () => {
      await this.#database.patiently(async (queries) => await this.#insertFile(queries, version, file));
      return { ok: true, isNew: true };
    });
  }

  /** Games that come while others are being saved share one statement: most of a save is the wait for the disk. */
  async insertGame(game: PackedGame): Promise<SaveResult> {
    return await this.#write(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<SaveResult>();
      this.#waiting.push({ ...game, resolve, reject });
      this.#saving ??= this.#saveWaiting();
      return await promise;
    });
  }

  async insertAll(
    version: number,
    files: readonly DefinitionFile[],
    games: AsyncIterable<PackedGame>,
  ): Promise<SaveResult> {
    return await this.#write(
      async () =>
        await this.#database.once(async (queries) => {
          for (const [index, file] of files.entries())
            await this.#insertFile(queries, version + index + 1, file);
          for await (const game of games) {
            const [saving] = await this.#insertGames([game], queries);
            if (!saving!.ok) throw new StoreFailure(this.path, saving!.fault);
          }
          return { ok: true, isNew: true };
        }),
    );
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#lock?.release();
    await this.#database[Symbol.asyncDispose]();
  }

  async #between(table: StoreTable, first: number, last: number): Promise<readonly Row[]> {
    const column = sql.ref(keys[table]);
    return await this.#database.rows(
      sql<Row>`SELECT ${selections[table]} FROM ${sql.table(`wordhost_games.${table}`)}
        WHERE experiment = ${this.#experiment} AND ${column} BETWEEN ${first} AND ${last} ORDER BY ${column}`,
    );
  }

  async #saveWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MOST_SAVES);
      try {
        const results = await this.#insertGames(group);
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#saving = undefined;
  }

  /** A lock that was lost with its connection is taken again, unless another process has it now. */
  async #write(insert: () => Promise<SaveResult>): Promise<SaveResult> {
    try {
      // Two saves take the lock together; an exclusive one would keep the other out.
      if (this.#lock === undefined && !(await (this.#locking ??= this.#takeLock())))
        return refusal(this.path, await this.#inUse());
      return await insert();
    } catch (error) {
      if (error instanceof StoreFailure) return refusal(this.path, error.fault);
      throw error;
    }
  }

  async #takeLock(): Promise<boolean> {
    const lost = () => {
      this.#lock = undefined;
    };
    try {
      this.#lock = await this.#database.patiently(
        async () => await this.#database.lockExperiment(this.#experiment, lost),
      );
    } finally {
      this.#locking = undefined;
    }
    return this.#lock !== undefined;
  }

  async #insertFile(queries: Queries, version: number, { text, canonical }: DefinitionFile): Promise<void> {
    const kept = new Date().toISOString();
    await queries
      .insertInto('file')
      .values({ experiment: this.#experiment, version, text, canonical, kept })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** One statement takes one way to the server and back. */
  async #insertGames(rows: readonly PackedGame[], within?: Queries): Promise<readonly SaveResult[]> {
    const column = <Value>(of: (row: PackedGame) => Value): readonly Value[] => rows.map(of);
    const [numbers, ids] = [column(({ game }) => game.number), column(({ game }) => game.id)];
    const results = column(({ game }) => game.result);
    const [hashes, sizes, packed] = [0, 1, 2].map((part) => column(({ record }) => record?.[part] ?? null));
    const insert = sql<{ mine: number; games: readonly number[] }>`WITH
        mine AS (SELECT id AS experiment FROM wordhost_games.experiment WHERE id = ${this.#experiment} AND writer = ${this.#writer}),
        rows AS (SELECT * FROM unnest(${numbers}::BIGINT[], ${ids}::TEXT[], ${results}::TEXT[], ${hashes}::TEXT[],
          ${sizes}::BIGINT[], ${packed}::BYTEA[]) AS rows (number, id, result, sha256, bytes, packed)),
        games AS (INSERT INTO wordhost_games.game SELECT experiment, number, id, result FROM mine, rows
          ON CONFLICT (experiment, number) DO NOTHING RETURNING experiment, number),
        records AS (INSERT INTO wordhost_games.record
          SELECT experiment, number, sha256, bytes, packed FROM games JOIN rows USING (number) WHERE sha256 IS NOT NULL)
        SELECT (SELECT count(*) FROM mine) AS mine,
          (SELECT coalesce(json_agg(number), '[]') FROM games) AS games`;
    try {
      const [answer] = within ? (await insert.execute(within)).rows : await this.#database.rows(insert);
      const { mine, games } = answer!;
      if (mine === 1) return numbers.map((number) => ({ ok: true, isNew: games.includes(number) }));
      const refused = refusal(this.path, await this.#inUse());
      return rows.map(() => refused);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE) throw error;
      if (rows.length === 1) return [refusal(this.path, await this.#conflict(ids[0]!, numbers[0]!))];
      const all: SaveResult[] = [];
      for (const row of rows) all.push(...(await this.#insertGames([row])));
      return all;
    }
  }

  async #conflict(id: string, number: number): Promise<Fault> {
    const [other] = await this.#database.rows(
      this.#database.queries
        .selectFrom('game')
        .select('number')
        .where('experiment', '=', this.#experiment)
        .where('id', '=', id),
    );
    return { kind: 'conflict', id, number, other: other!.number };
  }

  async #inUse(): Promise<Fault> {
    const [row] = await this.#database.rows(
      this.#database.queries
        .selectFrom('experiment')
        .select(['pid', 'command', 'since'])
        .where('id', '=', this.#experiment),
    );
    const { pid = null, command = null, since = null } = row ?? {};
    const isKnown = pid !== null && command !== null && since !== null;
    return { kind: 'in-use', by: isKnown ? { pid, command, since } : undefined };
  }
}

/** The code of PostgreSQL for a row that is there already. */
const UNIQUE = '23505';
