import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HostFailure } from '../../core/errors.ts';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { visibleJson } from '../../core/text.ts';
import { faultWithPath } from '../../files/file-fault.ts';
import { counts, type PlayedGame, type RunGame } from '../experiment.ts';
import type { RunStore } from '../run.ts';
import type { Store } from './contract.ts';

/** The result of a game, as `--json` prints it and stores have it. */
export function resultLine({ game, report }: Pick<PlayedGame, 'game' | 'report'>): string {
  return visibleJson({ number: game, ...report.result });
}

interface SavedGamesOptions {
  /** The address of the store, without a password. */
  readonly path: string;
  /** Records are saved, too. */
  readonly records: boolean;
  readonly note: (line: string) => void;
}

/** The games of a run in a store, and the records of those that are not in it yet. It closes the store. */
export class SavedGames implements RunStore, AsyncDisposable {
  readonly store: Store;
  readonly path: string;
  readonly #running: RunningRecords | undefined;
  readonly #note: (line: string) => void;

  static async open(opening: Promise<Store>, options: SavedGamesOptions): Promise<SavedGames> {
    const store = await opening;
    try {
      return new SavedGames(store, options);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor(store: Store, { path, records, note }: SavedGamesOptions) {
    this.store = store;
    this.path = path;
    this.#note = note;
    this.#running = records ? new RunningRecords(path) : undefined;
  }

  get atOnce(): number {
    return this.store.savesAtOnce ?? 1;
  }

  /** The files have seeds, with which players could cheat. */
  get files(): readonly string[] {
    return filesOfStore(this.path);
  }

  /** The folder to which records are written until they are saved. Undefined: no records are saved. */
  get folder(): string | undefined {
    return this.#running?.folder;
  }

  /** A game that says nothing is played again, and is not saved. */
  async save(played: RunGame): Promise<RunGame> {
    if ('failure' in played && played.record !== undefined) this.#running?.leave(played.record);
    return counts(played) ? await this.#save(played) : played;
  }

  async #save(played: PlayedGame): Promise<RunGame> {
    const { game, report } = played;
    const [path] = report.recordFailure === undefined ? report.records : [];
    const record =
      report.packedRecord ?? (this.#running && path !== undefined ? readFileSync(path) : undefined);
    const saving = await this.store.save({
      number: game,
      id: report.result.id,
      result: resultLine(played),
      record,
    });
    if (!saving.ok) throw new HostFailure(saving.problem);
    if (saving.left === 'record') {
      this.#note(
        `note: the record of game ${game} is too large for a store; until the next run it is in ${path}`,
      );
      this.#running!.leave(path!);
      return played;
    }
    if (record === undefined || (path !== undefined && !path.startsWith(this.#running!.folder)))
      return played;
    if (path !== undefined) rmSync(path, { force: true });
    return { ...played, report: { ...report, records: [`${this.path}#${game}`] } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.[Symbol.dispose]();
    await this.store.close();
  }
}

/** All that is of a store on this machine. */
export function filesOfStore(path: string): readonly string[] {
  if (isPostgresAddress(path)) return [];
  return ['', '-wal', '-shm', '-lock'].map((ending) => `${path}${ending}`);
}

/**
 * The folder of the records of running games, until they are in a store. Other records in it belong to games
 * of a killed run, which are played again, and the next run removes them.
 */
class RunningRecords implements Disposable {
  readonly folder: string;
  readonly #left = new Set<string>();

  constructor(store: string) {
    this.folder = `${store}-running`;
    try {
      if (isPostgresAddress(store)) this.folder = mkdtempSync(join(tmpdir(), 'wordhost-running-'));
      else mkdirSync(this.folder, { recursive: true });
      this.#clear();
    } catch (error) {
      throw new HostFailure(`the folder of running games: ${faultWithPath(error as Error)}`);
    }
  }

  /** A note names this record, so it stays until the next run. */
  leave(path: string): void {
    this.#left.add(basename(path));
  }

  [Symbol.dispose](): void {
    try {
      this.#clear();
      rmdirSync(this.folder);
    } catch {
      // The folder has an entry that is not ours, or that was left.
    }
  }

  #clear(): void {
    for (const name of readdirSync(this.folder))
      if (name.endsWith('.jsonl') && !this.#left.has(name)) rmSync(join(this.folder, name));
  }
}
