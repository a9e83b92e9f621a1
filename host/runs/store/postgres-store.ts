import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readJsonObject } from '../../core/json.ts';
import { splitExperiment, withoutPassword } from '../../core/postgres-address.ts';
import { drawId } from '../../core/seed.ts';
import { type Fault, refusal, StoreFailure, type Writer } from '../../sqlite/fault.ts';
import type {
  DefinitionFile,
  FarmPlace,
  NewGame,
  Opening,
  ReadableStore,
  SaveResult,
  Store,
  StoreCounts,
  StoredFile,
  StoredGame,
} from './contract.ts';
import { GamesDatabase, type Queries, type WriterLock } from './games-database.ts';
import { notAsKept, type PackedRecord, packRecord, unpackRecord } from './packed-record.ts';
import { thisWriter } from './this-writer.ts';

type Note = ((line: string) => void) | undefined;

/** An experiment on a server, by an address such as `postgres://…/farm#league`. */
export async function openExperiment(
  where: string,
  mode: 'read' | 'write',
  note?: Note,
): Promise<Opening<PostgresStore>> {
  try {
    return {
      ok: true,
      store: mode === 'write' ? await openWriter(where, note) : await openReader(where, note),
    };
  } catch (error) {
    if (error instanceof StoreFailure) return refusal(withoutPassword(where), error.fault);
    throw error;
  }
}

/** Neither a number, which is that of a game, nor a word that a shell or an address takes for something else. */
const NAME = /^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}._+-]{0,63}$/u;

export const isExperimentName = (name: string): boolean => NAME.test(name);

export const EXPERIMENT_FORM =
  'expected the name of a run after the "#", such as postgres://ann@db.example/farm#league: letters, digits, ".", "_", "+" and "-", and at least one that is not a digit';

