import { counted, grouped, percent } from '../../core/text.ts';
import type { AnyGame } from '../../games/game.ts';
import type { CompareFold } from '../../runs/comparison.ts';
import type { SeriesFold } from '../../runs/report/series-fold.ts';
import { gamesOfSeed, type SeriesRequest } from '../../runs/series.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { gamesIn } from '../../runs/store/stored-runs.ts';
import {
  type AnytimeState,
  type Comparison,
  GAMES_OF_A_PAIR,
  type Share,
  type TestState,
} from '../../tournament/comparison.ts';
import type { TournamentFold, TournamentReport } from '../../tournament/report.ts';
import { capitalsOf, comparisonRows, verdictWords } from '../../views/comparison.ts';
import { dataTable, type Markup, markup, scrollBox } from '../../views/html/markup.ts';
import { intervalPlot, pathPlot } from '../../views/html/plots.ts';
import { standingsReport } from '../../views/series.ts';
import { crosstableOf, isFolded } from '../../views/tournament/page-parts.ts';
import {
  asPoints,
  faultsOf,
  faultWords,
  hasMeetings,
  standingsColumns,
} from '../../views/tournament/report-words.ts';
import { type FinishedGame, LISTED } from './live-page.ts';
import type { RunView, StoredGames } from './live-run.ts';

/** The games of a stored run that continues. */
export async function storedGames(
  store: Pick<ReadableStore, 'games' | 'record' | 'misfit'>,
  hasRecords: boolean,
): Promise<StoredGames> {
  const newest: FinishedGame[] = [];
  let all = 0;
  for await (const { game: number, result } of gamesIn(store)) {
    all++;
    newest.push({ number, result, hasRecord: hasRecords });
    if (newest.length > LISTED) newest.shift();
  }
  return { before: { newest, all }, hasRecords, record: async (number) => await store.record(number) };
}

export function seriesView(request: SeriesRequest, fold: SeriesFold): RunView {
  const { game, games, entries } = request;
  return {
    game,
    gamesOfSeed: gamesOfSeed(request),
    title: `${game.name}: ${entries.map(({ name }) => name).join(' against ')}`,
    progress: () => `${grouped(fold.games)} of ${counted(games, 'game')} played`,
    figures() {
      if (games === 1) return markup``;
      const { tables, sentences } = standingsReport(request, fold);
      const shown = tables
        .filter(({ rows }) => rows.length > 0)
        .map((table, index) => dataTable(index === 0 ? 'Standings' : `Standings, ${index + 1}`, table));
      return markup`<h2>Standings</h2>
${shown}
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}`;
    },
  };
}

export function runningComparison({ game, entries }: SeriesRequest, fold: CompareFold): RunView {
  const path = new TestPath();
  const names = entries.map(({ name }) => name);
  return {
    ...comparisonView({ game, names, path: () => path, comparison: () => fold.comparison }),
    counted: () => path.take(fold.comparison),
  };
}

interface ComparisonSource {
  readonly game: AnyGame;
  readonly names: readonly string[];
  comparison(): Comparison;
  path(): TestPath;
}

export function comparisonView({ game, names, comparison, path }: ComparisonSource): RunView {
  return {
    game,
    gamesOfSeed: GAMES_OF_A_PAIR,
    title: `${game.name}: NEW ${names[0]} against OLD ${names[1]}`,
    progress: () => `${counted(comparison().games, 'game')} played`,
    isOver: () => {
      const { anytime, sprt } = comparison();
      return (anytime?.accepted ?? sprt?.accepted ?? null) !== null;
    },
    figures() {
      const now = comparison();
      const table = dataTable('Result so far', {
        headings: ['figure', 'value'],
        rows: comparisonRows(now),
      });
      return markup`<h2>Result so far</h2>
${verdictWords(now).map((sentence) => markup`<p>${sentence}</p>`)}
<div class="cards">${testFigures(path(), now)}<div>${table}</div></div>`;
    },
  };
}

function testFigures(path: TestPath, { share, anytime, sprt }: Comparison): readonly Markup[] {
  return [
    ...(share ? [shareFigure(share)] : []),
    ...(anytime ? betFigures(path, anytime) : []),
    ...(sprt ? [ratioFigure(path, sprt)] : []),
  ];
}

/** The progress of each capital towards its bound. */
function betFigures(path: TestPath, state: AnytimeState): readonly Markup[] {
  return capitalsOf(state).map(({ name, bound }, index) => {
    const title = `Bet: NEW is ${name}`;
    const bounds = [{ at: bound, label: 'decides' }];
    return markup`<figure><h3>${title}</h3>
${pathPlot({ title, paths: [{ points: path.points(index) }], bounds, below: 'games' })}
<figcaption>Logarithm of the capital, which begins with 1. The comparison ends when it reaches the line.</figcaption></figure>`;
  });
}

