import { counted, visible } from '../../core/text.ts';
import { version } from '../../core/version.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import type { PlayedGame, RunGame, VoidGame } from '../../runs/experiment.ts';
import { type GameReport, statusOf } from '../../runs/play-game.ts';
import type { EarlierGame, Sink } from '../../runs/run.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import { countCases, type RunSummary, type TestCase } from '../../views/reports/summary.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { offenceSentence } from '../../views/terminal/player-reports.ts';
import type { Look, RunOutput } from '../../views/terminal/run-output.ts';
import { endingSentence, overloadNote, playerLabel, schedulingNotes } from '../../views/words.ts';
import { type GameCommands, PlayerReports } from './game-notes.ts';
import type { ProgressStream } from './run-progress.ts';

/** The summary of a run besides its games. */
export interface Conclusion extends Pick<RunSummary, 'verdict' | 'tables'> {
  /** Additional to those of the games. */
  readonly cases: readonly TestCase[];
}

/** The data that the sinks of a series or a comparison need. */
export interface ReportOptions extends CasesRequest {
  readonly output: RunOutput;
  readonly quiet: boolean;
  readonly progress: ProgressStream;
  /** Writes the reports for other programs, if there are any, and answers whether all of it was written. */
  readonly write?: ((summary: RunSummary) => boolean) | undefined;
}

interface SummaryRequest extends CasesRequest {
  /** The words after `wordhost`: what is played. */
  readonly command: string;
  /** Writes the report and returns whether everything was written. */
  write(summary: RunSummary): boolean;
  /** Ends the report. `games` is a sentence about their outcome. */
  conclude(interrupted: boolean, games: string): Conclusion;
}

/** The reports of a run for other programs: they are written after its last game, or when it was interrupted. */
export class SummaryReport implements Sink {
  readonly #series: SeriesRequest;
  readonly #request: SummaryRequest;
  readonly #games: GameCases;
  #startedAt = new Date().toISOString();
  /** The duration of the games of earlier runs. */
  #earlierMs = 0;
  readonly #start = performance.now();
  /** The files of the players in the first game. */
  #files: Readonly<Record<string, string>> | undefined;

  constructor(series: SeriesRequest, request: SummaryRequest) {
    this.#series = series;
    this.#request = request;
    this.#games = new GameCases(series, request);
  }

  take(played: RunGame): void {
    this.#games.take(played);
    if ('report' in played) this.#files ??= filesIn(played.report.result);
  }