async function openReader(where: string, note: Note): Promise<PostgresStore> {
  const { server, name } = splitExperiment(where);
  const database = await GamesDatabase.open(server, { makes: false, note });
  try {
    const all = await database.patiently(
      async (queries) =>
        await queries.selectFrom('experiment').select(['id', 'name']).orderBy('name').execute(),
    );
    const found = name === undefined && all.length === 1 ? all[0] : all.find((each) => each.name === name);
    if (found) return new PostgresStore(where, database, found.id);
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

async function openWriter(where: string, note: Note): Promise<PostgresWriter> {
  const { server, name } = splitExperiment(where);
  if (name === undefined || !isExperimentName(name))
    throw new StoreFailure(where, { kind: 'system', what: EXPERIMENT_FORM });
  const database = await GamesDatabase.open(server, { makes: true, note });
  try {
    const experiment = await database.transaction(async (queries) => {
      await queries
        .insertInto('experiment')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id } = await queries
        .selectFrom('experiment')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return id;
    });
    const store = new PostgresWriter(where, database, experiment);
    await store.begin();
    return store;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

/** So many rows are read at once. */
const PAGE = 500;

class PostgresStore implements ReadableStore {
  /** Without its password. */
  readonly path: string;
  readonly database: GamesDatabase;
  readonly experiment: number;

  constructor(where: string, database: GamesDatabase, experiment: number) {
    this.path = withoutPassword(where);
    this.database = database;
    this.experiment = experiment;
  }

  async file(): Promise<StoredFile | undefined> {
    return (await this.files()).at(-1);
  }

  async files(): Promise<readonly StoredFile[]> {
    const rows = await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('file')
          .select(['version', 'text', 'canonical', 'kept'])
          .where('experiment', '=', this.experiment)
          .orderBy('version')
          .execute(),
    );
    return rows.map(({ kept, ...file }) => {
      const read = readJsonObject(file.canonical);
      if (typeof read === 'string') throw this.misfit('file', file.version, `canonical: ${read}`);
      return { ...file, keptAt: kept };
    });
  }

  /** Which there are in one moment; no transaction is open between two of them, so that the server may be away. */
  async *games(): AsyncGenerator<StoredGame> {
    const numbers = await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('game')
          .select('number')
          .where('experiment', '=', this.experiment)
          .orderBy('number')
          .execute(),
    );
    for (let from = 0; from < numbers.length; from += PAGE) {
      const page = new Set(numbers.slice(from, from + PAGE).map(({ number }) => number));
      const rows = await this.#gamesBetween(Math.min(...page), Math.max(...page));
      for (const row of rows) if (page.has(row.number)) yield row;
    }
  }

  async game(number: number): Promise<StoredGame | undefined> {
    return (await this.#gamesBetween(number, number))[0];
  }

  async record(number: number): Promise<Uint8Array | undefined> {
    const row = await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('record')
          .select(['sha256', 'bytes', 'packed'])
          .where('experiment', '=', this.experiment)
          .where('number', '=', number)
          .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const record = await unpackRecord([row.sha256, row.bytes, row.packed]);
    if (record !== undefined) return record;
    throw new StoreFailure(this.path, { kind: 'damaged', what: notAsKept(number) });
  }

  async counts(): Promise<StoreCounts> {
    const { rows } = await this.database.patiently(
      async (queries) =>
        await sql<StoreCounts>`SELECT
          (SELECT count(*) FROM wordhost_games.game WHERE experiment = ${this.experiment}) AS games,
          count(*) AS records, coalesce(sum(bytes), 0)::BIGINT AS "recordBytes",
          (coalesce(sum(length(packed)), 0) + (SELECT coalesce(sum(length(result)), 0)
            FROM wordhost_games.game WHERE experiment = ${this.experiment}))::BIGINT AS bytes
          FROM wordhost_games.record WHERE experiment = ${this.experiment}`.execute(queries),
    );
    return rows[0]!;
  }

  /** The server looks after its files itself. */
  async faults(): Promise<readonly string[]> {
    return [];
  }

  misfit(table: 'file' | 'game', row: number, what: string): StoreFailure {
    return new StoreFailure(this.path, { kind: 'damaged', what: `table ${table}, row ${row}: ${what}` });
  }

  async close(): Promise<void> {
    await this.database[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #gamesBetween(first: number, last: number): Promise<StoredGame[]> {
    return await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('game')
          .select(['number', 'id', 'result'])
          .where('experiment', '=', this.experiment)
          .where('number', '>=', first)
          .where('number', '<=', last)
          .orderBy('number')
          .execute(),
    );
  }
}

interface PackedGame {
  readonly game: NewGame;
  readonly record: PackedRecord | undefined;
}

interface WaitingGame extends PackedGame {
  readonly resolve: (result: SaveResult) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_IN_STATEMENT = 64;

/** The connection of a writer that was killed may last a moment longer. */
const LOCK_PATIENCE_MS = 2_000;

/** An experiment that this process alone writes to: by a lock as long as its connection lasts, and after that by what it has drawn. */
export class PostgresWriter extends PostgresStore implements Store {
  readonly #writer = drawId();
  #lock: WriterLock | undefined;
  #locking: Promise<boolean> | undefined;
  #isClosed = false;
  #waiting: WaitingGame[] = [];
  #saving: Promise<void> | undefined;

  readonly savesAtOnce = MOST_IN_STATEMENT;

  get farm(): FarmPlace {
    return { database: this.database, experiment: this.experiment };
  }

  /** Throws a `StoreFailure`, also where another process writes to it. */
  async begin(): Promise<void> {
    const end = performance.now() + LOCK_PATIENCE_MS;
    while (!(await this.#takeLock())) {
      if (performance.now() > end) throw new StoreFailure(this.path, await this.#inUse());
      await sleep(50);
    }
    const { pid, command, since } = thisWriter();
    await this.database.patiently(
      async (queries) =>
        await queries
          .updateTable('experiment')
          .set({ writer: this.#writer, pid, command, since })
          .where('id', '=', this.experiment)
          .execute(),
    );
  }

  async saveFile({ text, canonical }: DefinitionFile): Promise<SaveResult> {
    const last = await this.file();
    if (last?.text === text && last.canonical === canonical) return { ok: true, isNew: false };
    return await this.#write(async () => {
      await this.#insertFile((last?.version ?? 0) + 1, { text, canonical });
      return { ok: true, isNew: true };
    });
  }

  /** Games that come while others are being saved share one statement: most of a save is the wait for the disk. */
  async save(game: NewGame): Promise<SaveResult> {
    const record = await packRecord(game.record);
    const saving = await this.#write(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<SaveResult>();
      this.#waiting.push({ game, record, resolve, reject });
      this.#saving ??= this.#saveWaiting();
      return await promise;
    });
    const isLeft = game.record !== undefined && record === undefined;
    return saving.ok && saving.isNew && isLeft ? { ...saving, left: 'record' } : saving;
  }

  async #saveWaiting(): Promise<void> {
    for (let group = this.#take(); group.length > 0; group = this.#take()) {
      try {
        const results = await this.#insertGames(group);
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#saving = undefined;
  }

  #take(): readonly WaitingGame[] {
    return this.#waiting.splice(0, MOST_IN_STATEMENT);
  }

  async saveAll(files: readonly DefinitionFile[], games: AsyncIterable<NewGame>): Promise<SaveResult> {
    const version = (await this.file())?.version ?? 0;
    return await this.#write(
      async () =>
        await this.database.once(async (queries) => {
          for (const [index, file] of files.entries())
            await this.#insertFile(version + index + 1, file, queries);
          for await (const game of games) {
            const record = await packRecord(game.record);
            const [saving] = await this.#insertGames([{ game, record }], queries);
            if (!saving!.ok) throw new StoreFailure(this.path, saving!.fault);
          }
          return { ok: true, isNew: true };
        }),
    );
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#lock?.release();
    await super.close();
  }

  /** A lock that was lost with its connection is taken again, unless another process has it now. */
  async #write(insert: () => Promise<SaveResult>): Promise<SaveResult> {
    try {
      // Those that are saved at once take it together: one would keep the others out.
      if (this.#lock === undefined && !(await (this.#locking ??= this.#takeLock())))
        return refusal(this.path, await this.#inUse());
      return await insert();
    } catch (error) {
      if (error instanceof StoreFailure) return refusal(this.path, error.fault);
      throw error;
    }
  }

  async #takeLock(): Promise<boolean> {
    try {
      this.#lock = await this.database.patiently(
        async () =>
          await this.database.lockExperiment(this.experiment, () => {
            this.#lock = undefined;
          }),
      );
    } finally {
      this.#locking = undefined;
    }
    return this.#lock !== undefined;
  }

  async #insertFile(version: number, { text, canonical }: DefinitionFile, within?: Queries): Promise<void> {
    const row = { experiment: this.experiment, version, text, canonical, kept: new Date().toISOString() };
    const insert = async (queries: Queries) =>
      await queries
        .insertInto('file')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await (within ? insert(within) : this.database.patiently(insert));
  }

  /** One statement, which takes one way to the server and back. */
  async #insertGames(rows: readonly PackedGame[], within?: Queries): Promise<readonly SaveResult[]> {
    const column = <Value>(of: (row: PackedGame) => Value): readonly Value[] => rows.map(of);
    const [numbers, ids] = [column(({ game }) => game.number), column(({ game }) => game.id)];
    const results = column(({ game }) => game.result);
    const [hashes, sizes, packed] = [0, 1, 2].map((part) => column(({ record }) => record?.[part] ?? null));
    const insert = async (queries: Queries) =>
      await sql<{ mine: number; games: readonly number[] }>`WITH
        mine AS (SELECT id AS experiment FROM wordhost_games.experiment WHERE id = ${this.experiment} AND writer = ${this.#writer}),
        rows AS (SELECT * FROM unnest(${numbers}::BIGINT[], ${ids}::TEXT[], ${results}::TEXT[], ${hashes}::TEXT[],
          ${sizes}::BIGINT[], ${packed}::BYTEA[]) AS rows (number, id, result, sha256, bytes, packed)),
        games AS (INSERT INTO wordhost_games.game SELECT experiment, number, id, result FROM mine, rows
          ON CONFLICT (experiment, number) DO NOTHING RETURNING experiment, number),
        records AS (INSERT INTO wordhost_games.record
          SELECT experiment, number, sha256, bytes, packed FROM games JOIN rows USING (number) WHERE sha256 IS NOT NULL)
        SELECT (SELECT count(*) FROM mine) AS mine,
          (SELECT coalesce(json_agg(number), '[]') FROM games) AS games`.execute(queries);
    try {
      const { rows: answers } = await (within ? insert(within) : this.database.patiently(insert));
      const [{ mine, games }] = answers as [{ mine: number; games: readonly number[] }];
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
    const other = await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('game')
          .select('number')
          .where('experiment', '=', this.experiment)
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
    );
    return { kind: 'conflict', id, number, other: other.number };
  }

  async #inUse(): Promise<Fault> {
    const row = await this.database.patiently(
      async (queries) =>
        await queries
          .selectFrom('experiment')
          .select(['pid', 'command', 'since'])
          .where('id', '=', this.experiment)
          .executeTakeFirst(),
    );
    const by: Writer | undefined =
      row?.pid != null && row.command !== null && row.since !== null
        ? { pid: row.pid, command: row.command, since: row.since }
        : undefined;
    return { kind: 'in-use', by };
  }
}

/** By the codes of PostgreSQL. */
const UNIQUE = '23505';
