import { UsageError } from '../core/errors.ts';
import { PlayerWarnings, type WarnedResult } from '../events/player-warnings.ts';
import type { RecordReading } from '../events/read-record.ts';
import type { AnyGame } from '../games/game.ts';
import {
  type ComparedResult,
  type Comparison,
  Counting,
  comparisonOf,
  GAMES_OF_A_PAIR,
  type GameBetweenTwo,
  gameBetweenTwo,
  type Question,
} from '../tournament/comparison.ts';
import {
  changeOfComparison,
  type OptionTexts,
  type StoredComparison,
} from '../tournament/stored-comparison.ts';
import type { RunGame } from './experiment.ts';
import { statusOf } from './play-game.ts';
import { type NamedPlayer, OneVersion } from './report/versions.ts';
import type { EarlierGame, Fold } from './run.ts';
import { planGame, type SeriesRequest } from './series.ts';
import type { SavedGames } from './store/saved-games.ts';
import {
  allGamesIn,
  comparisonIn,
  listsInShort,
  parseStoredRecord,
  saveDefinition,
} from './store/stored-runs.ts';

const NEW = 1;

/** A game as NEW sees it; undefined where it says nothing. */
export function seenByNew(result: ComparedResult): GameBetweenTwo | undefined {
  return gameBetweenTwo(result, NEW);
}

/** Counts the games of a comparison as they end, and knows when it is decided. */
export class CompareFold implements Fold {
  readonly warnings = new PlayerWarnings();
  readonly question: Question;
  readonly #versions: OneVersion;
  readonly #counting = new Counting();
  #comparison: Comparison;

  constructor(question: Question, versions = new OneVersion()) {
    this.question = question;
    this.#versions = versions;
    this.#comparison = comparisonOf(this.#counting.counts, question);
  }

  get comparison(): Comparison {
    return this.#comparison;
  }

  /** Sentences that say why it ended before it was decided. Undefined if each player had one version. */
  get problem(): string | undefined {
    return this.#versions.problem;
  }

  /** Only whole pairs decide. */
  get isDone(): boolean {
    const { verdict, pairs } = this.#comparison;
    if (verdict === 'offence') return true;
    return pairs !== null && verdict !== 'undecided' && verdict !== 'counted';
  }

  /** Tells whether another version of a player has played the game. */
  excludes(played: RunGame): boolean {
    return this.#versions.isAnother(played);
  }

  take(played: RunGame): void {
    if (!('failure' in played) && !played.again) this.takeResult(played.game, played.report.result);
  }

  takeEarlier({ game, result }: EarlierGame): void {
    this.takeResult(game, result);
  }

  takeResult(game: number, result: ComparedResult & WarnedResult): void {
    this.warnings.take(game, result);
    const seen = seenByNew(result);
    if (seen) this.takeSeen(seen);
  }

  takeSeen(seen: GameBetweenTwo): void {
    this.#counting.add(seen);
    this.#comparison = comparisonOf(this.#counting.counts, this.question);
  }
}

/** The parts that identify a comparison. The number of games may change. */
export interface ComparisonPlan {
  readonly request: SeriesRequest;
  readonly players: readonly NamedPlayer[];
  readonly question: Question;
  /** The texts of the options that say what players get of the machine. */
  readonly hosting: object;
  /** The command line. */
  readonly text: string;
}

function canonicalOf(plan: ComparisonPlan): string {
  return JSON.stringify(definitionOf(plan));
}

export function definitionOf({ request, players, question, hosting }: ComparisonPlan): object {
  const { options: table } = request.game;
  const lists = listsInShort(table, request.options);
  const withoutLists = Object.fromEntries(
    Object.entries(request.options).filter(([name]) => !Object.hasOwn(lists, name)),
  );
  const first = planGame({ ...request, options: withoutLists }, 1).request;
  const { game, edition, options: texts, dictionary, players: planned } = first;
  const { seed, playerSeed, firstHasSeed } = request;
  const { test, notWorse, countsOffences } = question;
  return {
    kind: 'compare',
    game,
    edition,
    seed,
    playerSeed,
    // The seed of a single pair is the seed itself.
    pairs: firstHasSeed ? 'one' : 'several',
    test,
    notWorse,
    dictionary,
    options: { ...texts, ...lists },
    // It may change, and says how the games are counted.
    ...(countsOffences && { offences: 'count' }),
    players: players.map(({ name, command, own }, index) => {
      const { options } = planned[index]!;
      return { name, command, ...own, ...(options && { options }) };
    }),
    hosting,
  };
}

