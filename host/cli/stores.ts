import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { isPostgresAddress, splitExperiment, withoutPassword } from '../core/postgres-address.ts';
import { type RecordReading, readRecord } from '../events/read-record.ts';
import { startOfRegular } from '../files/read-file.ts';
import { shellWord } from '../files/shell.ts';
import { type AnyGame, type Games, gameNamed } from '../games/game.ts';
import type { ReadableStore, Store } from '../runs/store/contract.ts';
import type { GamesDatabase } from '../runs/store/games-database.ts';
import { SavedGames } from '../runs/store/saved-games.ts';
import { parseStoredRecord } from '../runs/store/stored-runs.ts';
import { StoreFailure } from '../sqlite/fault.ts';
import { printNote, resultsAreIn } from './output.ts';

/** A store that a user names, to read. */
export async function storeToRead(path: string): Promise<ReadableStore> {
  const { openStore } = await import('../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'read', note: printNote });
  if (opening.ok) return opening.store;
  const hint = opening.fault.kind === 'not-a-store' ? hintForFile(path) : '';
  throw new UsageError(`${opening.problem}${hint}`);
}

/** The default store of a tournament file. */
export function storeOfFile(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.db`);
}

function hintForFile(path: string): string {
  if (!/\.(?:ya?ml|json)$/.test(path)) return '';
  const store = storeOfFile(path);
  const since = existsSync(store) ? '' : `, which \`wordhost tournament ${shellWord(path)}\` makes`;
  return `. The store of a tournament file is beside it: ${store}${since}`;
}

/** One to write, which is made if it is not there. */
export async function storeToWrite(path: string): Promise<Store> {
  const { openStore } = await import('../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'write', note: printNote });
  if (opening.ok) return opening.store;
  throw new UsageError(opening.problem);
}

/** The place where the games of a run are saved. */
export interface StoreRequest {
  readonly address: string;
  /** The address as the user would write it, without its password. */
  readonly shown: string;
  readonly records: boolean;
  /** The part of the workers that play for this run, if the store is on a server. */
  readonly weight: number;
}

export async function openSaved({ address, shown, records }: StoreRequest): Promise<SavedGames> {
  const path = withoutPassword(address);
  const saved = await SavedGames.open(storeToWrite(address), { path, records, note: printNote });
  resultsAreIn(shown);
  return saved;
}

/** The database of a farm, by an address that may name a run in it. */
export async function farmDatabase(
  address: string,
  { makes }: { readonly makes: boolean },
): Promise<GamesDatabase> {
  const { GamesDatabase } = await import('../runs/store/games-database.ts');
  const { server } = splitExperiment(address);
  try {
    return await GamesDatabase.open(server, { makes, note: printNote });
  } catch (error) {
    throw error instanceof StoreFailure ? new UsageError(error.message) : error;
  }
}

/** Tells whether a store exists to resume. Other faults are reported when it is opened. */
export async function isThere(path: string): Promise<boolean> {
  if (!isPostgresAddress(path)) return existsSync(path);
  const { openStore } = await import('../runs/store/store.ts');
  const opening = await openStore(path, { mode: 'read' });
  if (opening.ok) await opening.store.close();
  return opening.ok || opening.fault.kind !== 'missing';
}

/** A server keeps several experiments: the one that is meant where the address names none. */
export function withExperiment(store: string, name: string): string {
  if (!isPostgresAddress(store) || splitExperiment(store).name !== undefined) return store;
  return `${store}#${name}`;
}

const DATABASE = 'SQLite format 3\0';

/** Tells whether a store is at this path. A pipe is none, and is not read. */
export function isStore(path: string): boolean {
  if (isPostgresAddress(path)) return true;
  try {
    return startOfRegular(path, DATABASE.length).start.toString('latin1') === DATABASE;
  } catch {
    return false;
  }
}

const IN_STORE = /^(?<store>.+)#(?<number>[1-9]\d{0,8})$/s;

/** The record at a path, or a game of a store: `league.db#17`. A file of that very name is a file. */
export async function readRecordAt(path: string, games: Games): Promise<RecordReading> {
  const { store, number } = IN_STORE.exec(path)?.groups ?? {};
  const shown = withoutPassword(path);
  if (store !== undefined && !existsSync(path)) return await readStoredRecord(store, Number(number), games);
  const reading = readRecord(path, games);
  return !reading.ok && isStore(path)
    ? {
        ok: false,
        problem: `${shown}: expected a record; got a store. Add the number of a game, such as ${shown}#1`,
      }
    : reading;
}

async function readStoredRecord(path: string, number: number, games: Games): Promise<RecordReading> {
  const name = `${withoutPassword(path)}#${number}`;
  await using store = await storeToRead(path);
  const bytes = await store.record(number);
  if (bytes !== undefined) return parseStoredRecord(bytes, name, games);
  const isStored = (await store.game(number)) !== undefined;
  const problem = isStored
    ? `it has the result of game ${number}, but no record`
    : `it has no game ${number}. To list its games: wordhost store check ${withoutPassword(path)}`;
  return { ok: false, problem: `${name}: ${problem}` };
}

/** The game whose games are in the store at this path. */
export function gameOfStore(games: Games, name: string, path: string): AnyGame {
  const game = gameNamed(games, name);
  if (game) return game;
  throw new UsageError(`${path}: this version of wordhost does not know the game ${JSON.stringify(name)}`);
}

/** Characters that every shell leaves as they are in a word. */
const PLAIN = /^[\p{L}\p{N}._+,@%-]+$/u;

/** Completes the paths of stores, which are known by their ending. */
export function storesWithPrefix(typed: string): readonly string[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const begin = typed.slice(folder.length);
  return entriesOf(folder === '' ? '.' : folder)
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => name.startsWith(begin) && name.endsWith('.db') && PLAIN.test(name))
    .filter((name) => begin !== '' || !/^[.-]/.test(name))
    .sort()
    .map((name) => `${folder}${name}`);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
