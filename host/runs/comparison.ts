import { closeSync, writeSync } from 'node:fs';
import { HostFailure, UsageError } from '../core/errors.ts';
import { PlayerWarnings, type WarnedResult } from '../events/player-warnings.ts';
import { faultInWords } from '../files/file-fault.ts';
import { openOutput } from '../files/write-file.ts';
import type { AnyGame } from '../games/game.ts';
import { listNamed } from '../lexicon/lexicon.ts';
import {
  asksNotWorse,
  type ComparedResult,
  type Comparison,
  Counting,
  comparisonOf,
  GAMES_OF_A_PAIR,
  type GameBetweenTwo,
  gameBetweenTwo,
  type Question,
  type Verdict,
} from '../tournament/comparison.ts';
import {
  changeOfComparison,
  type OptionTexts,
  type StoredComparison,
} from '../tournament/stored-comparison.ts';
import { compareParts, comparisonRows, comparisonWords, verdictWords } from '../views/comparison.ts';
import type { TestCase } from '../views/reports/summary.ts';
import { offencesIn } from '../views/terminal/player-reports.ts';
import { warningNotes } from '../views/words.ts';
import type { RunGame } from './experiment.ts';
import { statusOf } from './play-game.ts';
import { excuseNotes, GameNotes, type RunOutput } from './report/game-notes.ts';
import { RunProgress } from './report/progress.ts';
import { type Conclusion, type ReportOptions, SummaryReport } from './report/summary-report.ts';
import { type NamedPlayer, OneVersion } from './report/versions.ts';
import type { EarlierGame, Fold, Sink } from './run.ts';
import { planGame, type SeriesRequest } from './series.ts';
import { resultLine, type SavedGames } from './store/saved-games.ts';
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

  /** Why it has ended before it was decided, in sentences; undefined where each player was of one version. */
  get problem(): string | undefined {
    return this.#versions.problem;
  }

  /** Only whole pairs decide. */
  get isDone(): boolean {
    const { verdict, pairs } = this.#comparison;
    if (verdict === 'offence') return true;
    return pairs !== null && verdict !== 'undecided' && verdict !== 'counted';
  }

  /** Another version of a player has played it. */
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

/** What a comparison is: with anything else in here it would be another one. How many games there are may change. */
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
    ...{ kind: 'compare', game, edition, seed, playerSeed },
    // When it began: the seed of a single pair is the seed itself.
    pairs: firstHasSeed ? 'one' : 'several',
    ...{ test, notWorse, dictionary, options: { ...texts, ...lists } },
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
 * The games that a store has of what is played as pairs of games between two, after it was saved what that is. Refuses another one;
 * `what`: as people call it.
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

interface ComparisonResumeOptions extends ResumeOptions {
  /** Of games that went wrong it is needed what a terminal showed then. */
  readonly needsReports: boolean;
}

/** The series without the games that the store has, and these. Refuses another comparison. */
export async function resumeComparison(
  saved: NamedStore,
  plan: ComparisonPlan,
  { needsReports, ...options }: ComparisonResumeOptions,
): Promise<{ readonly request: SeriesRequest; readonly earlier: readonly EarlierGame[] }> {
  const before = await comparisonSaved(saved);
  const firstHasSeed = before?.pairs ? before.pairs === 'one' : plan.request.games <= GAMES_OF_A_PAIR;
  const request = { ...plan.request, firstHasSeed };
  const all = await resumePairs(saved, 'comparison', canonicalOf({ ...plan, request }), plan, options);
  const earlier = all.filter(({ game }) => game <= request.games);
  return {
    request: { ...request, played: new Set(earlier.map(({ game }) => game)) },
    earlier: needsReports ? await withReports(saved, earlier, request.game) : earlier,
  };
}

/** All games of a store that has nothing else. */
async function gamesBetweenTwo(store: NamedStore['store']): Promise<readonly EarlierGame[]> {
  const all = await allGamesIn(store);
  const foreign = all.find(({ result }) => !isBetweenTwo(result));
  if (foreign) throw store.misfit('game', foreign.game, 'result: expected a game between players 1 and 2');
  return all;
}

function isBetweenTwo({ players }: ComparedResult): boolean {
  return players.length === 2 && [1, 2].every((entry) => players.some((player) => player.entry === entry));
}

/** Of more games that went wrong, the newest are told from their records, which take a while to read. */
const MOST_READ = 200;
/** Of reports that no terminal shows. */
const WIDTH = 120;

/** Games of earlier runs, and of those that went wrong what a terminal showed then. */
async function withReports(
  saved: NamedStore,
  earlier: readonly EarlierGame[],
  game: AnyGame,
): Promise<readonly EarlierGame[]> {
  const bad = earlier.filter(({ result }) => statusOf(result) !== 0);
  const read = new Set(bad.slice(-MOST_READ));
  return await Promise.all(
    earlier.map(async (each) =>
      read.has(each) ? { ...each, shown: await shownOf(saved, each.game, game) } : each,
    ),
  );
}

