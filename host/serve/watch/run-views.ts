import { counted, grouped } from '../../core/text.ts';
import type { AnyGame } from '../../games/game.ts';
import type { CompareFold } from '../../runs/comparison.ts';
import type { SeriesRequest } from '../../runs/series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import { standingsReport } from '../../runs/series-report.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { gamesIn } from '../../runs/stored-runs.ts';
import type { Comparison } from '../../tournament/comparison.ts';
import type { TournamentFold, TournamentReport } from '../../tournament/report.ts';
import { comparisonRows, verdictWords } from '../../views/comparison.ts';
import { dataTable, type Markup, markup } from '../../views/html/markup.ts';
import { pathPlot } from '../../views/html/plots.ts';
import {
  asPoints,
  badGameWords,
  crosstableCells,
  hasMeetings,
  shortNames,
  standingsColumns,
} from '../../views/tournament/report-words.ts';
import { type FinishedGame, LISTED } from './live-page.ts';
import type { RunView, StoredGames } from './live-run.ts';

/** What a store has when a run goes on. */
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

/** The games of a command that plays one game, or a series. */
export function seriesView(request: SeriesRequest, fold: SeriesFold): RunView {
  const { game, games, entries } = request;
  return {
    game,
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

/** A comparison that is played, which counts the games in their order. */
export function runningComparison({ game, entries }: SeriesRequest, fold: CompareFold): RunView {
  const path = new RatioPath();
  const names = entries.map(({ name }) => name);
  return {
    ...comparisonView({ game, names, path: () => path, comparison: () => fold.comparison }),
    counted: () => path.take(fold.comparison),
  };
}

interface ComparisonSource {
  readonly game: AnyGame;
  /** NEW and OLD. */
  readonly names: readonly string[];
  /** As it is now. */
  comparison(): Comparison;
  path(): RatioPath;
}

export function comparisonView({ game, names, comparison, path }: ComparisonSource): RunView {
  return {
    game,
    title: `${game.name}: NEW ${names[0]} against OLD ${names[1]}`,
    progress: () => `${counted(comparison().games, 'game')} played`,
    isOver: () => (comparison().sprt?.accepted ?? null) !== null,
    figures() {
      const now = comparison();
      const table = dataTable('Result so far', {
        headings: ['figure', 'value'],
        rows: comparisonRows(now),
      });
      return markup`<h2>Result so far</h2>
${verdictWords(now).map((sentence) => markup`<p>${sentence}</p>`)}
<div class="cards"><div>${table}</div>${ratioFigure(path(), now)}</div>`;
    },
  };
}

function ratioFigure(path: RatioPath, { sprt }: Comparison): readonly Markup[] {
  if (sprt === null) return [];
  const bounds = [
    { at: sprt.upper, label: 'H1 is accepted' },
    { at: sprt.lower, label: 'H0 is accepted' },
  ];
  const title = 'Log likelihood ratio';
  return [
    markup`<figure><h3>${title}</h3>
${pathPlot({ title, points: path.points, bounds, below: 'games' })}
<figcaption>The comparison ends when the ratio reaches a bound. H0 is ${sprt.elo0} Elo, H1 is ${sprt.elo1} Elo (${sprt.model}).</figcaption></figure>`,
  ];
}

/** `fold`: as it is now. */
export function tournamentView(game: AnyGame, name: string, fold: () => TournamentFold): RunView {
  return {
    ...{ game, title: name },
    isOver: () => isOver(fold().schedule),
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
      return markup`<h2>Standings</h2>
${dataTable('Standings', { headings, rows })}
${crosstable(report)}
${badGames(report)}`;
    },
  };
}

const isOver = ({ isOver, stoppedBy }: TournamentFold['schedule']) => isOver || stoppedBy !== undefined;

/** With more players it is left to the report: it would be drawn for too long, again and again. */
const MOST_CROSSED = 40;
const LONGEST_NAME = 24;

function crosstable(report: TournamentReport): readonly Markup[] {
  const { standings } = report;
  if (standings.length < 3 || standings.length > MOST_CROSSED || !hasMeetings(report)) return [];
  const labels = shortNames(
    standings.map(({ name }) => name),
    LONGEST_NAME,
  );
  const { headings, rows } = crosstableCells(report, labels, asPoints);
  const table = { headings: ['#', 'player', ...headings.slice(2)], rows };
  return [
    markup`<h2>Crosstable</h2>
<p class="soft">Points of the row against the column: 1 for a win, 0.5 for a draw.</p>
<div class="crossed">${dataTable('Crosstable', table)}</div>`,
  ];
}

/** The newest. */
const MOST_BAD = 5;

function badGames({ bad }: TournamentReport): readonly Markup[] {
  if (bad.length === 0) return [];
  const shown = bad.slice(-MOST_BAD).reverse();
  const items = shown.map(
    (each) => markup`<li><a href="games/${each.number}">game ${each.number}</a>: ${badGameWords(each)}</li>`,
  );
  const more = bad.length - shown.length;
  return [
    markup`<h2>Bad games</h2>
<ul>${items}</ul>
${more === 0 ? [] : [markup`<p class="soft">and ${grouped(more)} before these</p>`]}`,
  ];
}

/** A plot has not more to show. */
const MOST_POINTS = 1000;

/** How the log likelihood ratio of a comparison has gone; of a long one each second, fourth, eighth … point is kept. */
export class RatioPath {
  #points: (readonly [games: number, ratio: number])[] = [];
  #last: readonly [games: number, ratio: number] | undefined;
  #every = 1;
  #taken = 0;

  /** From left to right, with the newest. */
  get points(): readonly (readonly [games: number, ratio: number])[] {
    const last = this.#last;
    return last === undefined || this.#points.at(-1) === last ? this.#points : [...this.#points, last];
  }

  take({ games, sprt }: Pick<Comparison, 'games' | 'sprt'>): void {
    if (sprt === null || this.#last?.[0] === games) return;
    this.#last = [games, sprt.llr];
    if (this.#taken++ % this.#every === 0) this.#points.push(this.#last);
    if (this.#points.length <= MOST_POINTS) return;
    this.#points = this.#points.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }
}
