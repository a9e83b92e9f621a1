import { UsageError } from '../../core/errors.ts';
import { jsonObject } from '../../core/json.ts';
import {
  Misfit,
  number,
  object,
  oneOf,
  optional,
  orNull,
  readShape,
  text,
  tuple,
  type ValueOf,
} from '../../core/shape.ts';
import { visibleJson } from '../../core/text.ts';
import { misfitInWords, readResult } from '../../events/result.ts';
import type { RunGame } from '../../runs/run.ts';
import { SavedGames } from '../../runs/saved-games.ts';
import {
  type DefinitionFile,
  firstDifference,
  type ReadableStore,
  type Store,
  type StoredFile,
} from '../../runs/store/contract.ts';
import { models, type Question } from '../../tournament/comparison.ts';
import { printNotes, resultsAreIn } from '../output.ts';
import type { EarlierGame } from '../reports/game-notes.ts';
import { storeToWrite } from '../stores.ts';
import { type ReadResult, resultIn } from './results.ts';

/** A game that was played before. */
export interface StoredResult extends EarlierGame {
  readonly result: ReadResult;
}

interface StoredSeeds {
  readonly seed?: string;
  readonly playerSeed?: string;
  readonly firstHasSeed?: boolean;
}

/** The store of a comparison, and the records of its games that are not in it yet. */
export class StoredComparison implements AsyncDisposable {
  readonly #path: string;
  readonly #store: Store;
  readonly #saved: SavedGames;

  static async open(path: string, keepsRecords: boolean): Promise<StoredComparison> {
    const store = await storeToWrite(path);
    resultsAreIn(path);
    try {
      const note = (line: string) => printNotes([line]);
      return new StoredComparison(path, store, new SavedGames(store, { path, records: keepsRecords, note }));
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor(path: string, store: Store, saved: SavedGames) {
    this.#path = path;
    this.#store = store;
    this.#saved = saved;
  }

  /** What players could cheat with: seeds are in it. */
  get files(): readonly string[] {
    return ['', '-wal', '-shm', '-lock'].map((ending) => `${this.#path}${ending}`);
  }

  /** The folder that records are written to until they are kept; none: they are not kept. */
  get running(): string | undefined {
    return this.#saved.folder;
  }

  /** Those of the first run, which may have been drawn, and whether the first is that of its first pair. */
  async seeds(): Promise<StoredSeeds> {
    const file = await this.#store.file();
    const { seed, playerSeed, pairs } = jsonObject(file?.canonical ?? '{}') ?? {};
    return {
      ...(typeof seed === 'string' && { seed }),
      ...(typeof playerSeed === 'string' && { playerSeed }),
      ...(pairs !== undefined && { firstHasSeed: pairs === 'one' }),
    };
  }

  /** Refuses another comparison than the one whose games are kept. `defaults`: of options that the version which began it may not know. */
  async goOnWith(file: DefinitionFile, defaults: OptionTexts): Promise<void> {
    const before = await this.#store.file();
    if (before && !comparisonIn(this.#store, before))
      throw new UsageError(
        `--store ${this.#path} has the games of a tournament: expected the store of a comparison. For this one take another store`,
      );
    const other = before && firstDifference(fixedParts(before, defaults), fixedParts(file, defaults));
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
  async results(): Promise<readonly StoredResult[]> {
    const results: StoredResult[] = [];
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

  /** Nobody is told of a game before it is saved. */
  async save(played: RunGame): Promise<RunGame> {
    return await this.#saved.save(played);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#saved[Symbol.dispose]();
    await this.#store.close();
  }
}

/** Without what may be another in each run. */
function fixedParts({ canonical }: DefinitionFile, defaults: OptionTexts): object {
  const { offences: _, options, hosting, ...all } = jsonObject(canonical) ?? {};
  return {
    ...all,
    options: { ...defaults.options, ...(options as object) },
    hosting: { ...defaults.hosting, ...(hosting as object) },
  };
}

interface OptionTexts {
  readonly options: object;
  readonly hosting: object;
}

/** Of what a store keeps of a comparison: what is needed to tell how it stands. */
const player = object({ name: text() });
const test = object({
  model: oneOf(...models),
  elo0: number(),
  elo1: number(),
  alpha: number(),
  beta: number(),
});
const shape = object({
  kind: oneOf('compare'),
  game: text(),
  seed: text(),
  /** NEW and OLD. */
  players: tuple<[ValueOf<typeof player>, ValueOf<typeof player>]>(player, player),
  test: orNull(test),
  notWorse: oneOf(true, false),
  /** Missing: the first of NEW ends it. */
  offences: optional(oneOf('count')),
});
type ComparisonInStore = ValueOf<typeof shape>;

/** The comparison that a store keeps in this version of its file; undefined: it keeps something else. */
export function comparisonIn(
  store: Pick<ReadableStore, 'misfit'>,
  { version, canonical }: Pick<StoredFile, 'version' | 'canonical'>,
): ComparisonInStore | undefined {
  const value = jsonObject(canonical);
  if (value?.kind !== 'compare') return undefined;
  const read = readShape(shape, value, 0);
  if (read instanceof Misfit) throw store.misfit('file', version, `canonical.${misfitInWords(read)}`);
  return read as ComparisonInStore;
}

/** What was asked when it was last gone on with. */
export function questionIn({ test, notWorse, offences }: ComparisonInStore): Question {
  return { test, notWorse, countsOffences: offences === 'count' };
}