  takeEarlier(game: EarlierGame): void {
    this.#games.takeEarlier(game);
    const { result } = game;
    this.#files ??= filesIn(result);
    this.#earlierMs += result.ms;
    if (result.startedAt < this.#startedAt) this.#startedAt = result.startedAt;
  }

  finish(interrupted: boolean): boolean {
    const { command } = this.#request;
    const { seed, playerSeed, entries } = this.#series;
    const games = this.#games.cases;
    const { cases, ...conclusion } = this.#request.conclude(interrupted, gamesInWords(games));
    const seeds = { seed, ...(playerSeed !== undefined && { 'player seed': playerSeed }) };
    const facts = { ...seeds, wordhost: version, ...this.#files };
    const suite = {
      name: command,
      startedAt: this.#startedAt,
      ms: this.#earlierMs + performance.now() - this.#start,
      facts,
      cases: [...games, ...cases],
    };
    const title = `${command}: ${entries.map(({ name }) => name).join(', ')}`;
    return this.#request.write({ title, ...conclusion, suites: [suite] });
  }
}

/** A program and what else its command names, such as its words. */
const MOST_FILES = 4;

/** Names the version of each player. */
function filesIn({ players }: Result): Readonly<Record<string, string>> {
  const named = players.flatMap(({ name, files = [] }) =>
    files.slice(0, MOST_FILES).flatMap(({ file, sha256, version }): (readonly [string, string])[] => {
      if (version !== undefined) return [[`version of ${file} (${name})`, version]];
      return sha256 === null ? [] : [[`sha256 of ${file} (${name})`, sha256]];
    }),
  );
  return Object.fromEntries(named);
}

function gamesInWords(cases: readonly TestCase[]): string {
  const { failed, error, skipped } = countCases(cases);
  const played = counted(cases.length - skipped, 'game');
  if (failed + error === 0) return `Nothing went wrong in ${played}.`;
  const isVoid = error > 0 ? `, and the host failed in ${error}` : '';
  return `${failed} of ${played} went wrong${isVoid}.`;
}

interface CasesRequest {
  readonly commands: Required<GameCommands>;
  readonly requireBatch: boolean;
}

type CaseReport = Pick<TestCase, 'report' | 'command'>;

const look: Look = { paint: paintFor(false), width: 120 };

/** Later games that went wrong keep only the reason, to bound the memory. */
const MOST_REPORTS = 500;

/** A test case for each game. One of a game in which nothing went wrong is small, however long the game was. */
export class GameCases {
  readonly #series: SeriesRequest;
  readonly #request: CasesRequest;
  readonly #players: PlayerReports;
  readonly #cases: { readonly game: number; readonly made: TestCase }[] = [];
  #reports = 0;

  constructor(series: SeriesRequest, request: CasesRequest) {
    this.#series = series;
    this.#request = request;
    this.#players = new PlayerReports(series);
  }

  /** Results are in the order of the games, whichever ended first. */
  get cases(): readonly TestCase[] {
    return this.#cases.toSorted((one, other) => one.game - other.game).map(({ made }) => made);
  }

  take(played: RunGame): void {
    const made = 'failure' in played ? this.#voidCase(played) : this.#caseOf(played);
    if (made) this.#cases.push({ game: played.game, made });
  }

  takeEarlier({ game, result, shown }: EarlierGame): void {
    const made = this.#caseOfResult(game, result, () => this.#reportedEarlier(game, result, shown));
    this.#cases.push({ game, made });
  }

  #voidCase({ game, failure, record }: VoidGame): TestCase {
    const why = `void because the host failed; no player is at fault: ${failure.message}`;
    const command = record && this.#request.commands.replay(record);
    return { name: `game ${game}`, outcome: 'error', kind: 'void', why, command };
  }

  #caseOf({ game, report, again }: PlayedGame): TestCase | undefined {
    if (again) return undefined;
    const { result, recordFailure } = report;
    const made = this.#caseOfResult(game, result, () => this.#reported(game, report));
    if (made.outcome !== 'passed' || recordFailure === undefined) return made;
    return { ...made, outcome: 'error', kind: 'record', why: `the record is incomplete: ${recordFailure}` };
  }

  #caseOfResult(game: number, result: Result, reported: () => CaseReport): TestCase {
    const who = result.players.map(({ name }) => visible(name)).join(', ');
    const name = `game ${game}: ${who} (seed ${visible(result.seed)})`;
    const played = { name, ms: result.ms };
    if (result.reason === 'interrupted') return { ...played, outcome: 'skipped', why: 'it was interrupted' };
    const why = this.#faultIn(result);
    if (why === undefined) return { ...played, outcome: 'passed' };
    return { ...played, outcome: 'failed', ...why, ...reported() };
  }

  /** The first thing that went wrong in it. */
  #faultIn(result: Result): Pick<TestCase, 'why' | 'kind'> | undefined {
    const player = result.players.find(droppedOut);
    if (player) {
      const { offence, cause, outcome } = player;
      const kind = offence ? `${offence.kind}/${offence.rule}` : (cause ?? outcome);
      return { kind, why: `${playerLabel(player)}: ${offenceSentence(player)}` };
    }
    if (statusOf(result) !== 0)
      return { kind: result.reason, why: endingSentence(result, this.#series.game) };
    if (statusOf(result, this.#request.requireBatch) === 0) return undefined;
    return { kind: 'scheduling', why: schedulingNotes(result).join('; ') };
  }

  #reported(game: number, report: GameReport): CaseReport {
    return this.#withCommand({ ...report, game }, () => [
      ...this.#players.ofOffenders(report, look),
      ...this.#players.ofSlow(this.#players.slowIn(report), report, look),
    ]);
  }

  #reportedEarlier(game: number, result: Result, shown: EarlierGame['shown']): CaseReport {
    return this.#withCommand({ game, result, records: shown ? [shown.record] : [] }, () =>
      shown ? [shown.report] : [],
    );
  }

  #withCommand(
    played: Parameters<Required<GameCommands>['again']>[0],
    ofPlayers: () => readonly (readonly string[])[],
  ): CaseReport {
    const { command } = this.#request.commands.again(played);
    if (++this.#reports > MOST_REPORTS) return { command };
    const overload = overloadNote(played.result);
    return { report: [...ofPlayers().flat(), ...(overload === undefined ? [] : [overload])], command };
  }
}