/** A store, and its name for messages. */
export type NamedStore = Pick<SavedGames, 'store' | 'path'>;

/** The comparison that a store has; undefined where it is new. Refuses a store of anything else. */
export async function comparisonSaved({ store, path }: NamedStore): Promise<StoredComparison | undefined> {
  const before = await store.file();
  const comparison = before && comparisonIn(store, before);
  if (before && !comparison)
    throw new UsageError(`--store ${path} is not the store of a comparison. Use another store`);
  return comparison;
}

export interface ResumeOptions {
  readonly defaults: OptionTexts;
  /** The folder of players that have none of their own. */
  readonly folder: string;
  readonly versions: OneVersion;
}

/**
 * Saves the definition of pairs of games and returns the games that the store already has. Refuses another
 * definition. `what` names it for people.
 */
export async function resumePairs(
  { store, path }: NamedStore,
  what: string,
  canonical: string,
  { text, players }: ComparisonPlan,
  { defaults, folder, versions }: ResumeOptions,
): Promise<readonly EarlierGame[]> {
  const last = (await store.file())?.canonical;
  const change = last === undefined ? undefined : changeOfComparison(last, canonical, defaults);
  if (change !== undefined)
    throw new UsageError(`--store ${path} belongs to another ${what}: ${change}. Use another store`);
  if (last !== canonical) await saveDefinition(store, { text, canonical });
  const earlier = await gamesBetweenTwo(store);
  await versions.resume(earlier, players, { store: path, folder });
  return earlier;
}

type ReportOf = (record: Extract<RecordReading, { ok: true }>) => readonly string[];

interface ComparisonResumeOptions extends ResumeOptions {
  /** What a terminal shows of a game that went wrong. Undefined if no report needs it. */
  readonly reportOf: ReportOf | undefined;
}

/** The series without the games that the store has, and these. Refuses another comparison. */
export async function resumeComparison(
  saved: NamedStore,
  plan: ComparisonPlan,
  { reportOf, ...options }: ComparisonResumeOptions,
): Promise<{ readonly request: SeriesRequest; readonly earlier: readonly EarlierGame[] }> {
  const before = await comparisonSaved(saved);
  const firstHasSeed = before?.pairs ? before.pairs === 'one' : plan.request.games <= GAMES_OF_A_PAIR;
  const request = { ...plan.request, firstHasSeed };
  const all = await resumePairs(saved, 'comparison', canonicalOf({ ...plan, request }), plan, options);
  const earlier = all.filter(({ game }) => game <= request.games);
  return {
    request: { ...request, played: new Set(earlier.map(({ game }) => game)) },
    earlier: reportOf ? await withReports(saved, earlier, request.game, reportOf) : earlier,
  };
}

/** Reads all games of a store. Refuses a game that is not between players 1 and 2. */
async function gamesBetweenTwo(store: NamedStore['store']): Promise<readonly EarlierGame[]> {
  const all = await allGamesIn(store);
  const foreign = all.find(({ result }) => !isBetweenTwo(result));
  if (foreign) throw store.misfit('game', foreign.game, 'result: expected a game between players 1 and 2');
  return all;
}

function isBetweenTwo({ players }: ComparedResult): boolean {
  return players.length === 2 && [1, 2].every((entry) => players.some((player) => player.entry === entry));
}

/** Reads only the records of the newest games that went wrong, because records take a while to read. */
const MOST_READ = 200;

/** Adds to earlier games that went wrong what a terminal showed then. */
async function withReports(
  saved: NamedStore,
  earlier: readonly EarlierGame[],
  game: AnyGame,
  reportOf: ReportOf,
): Promise<readonly EarlierGame[]> {
  const bad = earlier.filter(({ result }) => statusOf(result) !== 0);
  const read = new Set(bad.slice(-MOST_READ));
  return await Promise.all(
    earlier.map(async (each) =>
      read.has(each) ? { ...each, shown: await shownOf(saved, each.game, game, reportOf) } : each,
    ),
  );
}

async function shownOf(
  { store, path }: NamedStore,
  number: number,
  game: AnyGame,
  reportOf: ReportOf,
): Promise<EarlierGame['shown']> {
  const bytes = await store.record(number);
  if (!bytes) return undefined;
  const record = `${path}#${number}`;
  const reading = parseStoredRecord(bytes, record, { [game.name]: game });
  return { record, report: reading.ok ? reportOf(reading) : [] };
}
