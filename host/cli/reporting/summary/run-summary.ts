import { counted } from '../../../core/text/plural.ts';
import { version } from '../../../core/version.ts';
import type { Result } from '../../../events/result.ts';
import type { SeriesGame, SeriesRequest } from '../../../runs/play-series.ts';
import type { RunSummary, TestCase } from '../../../views/reports/summary.ts';
import { countCases } from '../../../views/reports/summary.ts';
import type { Repeated } from '../repeating-command.ts';
import type { EarlierGame, Reporter } from '../reporter.ts';
import { GameCases } from './game-cases.ts';
import type { ReportFiles } from './report-files.ts';

/** What a run has come to besides its games. */
export interface Conclusion extends Pick<RunSummary, 'verdict' | 'tables'> {
  /** Besides those of the games. */
  readonly cases: readonly TestCase[];
}

interface SummaryRequest {
  /** The words after `wordhost`: what is played. */
  readonly command: string;
  readonly files: ReportFiles;
  readonly repeated: Repeated;
  readonly requireBatch: boolean;
  /** `games`: what became of them, in a sentence. */
  conclude(interrupted: boolean, games: string): Conclusion;
}

/** The reports of a run for other programs: they are written after its last game, or when it was interrupted. */
export class SummaryReporter implements Reporter {
  readonly #series: SeriesRequest;
  readonly #request: SummaryRequest;
  readonly #games: GameCases;
  #startedAt = new Date().toISOString();
  /** How long the games of earlier runs took. */
  #earlierMs = 0;
  readonly #start = performance.now();
  /** Of the first game. */
  #files: Readonly<Record<string, string>> | undefined;

  constructor(series: SeriesRequest, request: SummaryRequest) {
    this.#series = series;
    this.#request = request;
    this.#games = new GameCases(series, request);
  }

  take(played: SeriesGame): void {
    this.#games.take(played);
    if ('report' in played) this.#files ??= filesIn(played.report.result);
  }

  takeEarlier(game: EarlierGame): void {
    this.#games.takeEarlier(game);
    const result = JSON.parse(game.line) as Result;
    this.#files ??= filesIn(result);
    this.#earlierMs += result.ms;
    if (result.startedAt < this.#startedAt) this.#startedAt = result.startedAt;
  }

  finish(interrupted: boolean): boolean {
    const { command, files } = this.#request;
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
    return files.write({ title, ...conclusion, suites: [suite] });
  }
}

/** A program and what else its command names, such as its words. */
const MOST_FILES = 4;

/** Which version of each player it was. */
function filesIn({ players }: Result): Readonly<Record<string, string>> {
  const named = players.flatMap(({ name, files = [] }) =>
    files.slice(0, MOST_FILES).map(({ file, sha256 }) => [`sha256 of ${file} (${name})`, sha256] as const),
  );
  return Object.fromEntries(named.flatMap(([fact, sha256]) => (sha256 === null ? [] : [[fact, sha256]])));
}

function gamesInWords(cases: readonly TestCase[]): string {
  const { failed, error, skipped } = countCases(cases);
  const played = counted(cases.length - skipped, 'game');
  if (failed + error === 0) return `Nothing went wrong in ${played}.`;
  const isVoid = error > 0 ? `, and the host failed in ${error}` : '';
  return `${failed} of ${played} went wrong${isVoid}.`;
}
