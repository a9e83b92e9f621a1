import { counted, grouped } from '../../core/text/plural.ts';
import type { AnyGame } from '../../games/game.ts';
import type { SeriesRequest } from '../../runs/play-series.ts';
import type { SeriesFold } from '../../runs/series-fold.ts';
import type { Comparison } from '../../tournament/comparison.ts';
import type { TournamentReport } from '../../tournament/report/report-fields.ts';
import type { TournamentFold } from '../../tournament/report/tournament-fold.ts';
import { type Markup, markup } from '../../views/html/markup.ts';
import { pathPlot } from '../../views/html/plots/path-plot.ts';
import { dataTable } from '../../views/html/tables.ts';
import { asPoints, crosstableCells, hasMeetings } from '../../views/tournament/crosstable.ts';
import { badGameWords } from '../../views/tournament/report-words.ts';
import { shortNames } from '../../views/tournament/short-names.ts';
import { standingsColumns } from '../../views/tournament/standings-columns.ts';
import { comparisonRows } from '../comparing/comparison-words.ts';
import { verdictWords } from '../comparing/verdict-words.ts';
import { standingsReport } from '../reporting/standings-lines.ts';
import type { RatioPath } from './ratio-path.ts';
import type { Shown } from './watching.ts';

/** One game, or a series. */
export function shownSeries({ game, games, entries, seed }: SeriesRequest, fold: SeriesFold): Shown {
  const names = entries.map(({ name }) => name);
  const reported = { game, games, names, quiet: false };
  return {
    game,
    title: `${game.name}: ${names.join(' against ')}`,
    progress: () => `${grouped(fold.games)} of ${counted(games, 'game')} played, seed ${seed}`,
    figures() {
      if (games === 1) return markup``;
      const { tables, sentences } = standingsReport(reported, fold);
      const shown = tables
        .filter(({ rows }) => rows.length > 0)
        .map((table, index) => dataTable(index === 0 ? 'Standings' : `Standings, ${index + 1}`, table));
      return markup`<h2>Standings</h2>
${shown}
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}`;
    },
  };
}

interface Compared {
  readonly game: AnyGame;
  readonly seed: string;
  /** NEW and OLD. */
  readonly names: readonly string[];
  /** As it is now. */
  comparison(): Comparison;
  path(): RatioPath;
}

export function shownComparison({ game, seed, names, comparison, path }: Compared): Shown {
  return {
    game,
    title: `${game.name}: NEW ${names[0]} against OLD ${names[1]}`,
    progress: () => `${counted(comparison().games, 'game')} played, seed ${seed}`,
    isOver: () => (comparison().sprt?.accepted ?? null) !== null,
    figures() {
      const now = comparison();
      const table = dataTable('The answer so far', {
        headings: ['figure', 'value'],
        rows: comparisonRows(now),
      });
      return markup`<h2>The answer so far</h2>
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
<figcaption>The comparison ends when the ratio reaches a bound: H0 is ${sprt.elo0} Elo, H1 is ${sprt.elo1} Elo (${sprt.model}).</figcaption></figure>`,
  ];
}

/** `fold`: as it is now. */
export function shownTournament(game: AnyGame, name: string, fold: () => TournamentFold): Shown {
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
<p class="soft">Points of the row against the column: a game won is 1, drawn 0.5.</p>
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
