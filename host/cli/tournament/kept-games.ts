import { HostFailure } from '../../core/host-failure.ts';
import { UsageError } from '../../core/usage-error.ts';
import { readResult } from '../../events/read-result.ts';
import type { Result } from '../../events/result.ts';
import type { KeptFile, ReadableStore, Store } from '../../runs/store/contract.ts';
import {
  following,
  isSameAs,
  KeptMisfit,
  type KeptTournament,
  tournamentOf,
  versionsOf,
} from '../../tournament/file/kept-tournament.ts';
import { misplacement } from '../../tournament/report/misplacement.ts';
import { TournamentFold } from '../../tournament/report/tournament-fold.ts';

/** What was last kept of a tournament or a comparison. */
export async function fileIn(store: ReadableStore, path: string): Promise<KeptFile> {
  const file = await store.file();
  if (file) return file;
  throw new UsageError(
    `${path}: there is nothing in it yet: wordhost tournament FILE begins a tournament, and wordhost compare --store a comparison`,
  );
}

/** All versions of the tournament in a store, the oldest first; none in one that is new. */
export async function versionsIn(store: ReadableStore, path: string): Promise<readonly KeptTournament[]> {
  const versions = versionsOf(await store.files());
  if (versions instanceof KeptMisfit) throw store.misfit('file', versions.version, versions.what);
  if (versions === undefined) throw new UsageError(`${path} keeps no tournament: expected another --store`);
  return versions;
}

/** What has come of these games, and what is due. `each` is told of a game after those before it. */
export async function foldOf(
  versions: readonly KeptTournament[],
  store: ReadableStore | undefined,
  each?: (result: Result, number: number, counts: boolean) => void,
): Promise<TournamentFold> {
  const fold = new TournamentFold(tournamentOf(versions));
  if (store)
    for await (const { number, result } of resultsIn(store)) {
      takeKept(fold, number, result);
      each?.(result, number, fold.schedule.counts(number));
    }
  return fold;
}

/** All games that it has taken are kept. */
export async function recount(fold: TournamentFold, store: ReadableStore): Promise<void> {
  const games: { readonly number: number; readonly result: Result }[] = [];
  for await (const game of resultsIn(store)) games.push(game);
  fold.recount(games);
}

/** All games of a store, in the order of their numbers. */
export async function* resultsIn(
  store: Pick<ReadableStore, 'games' | 'misfit'>,
): AsyncGenerator<{ readonly number: number; readonly result: Result }> {
  for await (const { number, result } of store.games())
    yield { number, result: resultIn(store, result, number) };
}

export function resultIn(store: Pick<ReadableStore, 'misfit'>, text: string, number: number): Result {
  const result = readResult(text);
  if (typeof result !== 'string') return result;
  throw store.misfit('game', number, `result: ${result}`);
}

/** A game of a store that somebody else has written to could be any. */
export function takeKept(fold: TournamentFold, number: number, result: Result): void {
  const misplaced = misplacement(fold.schedule, number, result);
  if (misplaced !== undefined)
    throw new HostFailure(
      `game ${number} in the store ${misplaced}: is it the store of another tournament? wordhost store check says what else is wrong`,
    );
  fold.take(number, result);
}

/** Results with players counted by their places in the file as it is now: in a store they keep those that they had. */
export function asInFile(file: KeptTournament, kept: KeptTournament): (result: Result) => Result {
  const entries = kept.players.map(
    ({ name }) => file.players.findIndex((player) => player.name === name) + 1,
  );
  return (result) => ({
    ...result,
    players: result.players.map((player) => ({ ...player, entry: entries[player.entry - 1]! })),
  });
}

/** The versions with what the file says now. A change that would make earlier games another tournament is refused. */
export async function resumed(
  store: ReadableStore,
  versions: readonly KeptTournament[],
  now: KeptTournament,
  { file, path, hasSeed }: { file: string; path: string; hasSeed: boolean },
): Promise<readonly KeptTournament[]> {
  const last = versions.at(-1);
  if (last === undefined) return [{ ...now, begins: true }];
  const { playerSeed } = last;
  const same = {
    ...now,
    ...(playerSeed !== undefined && { playerSeed }),
    ...(!hasSeed && { seed: last.seed }),
  };
  const { games } = await store.counts();
  if (games === 0) return [{ ...same, begins: true }];
  const next = following(last, same);
  if (!next.ok)
    throw new UsageError(
      `${file} is another tournament than that of the ${games} games in ${path}: ${next.problem}. Players and rounds can be added; for another tournament name another --store`,
    );
  if (isSameAs(last, next.kept)) return versions;
  const { schedule } = await foldOf(versions, store);
  return [...versions, { ...next.kept, from: schedule.roundAfterPlayed }];
}

/** In the store as it is now, with the text of the file. */
export async function keepVersion(
  store: Store,
  text: string,
  versions: readonly KeptTournament[],
): Promise<void> {
  const keeping = await store.keepFile({ text, canonical: JSON.stringify(versions.at(-1)) });
  if (!keeping.ok) throw new HostFailure(keeping.problem);
}
