import type { Refusal } from '../../sqlite/fault.ts';
import type { KeptFile, ReadableStore, Store } from './contract.ts';
import { type Difference, firstDifference } from './first-difference.ts';

export interface Merged {
  readonly ok: true;
  readonly kept: number;
  /** Their numbers were there before. */
  readonly before: number;
}

export type Merging =
  | Merged
  | Refusal
  /** One of them has no file: nobody knows what was played. */
  | { readonly ok: false; readonly nameless: 'into' | 'from' }
  | { readonly ok: false; readonly difference: Difference }
  /** Of this number each has another game. */
  | { readonly ok: false; readonly differing: number };

/** Keeps the games of another store of the same tournament that are not kept here yet. */
export async function mergeStore(into: Store, from: ReadableStore): Promise<Merging> {
  const [ours, theirs] = [await into.files(), await from.files()];
  const isNew = ours.length === 0 && (await into.counts()).games === 0;
  if (theirs.length === 0) return { ok: false, nameless: 'from' };
  if (ours.length === 0 && !isNew) return { ok: false, nameless: 'into' };
  const missing = isNew ? theirs : versionsMissing(ours, theirs);
  if ('path' in missing) return { ok: false, difference: missing };
  for (const file of missing) {
    const keeping = await into.keepFile(file);
    if (!keeping.ok) return keeping;
  }
  return await mergeGames(into, from);
}

/** The same tournament: what one was last, the other is or has been. */
function versionsMissing(
  ours: readonly KeptFile[],
  theirs: readonly KeptFile[],
): readonly KeptFile[] | Difference {
  const place = (files: readonly KeptFile[], { canonical }: KeptFile) =>
    files.findLastIndex((file) => difference(file.canonical, canonical) === undefined);
  const [our, their] = [ours.at(-1)!, theirs.at(-1)!];
  if (place(ours, their) !== -1) return [];
  const shared = place(theirs, our);
  return shared === -1 ? difference(our.canonical, their.canonical)! : theirs.slice(shared + 1);
}

const difference = (one: string, other: string) => firstDifference(JSON.parse(one), JSON.parse(other));

async function mergeGames(into: Store, from: ReadableStore): Promise<Merging> {
  let [kept, before] = [0, 0];
  for await (const game of from.games()) {
    const { number, result } = game;
    const there = await into.game(number);
    if (there && gameIn(there.result) !== gameIn(result)) return { ok: false, differing: number };
    const keeping = there
      ? ({ ok: true, isNew: false } as const)
      : await into.keep({ ...game, record: await from.record(number) });
    if (!keeping.ok) return keeping;
    if (keeping.isNew) kept++;
    else before++;
  }
  return { ok: true, kept, before };
}

/** What a game is, whatever comes of it: its seed, and who sits where. Where that follows from results, two runs may differ. */
function gameIn(result: string): string {
  const { seed, players = [] } = JSON.parse(result) as { seed?: unknown; players?: { entry?: unknown }[] };
  return JSON.stringify([seed, players.map(({ entry }) => entry)]);
}