function shareFigure(share: Share): Markup {
  const title = 'Share of the points that NEW wins';
  const rows = [{ ...share, label: 'NEW', said: percent(share.value) }];
  const ticks = [0, 0.5, 1].map((at) => ({ at, label: percent(at) }));
  return markup`<figure><h3>${title}</h3>
${intervalPlot({ title, rows, axis: [0, 1], ticks, reference: 0.5 })}
<figcaption>The interval holds at every moment at once: it may be looked at while games are played.</figcaption></figure>`;
}

function ratioFigure(path: TestPath, sprt: TestState): Markup {
  const bounds = [
    { at: sprt.upper, label: 'H1 is accepted' },
    { at: sprt.lower, label: 'H0 is accepted' },
  ];
  const title = 'Log likelihood ratio';
  return markup`<figure><h3>${title}</h3>
${pathPlot({ title, paths: [{ points: path.points(0) }], bounds, below: 'games' })}
<figcaption>The comparison ends when the ratio reaches a bound. H0 is ${sprt.elo0} Elo, H1 is ${sprt.elo1} Elo (${sprt.model}).</figcaption></figure>`;
}

/** Its crosstable leads to the report, which has the games of each pair. */
export function tournamentView(game: AnyGame, name: string, fold: () => TournamentFold): RunView {
  return {
    game,
    title: name,
    isOver: () => isOver(fold().schedule),
    gamesOfSeed: fold().gamesOfSeed,
    progress() {
      const { games, schedule } = fold();
      if (isOver(schedule)) return `${counted(games, 'game')} played`;
      return `${grouped(games)} of ${counted(Math.max(games, schedule.planned), 'game')} played`;
    },
    figures() {
      const report = fold().report();
      const columns = standingsColumns(report);
      const rows = report.standings.map((row) => columns.map(({ cell }) => cell(row)));
      const headings = columns.map(({ heading }) => heading);
      const folded = columns.map(({ leftOut }) => isFolded(leftOut));
      return markup`<h2>Standings</h2>
${dataTable('Standings', { headings, rows }, { names: headings.indexOf('player'), folded })}
${crosstable(report)}
${faults(report)}`;
    },
  };
}

const isOver = ({ isOver, stoppedBy }: TournamentFold['schedule']) => isOver || stoppedBy !== undefined;

/** Larger crosstables take too long to draw repeatedly and are only in the report. */
const MOST_CROSSED = 40;

function crosstable(report: TournamentReport): readonly Markup[] {
  const { standings } = report;
  if (standings.length < 3 || standings.length > MOST_CROSSED || !hasMeetings(report)) return [];
  return [
    markup`<h2>Crosstable</h2>
<p class="soft">Points of the row against the column: 1 for a win, 0.5 for a draw. Click a cell to see the games.</p>
${scrollBox('Crosstable', crosstableOf(report, asPoints, 'report'))}`,
  ];
}

const MOST_FAULTS = 5;

function faults(report: TournamentReport): readonly Markup[] {
  const all = faultsOf(report);
  if (all.length === 0) return [];
  const items = all.slice(0, MOST_FAULTS).map((fault) => {
    const { number } = fault.first;
    return markup`<li>${faultWords(fault)} (<a href="games/${number}">game ${number}</a>)</li>`;
  });
  const more = all.length - MOST_FAULTS;
  return [
    markup`<h2>Who is broken, and why</h2>
<ul>${items}</ul>
${more <= 0 ? [] : [markup`<p class="soft">and ${counted(more, 'other fault')}</p>`]}`,
  ];
}

/** A plot does not show more. */
const MOST_POINTS = 1000;

interface TestPoint {
  readonly games: number;
  /** The log likelihood ratio, or the logarithms of both capitals. */
  readonly values: readonly number[];
}

/** Values of the test after each game. A long series is thinned by powers of two. */
export class TestPath {
  #points: TestPoint[] = [];
  #last: TestPoint | undefined;
  #every = 1;
  #taken = 0;

  /** One of the values from left to right, with the newest. */
  points(index: number): readonly (readonly [games: number, value: number])[] {
    const last = this.#last;
    const all = last === undefined || this.#points.at(-1) === last ? this.#points : [...this.#points, last];
    return all.map(({ games, values }) => [games, values[index]!]);
  }

  take({ games, anytime, sprt }: Pick<Comparison, 'games' | 'anytime' | 'sprt'>): void {
    const values = anytime ? [anytime.capitalFor, anytime.capitalAgainst] : sprt ? [sprt.llr] : undefined;
    if (values === undefined || this.#last?.games === games) return;
    this.#last = { games, values };
    if (this.#taken++ % this.#every === 0) this.#points.push(this.#last);
    if (this.#points.length <= MOST_POINTS) return;
    this.#points = this.#points.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }
}
