import { HostFailure, UsageError } from '../../core/errors.ts';
import { type Result, readResult } from '../../events/result.ts';
import type { ReadableStore, Store, StoredFile, StoredGame } from '../../runs/store/contract.ts';
import { TournamentFold } from '../../tournament/report.ts';
import { misplacement, Schedule } from '../../tournament/schedule.ts';
import { outcomeOf } from '../../tournament/standings.ts';
import {
  isSameAs,
  nextVersion,
  type StoredTournament,
  tournamentOf,
  VersionMisfit,
  versionsOf,
} from '../../tournament/stored-tournament.ts';

/** What was last kept of a tournament or a comparison. */
export async function fileIn(store: ReadableStore, path: string): Promise<StoredFile> {
  const file = await store.file();
  if (file) return file;
  throw new UsageError(
    `${path}: there is nothing in it yet: wordhost tournament FILE begins a tournament, and wordhost compare --store a comparison`,
  );
}

/** All versions of the tournament in a store, the oldest first; none in one that is new. */
export async function versionsIn(store: ReadableStore, path: string): Promise<readonly StoredTournament[]> {
  const versions = versionsOf(await store.files());
  if (versions instanceof VersionMisfit) throw store.misfit('file', versions.version, versions.what);
  if (versions === undefined) throw new UsageError(`${path} keeps no tournament: expected another --store`);
  return versions;
}

/** What has come of these games, and what is due. `each` is told of a game after those before it. */
export async function foldOf(
  versions: readonly StoredTournament[],
  store: ReadableStore | undefined,
  each?: (result: Result, number: number, counts: boolean) => void,
): Promise<TournamentFold> {
  const fold = new TournamentFold(tournamentOf(versions));
  if (store)
    for await (const { number, result } of resultsIn(store)) {
      takeStored(fold, number, result);
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
export function takeStored(fold: TournamentFold, number: number, result: Result): void {
  const misplaced = misplacement(fold.schedule, number, result);
  if (misplaced !== undefined)
    throw new HostFailure(
      `game ${number} in the store ${misplaced}: is it the store of another tournament? wordhost store check says what else is wrong`,
    );
  fold.take(number, result);
}

/** Results with players counted by their places in the file as it is now: in a store they keep those that they had. */
export function inFileOrder(file: StoredTournament, kept: StoredTournament): (result: Result) => Result {
  const entries = kept.players.map(
    ({ name }) => file.players.findIndex((player) => player.name === name) + 1,
  );
  return (result) => ({
    ...result,
    players: result.players.map((player) => ({ ...player, entry: entries[player.entry - 1]! })),
  });
}

/** The versions with what the file says now. A change that would make earlier games another tournament is refused. */
export async function updateVersions(
  store: ReadableStore,
  versions: readonly StoredTournament[],
  now: StoredTournament,
  { file, path, hasSeed }: { file: string; path: string; hasSeed: boolean },
): Promise<readonly StoredTournament[]> {
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
  const next = nextVersion(last, same);
  if (!next.ok)
    throw new UsageError(
      `${file} is another tournament than that of the ${games} games in ${path}: ${next.problem}. Players and rounds can be added; for another tournament name another --store`,
    );
  if (isSameAs(last, next.kept)) return versions;
  const { schedule } = await foldOf(versions, store);
  return [...versions, { ...next.kept, from: schedule.roundAfterPlayed }];
}

/** In the store as it is now, with the text of the file. */
export async function saveVersion(
  store: Store,
  text: string,
  versions: readonly StoredTournament[],
): Promise<void> {
  const keeping = await store.keepFile({ text, canonical: JSON.stringify(versions.at(-1)) });
  if (!keeping.ok) throw new HostFailure(keeping.problem);
}

/** Whether who met whom in kept games follows from the games before them. Of a comparison it always does. */
export class StoredPairings {
  #schedule: Schedule | undefined;

  /** Without the versions of a tournament it says nothing. */
  constructor(versions: readonly StoredTournament[] | undefined) {
    if (versions !== undefined && versions.length > 0) this.#schedule = new Schedule(tournamentOf(versions));
  }

  /** For each game, in the order of their numbers. After the first that is wrong nothing follows from anything. */
  problemOf({ number, result }: StoredGame): string | undefined {
    if (this.#schedule === undefined) return undefined;
    const read = readResult(result);
    const isRead = typeof read !== 'string';
    const problem = isRead ? misplacement(this.#schedule, number, read) : `has a damaged result. ${read}`;
    if (isRead && problem === undefined) this.#schedule.take(number, outcomeOf(read));
    else this.#schedule = undefined;
    return problem;
  }
}

/** The first game that cannot be one of its tournament. */
export async function unfitGame(
  files: readonly Pick<StoredFile, 'canonical'>[],
  games: AsyncIterable<StoredGame>,
): Promise<string | undefined> {
  const versions = versionsOf(files);
  if (versions instanceof VersionMisfit) return `table file, row ${versions.version}: ${versions.what}`;
  const pairings = new StoredPairings(versions);
  let first: string | undefined;
  for await (const game of games) {
    const problem = pairings.problemOf(game);
    if (problem !== undefined) first ??= `game ${game.number} ${problem}`;
  }
  return first;
}
