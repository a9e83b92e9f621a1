import type { Refusal, StoreFailure } from '../../sqlite/fault.ts';
import type { GamesDatabase } from './games-database.ts';
import type { PackedRecord } from './packed-record.ts';

/** The definition of a run: as the user wrote it, and in the form in which its parts are compared. */
export interface DefinitionFile {
  /** A tournament file or a command line. */
  readonly text: string;
  /** A JSON object. The same tournament has the same one, however its file was written. */
  readonly canonical: string;
}

export interface StoredFile extends DefinitionFile {
  /** It counts from 1. A later change of a tournament makes a new version. */
  readonly version: number;
  readonly keptAt: string;
}

export type Opening<Opened> = { readonly ok: true; readonly store: Opened } | Refusal;

/** A game that is over. */
export interface StoredGame {
  /** The number of the game in the run, from 1. */
  readonly number: number;
  readonly id: string;
  /** The result as JSON, as `--json` prints it. */
  readonly result: string;
}

export interface NewGame extends StoredGame {
  /** A game without a record has only its result saved. */
  readonly record?: Uint8Array | PackedRecord | undefined;
}

export interface StoreCounts {
  readonly games: number;
  readonly records: number;
  /** The size of the records before they were packed. */
  readonly recordBytes: number;
  /** The size of the store. */
  readonly bytes: number;
}

/** `isNew` means that the game was not there before; the first one stays. `left` means that its record is too large, so that only the result is saved. */
export type SaveResult = { readonly ok: true; readonly isNew: boolean; readonly left?: 'record' } | Refusal;

/** The games of a run, which any number of processes may read while it is written. Throws a `StoreFailure` for what cannot be read. */
export interface ReadableStore extends AsyncDisposable {
  /** The last version of the definition. */
  file(): Promise<StoredFile | undefined>;
  /** All versions of the definition, in their order. */
  files(): Promise<readonly StoredFile[]>;
  /** All games, in the order of their numbers, as they are in one moment. */
  games(): AsyncIterable<StoredGame>;
  game(number: number): Promise<StoredGame | undefined>;
  /** The record of a game, byte for byte, after its hash was compared. Undefined if there is none. */
  record(number: number): Promise<Uint8Array | undefined>;
  counts(): Promise<StoreCounts>;
  /** Makes the error for a row with unexpected JSON. */
  misfit(table: 'file' | 'game', row: number, what: string): StoreFailure;
  /** Damage of the store as a file. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A run on a server that workers reach. */
export interface FarmPlace {
  readonly database: GamesDatabase;
  readonly experiment: number;
}

/**
 * A store that only this process may write to. A saved game survives a kill of the process in the next
 * moment. A loss of power can cost the games of the last second.
 */
export interface Store extends ReadableStore {
  /** Undefined for a file of this machine. */
  readonly farm?: FarmPlace | undefined;
  /** Saves a new version if it differs from the last one. The caller checks whether it may follow that one. */
  saveFile(file: DefinitionFile): Promise<SaveResult>;
  /** Games that it saves at once without waiting longer than for one; 1 unless it is set. */
  readonly savesAtOnce?: number;
  /** Saves the result and the record, both or none. */
  save(game: NewGame): Promise<SaveResult>;
  /** Saves all of these new versions and games, or nothing. Nothing else may be saved meanwhile. */
  saveAll(files: readonly DefinitionFile[], games: AsyncIterable<NewGame>): Promise<SaveResult>;
}
