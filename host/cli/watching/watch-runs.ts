import { counted, grouped } from '../../core/text/plural.ts';
import type { AnyGame } from '../../games/game.ts';
import type { SeriesRequest } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import { type Markup, markup } from '../../views/html/markup.ts';
import { pathPlot } from '../../views/html/plots/path-plot.ts';
import { dataTable } from '../../views/html/tables.ts';
import { standingsColumns } from '../../views/tournament/standings-columns.ts';
import type { CompareFold } from '../comparing/compare-fold.ts';
import { comparisonRows } from '../comparing/comparison-words.ts';
import { verdictWords } from '../comparing/verdict-words.ts';
import { standingsReport } from '../reporting/standings-lines.ts';
import { RatioPath } from './ratio-path.ts';
import { Watching } from './watching.ts';

/** The games of a command that plays one game, or a series. */
export async function watchSeries(port: number, request: SeriesRequest, fold: SeriesFold): Promise<Watching> {
  const { game, games } = request;
  const names = request.entries.map(({ name }) => name);
  const reported = { game, games, names, quiet: false };
  return await Watching.open(port, {
    game,
    title: `${game.name}: ${names.join(' against ')}`,
    progress: () => `${grouped(fold.games)} of ${counted(games, 'game')} played, seed ${request.seed}`,
    figures() {
      if (games === 1) return markup``;
      const { tables, sentences } = standingsReport(reported, fold);
      const shown = tables.filter(({ rows }) => rows.length > 0).map((table) => dataTable(table));
      return markup`<h2>Standings</h2>
${shown}
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}`;
    },
  });
}

/** A comparison, which counts the games in their order. */
export async function watchComparison(
  port: number,
  { game, entries, seed }: SeriesRequest,
  fold: CompareFold,
): Promise<Watching> {
  const path = new RatioPath();
  const [ofNew, ofOld] = entries.map(({ name }) => name) as [string, string];
  return await Watching.open(port, {
    game,
    title: `${game.name}: NEW ${ofNew} against OLD ${ofOld}`,
    progress: () => `${counted(fold.comparison.games, 'game')} played, seed ${seed}`,
    figures() {
      const { comparison } = fold;
      const table = dataTable({ headings: ['figure', 'value'], rows: comparisonRows(comparison) });
      return markup`<h2>The answer so far</h2>
${verdictWords(comparison).map((sentence) => markup`<p>${sentence}</p>`)}
<div class="cards"><div>${table}</div>${ratioFigure(path, fold)}</div>`;
    },
    counted: () => path.take(fold.comparison),
  });
}

function ratioFigure(path: RatioPath, { comparison: { sprt } }: CompareFold): readonly Markup[] {
  if (sprt === null) return [];
  const bounds = [
    { at: sprt.upper, label: 'H1 is accepted' },
    { at: sprt.lower, label: 'H0 is accepted' },
  ];
  const title = 'Log likelihood ratio';
  return [
    markup`<figure><h3>${title}</h3>
${pathPlot({ title, points: path.points, bounds, below: 'games' })}
<figcaption>The comparison ends when the ratio reaches a bound: H0 is ${sprt.elo0} Elo, H1 is ${sprt.elo1} Elo (${sprt.model}).</figcaption></figure>`,
  ];
}

interface WatchedTournament {
  readonly game: AnyGame;
  readonly name: string;
  readonly fold: TournamentFold;
  readonly store: ReadableStore;
}

/** A tournament, whose store has the records of earlier runs. */
export async function watchTournament(
  port: number,
  { game, name, fold, store }: WatchedTournament,
): Promise<Watching> {
  return await Watching.open(port, {
    ...{ game, title: name },
    progress() {
      const { games, schedule } = fold;
      return `${grouped(games)} of ${counted(Math.max(games, schedule.planned), 'game')} played`;
    },
    figures() {
      const report = fold.report();
      const columns = standingsColumns(report);
      const rows = report.standings.map((row) => columns.map(({ cell }) => cell(row)));
      const headings = columns.map(({ heading }) => heading);
      return markup`<h2>Standings</h2>
${dataTable({ headings, rows })}`;
    },
    kept: async (number) => await store.record(number),
  });
}
