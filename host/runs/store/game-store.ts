import { readJsonObject } from '../../core/json.ts';
import { StoreFailure } from '../../sqlite/fault.ts';
import type {
  DefinitionFile,
  FarmPlace,
  NewGame,
  SaveResult,
  Store,
  StoreCounts,
  StoredFile,
  StoredGame,
} from './contract.ts';
import { type PackedRecord, packRecord, unpackRecord } from './packed-record.ts';
import { misfitOf, type Row, type StoreTable } from './rows.ts';

export interface PackedGame {
  readonly game: NewGame;
  readonly record: PackedRecord | undefined;
}

/** The place of a store's tables: a file or a server. It throws a `StoreFailure` for anything that it cannot read. */
export interface StorePlace {
  /** A path, or an address without its password. */
  readonly path: string;
  readonly farm?: FarmPlace;
  readonly savesAtOnce?: number;
  /** The rows of a table in the order of their keys, or the one with this key, each after `rowCheck`. */
  rows(table: StoreTable, key?: number): AsyncIterable<Row> | Iterable<Row>;
  counts(): Promise<StoreCounts>;
  faults(): Promise<readonly string[]>;
  insertFile(version: number, file: DefinitionFile): Promise<SaveResult>;
  insertGame(game: PackedGame): Promise<SaveResult>;
  /** Inserts all of them, or nothing. The versions of the files follow this one. */
  insertAll(
    version: number,
    files: readonly DefinitionFile[],
    games: AsyncIterable<PackedGame>,
  ): Promise<SaveResult>;
  close(): Promise<void>;
}

/** Characters of a file with all its versions, and of one result. */
export const [LARGEST_FILES, LARGEST_RESULT] = [2 ** 24, 2 ** 20];

/** Games in a file or on a server. */
export class GameStore implements Store {
  readonly #place: StorePlace;

  constructor(place: StorePlace) {
    this.#place = place;
  }

  get farm(): FarmPlace | undefined {
    return this.#place.farm;
  }

  get savesAtOnce(): number {
    return this.#place.savesAtOnce ?? 1;
  }

  async file(): Promise<StoredFile | undefined> {
    return (await this.files()).at(-1);
  }

  async files(): Promise<readonly StoredFile[]> {
    const files: StoredFile[] = [];
    let length = 0;
    for await (const row of this.#place.rows('file')) {
      const file = row as unknown as StoredFile;
      const read = readJsonObject(file.canonical);
      if (typeof read === 'string') throw this.misfit('file', file.version, `canonical: ${read}`);
      length += file.text.length + file.canonical.length;
      const problem = `expected at most ${LARGEST_FILES} characters up to it; it has more`;
      if (length > LARGEST_FILES) throw this.misfit('file', file.version, problem);
      files.push(file);
    }
    return files;
  }

  async *games(): AsyncGenerator<StoredGame> {
    for await (const row of this.#place.rows('game')) yield this.#gameIn(row);
  }

  async game(number: number): Promise<StoredGame | undefined> {
    for await (const row of this.#place.rows('game', number)) return this.#gameIn(row);
    return undefined;
  }

  async record(number: number): Promise<Uint8Array | undefined> {
    for await (const { sha256, bytes, packed } of this.#place.rows('record', number)) {
      const record = await unpackRecord([sha256, bytes, packed] as unknown as PackedRecord);
      if (record !== undefined) return record;
      const what = `the record of game ${number} has changed since it was saved`;
      throw new StoreFailure(this.#place.path, { kind: 'damaged', what });
    }
    return undefined;
  }

  async counts(): Promise<StoreCounts> {
    return await this.#place.counts();
  }

  async faults(): Promise<readonly string[]> {
    return await this.#place.faults();
  }

  misfit(table: StoreTable, row: number, what: string): StoreFailure {
    return misfitOf(this.#place.path, table, row, what);
  }

  async saveFile({ text, canonical }: DefinitionFile): Promise<SaveResult> {
    const last = await this.file();
    if (last?.text === text && last.canonical === canonical) return { ok: true, isNew: false };
    return await this.#place.insertFile((last?.version ?? 0) + 1, { text, canonical });
  }

  async save(game: NewGame): Promise<SaveResult> {
    const record = await packRecord(game.record);
    const saving = await this.#place.insertGame({ game, record });
    const isLeft = game.record !== undefined && record === undefined;
    return saving.ok && saving.isNew && isLeft ? { ...saving, left: 'record' } : saving;
  }

  async saveAll(files: readonly DefinitionFile[], games: AsyncIterable<NewGame>): Promise<SaveResult> {
    return await this.#place.insertAll((await this.file())?.version ?? 0, files, packGames(games));
  }

  async close(): Promise<void> {
    await this.#place.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #gameIn(row: Row): StoredGame {
    const game = row as unknown as StoredGame;
    if (game.result.length <= LARGEST_RESULT) return game;
    const what = `result: expected at most ${LARGEST_RESULT} characters; got ${game.result.length}`;
    throw this.misfit('game', game.number, what);
  }
}

async function* packGames(games: AsyncIterable<NewGame>): AsyncGenerator<PackedGame> {
  for await (const game of games) yield { game, record: await packRecord(game.record) };
}
