import { HostFailure, UsageError } from '../../core/errors.ts';
import { hexOf, sha256 } from '../../core/seed.ts';
import { counted, visible } from '../../core/text.ts';
import { parseRecordBytes, type RecordReading } from '../../events/read-record.ts';
import { type Result, readResult } from '../../events/result.ts';
import type { Games } from '../../games/game.ts';
import { type ListedLine, listsOf, type OptionTable, type OptionValues } from '../../games/kit/option.ts';
import { TournamentFold } from '../../tournament/report.ts';
import { misplacement, Schedule } from '../../tournament/schedule.ts';
import { outcomeOf } from '../../tournament/standings.ts';
import { readStoredComparison, type StoredComparison } from '../../tournament/stored-comparison.ts';
import {
  isSameAs,
  nextVersion,
  type StoredTournament,
  tournamentOf,
  VersionMisfit,
  versionsOf,
} from '../../tournament/stored-tournament.ts';
import type { EarlierGame } from '../run.ts';
import type { DefinitionFile, ReadableStore, Store, StoredFile, StoredGame } from './contract.ts';

/** The definition of a tournament or a comparison, as it was last saved. */
export async function definitionIn(store: ReadableStore, path: string): Promise<StoredFile> {
  const file = await store.file();
  if (file) return file;
  throw new UsageError(
    `${path}: the store is empty. Start a tournament with wordhost tournament FILE, or a comparison with wordhost compare --store`,
  );
}

/** Describes the lists of a definition by option, with their hashes: a file may have other lines under the same name. */
export function listsInShort(
  table: OptionTable,
  options: OptionValues<OptionTable>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listsOf(table).flatMap(([name]) => {
      const lines = options[name] as readonly ListedLine[] | undefined;
      if (lines === undefined) return [];
      const text = lines.map((each) => `${each.text}\n`).join('');
      return [[name, `${counted(lines.length, 'line')}, SHA-256 ${hexOf(sha256(text))}`]];
    }),
  );
}

/** The comparison that a store has in this version of its definition; undefined: it has something else. */
export function comparisonIn(
  store: Pick<ReadableStore, 'misfit'>,
  { version, canonical }: Pick<StoredFile, 'version' | 'canonical'>,
): StoredComparison | undefined {
  const read = readStoredComparison(canonical);
  if (typeof read === 'string') throw store.misfit('file', version, `canonical.${read}`);
  return read;
}

/** All versions of the tournament in a store, the oldest first; none in one that is new. */
export async function versionsIn(store: ReadableStore, path: string): Promise<readonly StoredTournament[]> {
  const versions = versionsOf(await store.files());
  if (versions instanceof VersionMisfit) throw store.misfit('file', versions.version, versions.what);
  if (versions === undefined) throw new UsageError(`${path} has no tournament: use another --store`);
  return versions;
}

/** Folds these games and returns the games that are due. `each` gets a game after those before it. `without` names workers whose games are left out. */
export async function foldOf(
  versions: readonly StoredTournament[],
  store: ReadableStore | undefined,
  each?: (result: Result, number: number, counts: boolean) => void,
  without?: ReadonlySet<string>,
): Promise<TournamentFold> {
  const fold = new TournamentFold(tournamentOf(versions), without);
  if (store)
    for await (const { game, result } of gamesIn(store)) {
      takeStored(fold, game, result);
      each?.(result, game, fold.schedule.counts(game));
    }
  return fold;
}

/** All games of a store, in the order of their numbers, but for these. */
export async function* gamesIn(
  store: Pick<ReadableStore, 'games' | 'misfit'>,
  except: ReadonlySet<number> = new Set(),
): AsyncGenerator<EarlierGame> {
  for await (const { number, result: line } of store.games()) {
    if (except.has(number)) continue;
    const result = readResult(line);
    if (typeof result === 'string') throw store.misfit('game', number, `result: ${result}`);
    yield { game: number, line, result };
  }
}

/** Reads all games of a store into an array. */
export async function allGamesIn(...of: Parameters<typeof gamesIn>): Promise<readonly EarlierGame[]> {
  const games: EarlierGame[] = [];
  for await (const game of gamesIn(...of)) games.push(game);
  return games;
}

const [MOST_LINES, LF] = [2 ** 15, 10];

/** A record from a store, which may be a stranger's: what unpacks to very many lines takes memory for each of them. */
export function parseStoredRecord(bytes: Uint8Array, path: string, games: Games): RecordReading {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++;
  if (lines <= MOST_LINES) return parseRecordBytes(Buffer.from(bytes), path, games);
  const problem = `expected at most ${MOST_LINES} lines in the record of a store; got ${lines}. Use wordhost store export to write it to a file`;
  return { ok: false, problem: `${path}: ${problem}` };
}

/** A game of a store that somebody else has written to could be any. */
export function takeStored(fold: TournamentFold, number: number, result: Result): void {
  const misplaced = misplacement(fold.schedule, number, result);
  if (misplaced !== undefined)
    throw new HostFailure(
      `game ${number} in the store ${misplaced}: is it the store of another tournament? Use wordhost store check for details`,
    );
  fold.take(number, result);
}

/** Renumbers players as in the current file: in a store they keep their earlier numbers. */
export function inFileOrder(file: StoredTournament, stored: StoredTournament): (result: Result) => Result {
  const entries = stored.players.map(
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
      `${file} is not the tournament of the ${games} games in ${path}: ${visible(next.problem)}. You can add players and rounds; for another tournament use another --store`,
    );
  if (isSameAs(last, next.version)) return versions;
  const { schedule } = await foldOf(versions, store);
  return [...versions, { ...next.version, from: schedule.roundAfterPlayed }];
}

/** Makes this the run to which the games of the store belong. */
export async function saveDefinition(store: Store, definition: DefinitionFile): Promise<void> {
  const saving = await store.saveFile(definition);
  if (!saving.ok) throw new HostFailure(saving.problem);
}

/** Checks that the pairings of saved games follow from the games before them. Those of a comparison always do. */
export class StoredPairings {
  #schedule: Schedule | undefined;

  /** Without versions of a tournament, no game is checked. */
  constructor(versions: readonly StoredTournament[] | undefined) {
    if (versions !== undefined && versions.length > 0) this.#schedule = new Schedule(tournamentOf(versions));
  }

  /** Checks one game after another, in the order of their numbers. After the first wrong one, no other can be checked. */
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
