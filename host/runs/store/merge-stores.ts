import { type Difference, firstDifference, jsonObject } from '../../core/json.ts';
import type { Refusal } from '../../sqlite/fault.ts';
import type { NewGame, ReadableStore, Store, StoredFile, StoredGame } from './contract.ts';

export interface MergeReport {
  readonly ok: true;
  readonly kept: number;
  /** The number of games that were already there. */
  readonly before: number;
}

export type Merging =
  | MergeReport
  | Refusal
  /** One of them has no file: nobody knows what was played. */
  | { readonly ok: false; readonly nameless: 'into' | 'from' }
  | { readonly ok: false; readonly difference: Difference }
  /** The stores have different games of this number. */
  | { readonly ok: false; readonly differing: number }
  /** The games of both cannot be kept together, in words. */
  | { readonly ok: false; readonly unfit: string };

/** Games of both stores together, in the order of their numbers, and the versions that they would be of: what is wrong with them. */
export type Fitting = (
  files: readonly Pick<StoredFile, 'canonical'>[],
  games: AsyncIterable<StoredGame>,
) => Promise<string | undefined>;

/** Keeps the games of another store of the same tournament that are not kept here yet: all of them, or nothing is written. */
export async function mergeStore(into: Store, from: ReadableStore, unfit: Fitting): Promise<Merging> {
  const [ours, theirs] = [await into.files(), await from.files()];
  const isNew = ours.length === 0 && (await into.counts()).games === 0;
  if (theirs.length === 0) return { ok: false, nameless: 'from' };
  if (ours.length === 0 && !isNew) return { ok: false, nameless: 'into' };
  const missing = isNew ? theirs : versionsMissing(ours, theirs);
  if ('path' in missing) return { ok: false, difference: missing };
  const union = new Union(into, from);
  const problem = await unfit([...ours, ...missing], union.games());
  const { differing, taken } = union;
  if (differing !== undefined) return { ok: false, differing };
  if (problem !== undefined) return { ok: false, unfit: problem };
  const saving = await into.saveAll(missing, gamesOf(from, taken));
  return saving.ok ? { ok: true, kept: taken.length, before: union.before } : saving;
}

/** Two stores have the same tournament if one has or had the last version of the other. */
function versionsMissing(
  ours: readonly StoredFile[],
  theirs: readonly StoredFile[],
): readonly StoredFile[] | Difference {
  const indexOf = (files: readonly StoredFile[], { canonical }: StoredFile) =>
    files.findLastIndex((file) => difference(file.canonical, canonical) === undefined);
  const [our, their] = [ours.at(-1)!, theirs.at(-1)!];
  if (indexOf(ours, their) !== -1) return [];
  const shared = indexOf(theirs, our);
  return shared === -1 ? difference(our.canonical, their.canonical)! : theirs.slice(shared + 1);
}

const difference = (one: string, other: string) => firstDifference(JSON.parse(one), JSON.parse(other));

/** The games of two stores, each number once, and which of them only the second has. */
class Union {
  readonly #into: ReadableStore;
  readonly #from: ReadableStore;
  readonly taken: number[] = [];
  before = 0;
  /** The first number of which each has another game: it ends there. */
  differing: number | undefined;

  constructor(into: ReadableStore, from: ReadableStore) {
    this.#into = into;
    this.#from = from;
  }

  async *games(): AsyncGenerator<StoredGame> {
    const ours = this.#into.games()[Symbol.asyncIterator]();
    let mine = await ours.next();
    for await (const game of this.#from.games()) {
      for (; !mine.done && mine.value.number < game.number; mine = await ours.next()) yield mine.value;
      const isThere = !mine.done && mine.value.number === game.number;
      if (isThere && gameIn(mine.value.result) !== gameIn(game.result)) {
        this.differing = game.number;
        return;
      }
      if (isThere) this.before++;
      else this.taken.push(game.number);
      yield isThere ? mine.value : game;
      if (isThere) mine = await ours.next();
    }
    for (; !mine.done; mine = await ours.next()) yield mine.value;
  }
}

async function* gamesOf(from: ReadableStore, numbers: readonly number[]): AsyncGenerator<NewGame> {
  for (const number of numbers) yield { ...(await from.game(number))!, record: await from.record(number) };
}

/** Identifies a game by its seed and its seats. If results decide these, two runs may differ. */
function gameIn(result: string): string {
  const { seed, players } = jsonObject(result) ?? {};
  const entries = Array.isArray(players)
    ? players.map((player: { entry?: unknown } | null) => player?.entry)
    : [];
  return JSON.stringify([seed, entries]);
}
