import { readFileSync, rmSync } from 'node:fs';
import { HostFailure } from '../../../core/host-failure.ts';
import { jsonObject } from '../../../core/text/json-object.ts';
import { visibleJson } from '../../../core/text/visible.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { readResult } from '../../../events/read-result.ts';
import type { PlayedGame, SeriesGame } from '../../../runs/play-series.ts';
import type { PlayedFile, Store } from '../../../runs/store/contract.ts';
import { firstDifference } from '../../../runs/store/first-difference.ts';
import { resultsAreIn } from '../../output.ts';
import { printNotes } from '../../print.ts';
import type { EarlierGame } from '../../reporting/reporter.ts';
import { storeToWrite } from '../../stores/open-at.ts';
import { RunningRecords, recordLeft } from '../../stores/running-records.ts';
import { type ReadResult, resultIn } from '../result-files.ts';
import { resultLine } from '../results-file.ts';
import { comparisonIn } from './read-comparison.ts';

/** A game that was played before. */
export interface KeptResult extends EarlierGame {
  readonly result: ReadResult;
}

interface KeptSeeds {
  readonly seed?: string;
  readonly playerSeed?: string;
  readonly firstHasSeed?: boolean;
}

/** The store of a comparison, and the records of its games that are not in it yet. */
export class KeptComparison implements AsyncDisposable {
  readonly #path: string;
  readonly #store: Store;
  readonly #running: RunningRecords | undefined;

  static async open(path: string, keepsRecords: boolean): Promise<KeptComparison> {
    const store = await storeToWrite(path);
    resultsAreIn(path);
    try {
      return new KeptComparison(path, store, keepsRecords ? new RunningRecords(path) : undefined);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor(path: string, store: Store, running: RunningRecords | undefined) {
    this.#path = path;
    this.#store = store;
    this.#running = running;
  }

  /** What players could cheat with: seeds are in it. */
  get files(): readonly string[] {
    return ['', '-wal', '-shm', '-lock'].map((ending) => `${this.#path}${ending}`);
  }

  /** The folder that records are written to until they are kept; none: they are not kept. */
  get running(): string | undefined {
    return this.#running?.folder;
  }

  /** Those of the first run, which may have been drawn, and whether the first is that of its first pair. */
  async seeds(): Promise<KeptSeeds> {
    const file = await this.#store.file();
    const { seed, playerSeed, pairs } = jsonObject(file?.canonical ?? '{}') ?? {};
    return {
      ...(typeof seed === 'string' && { seed }),
      ...(typeof playerSeed === 'string' && { playerSeed }),
      ...(pairs !== undefined && { firstHasSeed: pairs === 'one' }),
    };
  }

  /** Refuses another comparison than the one whose games are kept. */
  async goOnWith(file: PlayedFile): Promise<void> {
    const before = await this.#store.file();
    if (before && !comparisonIn(this.#store, before))
      throw new UsageError(
        `--store ${this.#path} has the games of a tournament: expected the store of a comparison. For this one take another store`,
      );
    const other = before && firstDifference(asked(before), asked(file));
    if (other === undefined) {
      if (before?.canonical === file.canonical) return;
      const keeping = await this.#store.keepFile(file);
      if (!keeping.ok) throw new UsageError(keeping.problem);
      return;
    }
    const [was, is] = [other.before, other.now].map((value) =>
      value === undefined ? 'none' : visibleJson(value),
    );
    throw new UsageError(
      `--store ${this.#path} has the games of another comparison: ${other.path} was ${was} there, and is ${is} now. For this one take another store`,
    );
  }

  /** How its record is named, as that of a file is. */
  placeOf(game: number): string {
    return `${this.#path}#${game}`;
  }

  misfit(...row: Parameters<Store['misfit']>): ReturnType<Store['misfit']> {
    return this.#store.misfit(...row);
  }

  games(): ReturnType<Store['games']> {
    return this.#store.games();
  }

  /** The record of a game; none: it was kept without one. */
  async record(game: number): Promise<Uint8Array | undefined> {
    return await this.#store.record(game);
  }

  /** In the order of their numbers. */
  async results(): Promise<readonly KeptResult[]> {
    const results: KeptResult[] = [];
    for await (const { number, result } of this.#store.games()) {
      const read = readResult(result);
      if (typeof read === 'string') throw this.misfit('game', number, `result: ${read}`);
      results.push({
        game: number,
        line: result,
        result: resultIn(result, `${this.#path}: game ${number}`, 1),
      });
    }
    return results;
  }

  /** Each is kept before anybody is told of it. */
  async *keeping(games: AsyncIterable<SeriesGame>): AsyncGenerator<SeriesGame> {
    for await (const played of games) {
      if ('failure' in played && played.record !== undefined) this.#running?.leave(played.record);
      yield isToBeKept(played) ? await this.#keep(played) : played;
    }
  }

  async #keep(played: PlayedGame): Promise<SeriesGame> {
    const { game, report } = played;
    const [path] = report.recordFailure === undefined ? report.records : [];
    const record = this.#running && path !== undefined ? readFileSync(path) : undefined;
    const keeping = await this.#store.keep({
      number: game,
      id: report.result.id,
      result: resultLine(played),
      record,
    });
    if (!keeping.ok) throw new HostFailure(keeping.problem);
    if (keeping.left === 'record') {
      printNotes([recordLeft(game, path!)]);
      this.#running!.leave(path!);
      return played;
    }
    if (record === undefined || !path!.startsWith(this.#running!.folder)) return played;
    rmSync(path!);
    return { ...played, report: { ...report, records: [this.placeOf(game)] } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.[Symbol.dispose]();
    await this.#store.close();
  }
}

/** Without what may be another in each run. */
function asked({ canonical }: PlayedFile): object {
  const { offences: _, ...all } = jsonObject(canonical) ?? {};
  return all;
}

/** One that says nothing is played again. */
function isToBeKept(played: SeriesGame): played is PlayedGame {
  return !('failure' in played) && !played.again && played.report.result.reason !== 'interrupted';
}
