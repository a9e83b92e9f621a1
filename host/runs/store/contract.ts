import type { Refusal, StoreFailure } from '../../sqlite/fault.ts';
import type { GamesDatabase } from './games-database.ts';
import type { PackedRecord } from './packed-record.ts';

/** What is played, as it was given, and in the form that its parts are compared in. */
export interface DefinitionFile {
  /** A tournament file or a command line, as it is. */
  readonly text: string;
  /** A JSON object. The same tournament has the same one, however its file was written. */
  readonly canonical: string;
}

export interface StoredFile extends DefinitionFile {
  /** From 1. What is added to a tournament later makes a new one. */
  readonly version: number;
  readonly keptAt: string;
}

export type Opening<Opened> = { readonly ok: true; readonly store: Opened } | Refusal;

/** A game that is over. */
export interface StoredGame {
  /** From 1: which game of the tournament it is. */
  readonly number: number;
  readonly id: string;
  /** JSON, as `--json` prints it. */
  readonly result: string;
}

export interface NewGame extends StoredGame {
  /** None: only the result is kept. */
  readonly record?: Uint8Array | PackedRecord | undefined;
}

export interface StoreCounts {
  readonly games: number;
  readonly records: number;
  /** Of the records, as they were before they were packed. */
  readonly recordBytes: number;
  /** Of the store. */
  readonly bytes: number;
}

/**
 * `isNew`: it was not kept before. What was kept first stays. `left`: its record is larger than a store takes, and only the result is
 * kept.
 */
export type SaveResult = { readonly ok: true; readonly isNew: boolean; readonly left?: 'record' } | Refusal;

/**
 * What is kept of a tournament, to be read by any number while it is written. What cannot be read is a `StoreFailure`, which is
 * thrown.
 */
export interface ReadableStore extends AsyncDisposable {
  /** The file as it was last kept. */
  file(): Promise<StoredFile | undefined>;
  /** All that was ever kept of it, in the order of their versions. */
  files(): Promise<readonly StoredFile[]>;
  /** All games, in the order of their numbers, as they are in one moment. */
  games(): AsyncIterable<StoredGame>;
  game(number: number): Promise<StoredGame | undefined>;
  /** The record of a game, byte for byte, after its hash was compared. None: it was kept without one, or not at all. */
  record(number: number): Promise<Uint8Array | undefined>;
  counts(): Promise<StoreCounts>;
  /** To be thrown for a row whose JSON is not what the reader of it expects. */
  misfit(table: 'file' | 'game', row: number, what: string): StoreFailure;
  /** What is wrong with the store as a file, whatever is in it. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A server that workers reach, too. */
export interface FarmPlace {
  readonly database: GamesDatabase;
  readonly experiment: number;
}

/**
 * A store that this process alone may write to. What is said to be kept stays kept when the process is killed in the next moment;
 * a loss of power can cost the games of the last second.
 */
export interface Store extends ReadableStore {
  /** Undefined: it is a file of this machine. */
  readonly farm?: FarmPlace | undefined;
  /** As a new version, if it differs from the last one. Whether it may follow that one is for the caller to say. */
  saveFile(file: DefinitionFile): Promise<SaveResult>;
  /** Games that it saves at once without waiting longer than for one; 1 unless it is set. */
  readonly savesAtOnce?: number;
  /** The result and the record, both or none. */
  save(game: NewGame): Promise<SaveResult>;
  /** Versions and games, none of which is kept yet: all of them, or nothing. Nothing else may be kept meanwhile. */
  saveAll(files: readonly DefinitionFile[], games: AsyncIterable<NewGame>): Promise<SaveResult>;
}