async function shownOf(
  { store, path }: NamedStore,
  number: number,
  game: AnyGame,
): Promise<EarlierGame['shown']> {
  const bytes = await store.record(number);
  if (!bytes) return undefined;
  const record = `${path}#${number}`;
  const reading = parseStoredRecord(bytes, record, { [game.name]: game });
  if (!reading.ok) return { record, report: [] };
  return { record, report: offencesIn(reading, { width: WIDTH, wordList: listNamed }).flat() };
}

interface ComparisonReportOptions extends ReportOptions {
  /** At most. */
  readonly games: number;
  readonly resultsFile?: ResultsFile | undefined;
}

/** The sinks that tell of a comparison. */
export function comparisonSinks(
  request: SeriesRequest,
  fold: CompareFold,
  options: ComparisonReportOptions,
): readonly Sink[] {
  const { output, commands, quiet, games, requireBatch, progress, resultsFile, write } = options;
  const notes = new GameNotes(request, { output, quiet, commands, games, onlyFirst: true });
  let earlier = 0;
  const line = new RunProgress(output, progress, (seconds) =>
    compareParts(fold.comparison, seconds, games, earlier),
  );
  const excuses = quiet ? [] : [excuseNotes(output, 'comparison')];
  const sinks: Sink[] = [...(resultsFile ? [resultsFile] : []), ...excuses, notes];
  if (write) {
    const conclude = (interrupted: boolean, wentWrong: string) =>
      conclusionOf(fold, interrupted, [wentWrong, ...warningsOf(request, fold)]);
    const command = `compare ${request.game.name}`;
    sinks.push(new SummaryReport(request, { command, commands, requireBatch, write, conclude }));
  }
  const countEarlier = () => {
    earlier = fold.comparison.games;
  };
  return [...sinks, { takeEarlier: countEarlier }, line];
}

/** What results hide of NEW and OLD, in sentences. */
export function warningsOf({ entries }: SeriesRequest, { warnings }: CompareFold): readonly string[] {
  return warningNotes(
    warnings,
    entries.map(({ name }, index) => ({ entry: index + 1, name })),
  );
}

/** The results of the games, an object a line, each as soon as its game is over. */
export class ResultsFile implements Sink, Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #output: RunOutput;
  #failure: Error | undefined;

  constructor(path: string, output: RunOutput) {
    this.#path = path;
    this.#output = output;
    try {
      this.#file = openOutput(path);
    } catch (error) {
      throw new HostFailure(`--results ${path}: ${faultInWords(error as Error)}`);
    }
  }

  take(played: RunGame): void {
    if ('report' in played && !played.again) this.#write(resultLine(played));
  }

  takeEarlier({ line }: EarlierGame): void {
    this.#write(line);
  }

  #write(line: string): void {
    if (this.#failure) return;
    try {
      writeSync(this.#file, `${line}\n`);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  finish(): boolean {
    if (this.#failure === undefined) return true;
    this.#output.error(`--results ${this.#path} is incomplete: ${faultInWords(this.#failure)}`);
    return false;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

const statuses: Readonly<Record<Verdict, number>> = {
  better: 0,
  'not-worse': 0,
  counted: 0,
  'not-better': 1,
  worse: 1,
  offence: 1,
  undecided: 4,
};

/** The exit status of a comparison that was not interrupted. */
export function statusOfComparison({ verdict }: Comparison): number {
  return statuses[verdict];
}

/** What a comparison has come to. `ofGames`: what of its games is to be told, in sentences. */
function conclusionOf(fold: CompareFold, interrupted: boolean, ofGames: readonly string[]): Conclusion {
  const { comparison, problem } = fold;
  const [answer, ...more] = verdictWords(comparison);
  const changed = problem === undefined ? [] : [`${problem}.`];
  return {
    verdict: [...changed, interrupted ? `Interrupted. ${answer}` : answer!, ...more, ...ofGames],
    tables: [{ headings: ['figure', 'value'], rows: comparisonRows(comparison) }],
    cases: [verdictCase(fold, interrupted)],
  };
}

/** Undecided it is neither: more games would tell. */
function verdictCase({ comparison, question, problem }: CompareFold, interrupted: boolean): TestCase {
  const { verdict } = comparison;
  const name =
    question.test === null ? 'the figures' : `NEW is ${asksNotWorse(question) ? 'not worse' : 'better'}`;
  const [why] = verdictWords(comparison);
  if (problem !== undefined)
    return { name, outcome: 'failed', kind: 'changed', why: problem, report: comparisonWords(comparison) };
  if (verdict === 'undecided' || (interrupted && verdict === 'counted'))
    return { name, outcome: 'skipped', why: interrupted ? 'the run was interrupted' : why };
  if (statusOfComparison(comparison) === 0) return { name, outcome: 'passed' };
  return { name, outcome: 'failed', kind: verdict, why, report: comparisonWords(comparison) };
}
