import type { GameAnalysis } from '../../games/analysis.ts';
import { command, dataTable, type Markup, markup } from '../html/markup.ts';
import { htmlPage, pageBeginning } from '../html/page.ts';
import { pathPlot } from '../html/plots.ts';
import type { StepperAnalysis } from '../html/replay-page.ts';
import type { AnalysisReport, AnalysisTotals, WorstMove } from './report.ts';
import { figuresTable, worstTable } from './tables.ts';

const KIND = 'Analysis';

/** Recognizes such a page. */
export const analysisBeginning = pageBeginning(KIND);

/** The additions of an analysis to a page: a summary of each player, losses and best moves of steps, figures below. */
export function stepperAnalysis(
  analysis: GameAnalysis,
  report: AnalysisReport,
  names: readonly string[],
): StepperAnalysis {
  const { players, moves, missed = [], dictionary } = report;
  const { measure, mistakes, summary } = analysis;
  const byEvent = new Map(moves.map((move) => [move.n, move]));
  const nameOf = (seat: number) => names[seat - 1] ?? String(seat);
  const notes = players.flatMap(({ seat, notes }) =>
    notes.map((note) => markup`<p>${nameOf(seat)}: ${note}</p>`),
  );
  const paths = players.map(({ seat }) => ({
    name: nameOf(seat),
    losses: moves.filter((move) => move.seat === seat).map(({ measure = 0 }) => measure),
  }));
  return {
    summaries: players.flatMap(({ seat, figures }) => (summary ? [{ seat, words: summary(figures) }] : [])),
    loss: measure === undefined ? undefined : { name: measure, from: mistakes ?? [] },
    of(n) {
      const move = byEvent.get(n);
      return move && { loss: move.measure, best: move.best };
    },
    missed,
    details: markup`<h2>Analysis</h2>
<p class="soft">Analyzed with the word list ${dictionary}.</p>
${dataTable(
  'Figures',
  figuresTable(
    analysis,
    players.map((player) => ({ ...player, name: nameOf(player.seat), games: 1 })),
  ),
)}
${notes}
${graphs(analysis, paths)}`,
  };
}

/** Where a page begins: what its reader came for. Undefined without a mistake, and in games without mistakes. */
export function worstStep({ mistakes }: GameAnalysis, { moves }: AnalysisReport): number | undefined {
  const [worst] = moves.toSorted((one, other) => (other.measure ?? 0) - (one.measure ?? 0));
  return mistakes && (worst?.measure ?? 0) > 0 ? worst?.step : undefined;
}

interface LossPath {
  readonly name: string;
  readonly losses: readonly number[];
}

/** The sum that each player gave away until each move. */
function graphs({ measure }: GameAnalysis, paths: readonly LossPath[]): Markup | readonly Markup[] {
  if (measure === undefined) return [];
  const sums = paths.map(({ name, losses }) => {
    let sum = 0;
    const points = losses.map((loss, index) => [index + 1, (sum += loss)] as const);
    return { name, points: [[0, 0] as const, ...points] };
  });
  const title = `${measure}, in all`;
  return markup`<figure>
<h3>${title}</h3>
${pathPlot({ title, paths: sums, bounds: [], below: 'moves' })}
<figcaption>${paths.map(({ name }, index) => markup`<span class="key seat-${index + 1}">${name}</span>`)}</figcaption>
</figure>`;
}

interface AnalyzedKind {
  readonly game: string;
  readonly analysis: GameAnalysis;
  readonly totals: AnalysisTotals;
}

/** A page about several games: figures of players, losses by move number, and the worst moves. */
export function analysisPage(
  kinds: readonly AnalyzedKind[],
  commandToSee: (move: WorstMove) => string,
): string {
  const games = kinds.reduce((sum, { totals }) => sum + totals.games, 0);
  const title = `${games} games of ${kinds.map(({ game }) => game).join(', ')}`;
  const sections = kinds.map(({ game, analysis, totals }) => {
    const worst = totals.worst.map((each) => markup`<p>${command(commandToSee(each))}</p>`);
    return markup`<h2>${game}</h2>
${dataTable(`Figures, ${game}`, figuresTable(analysis, totals.players))}
${graphs(analysis, totals.meanLosses)}
${
  worst.length === 0
    ? []
    : markup`<h3>The worst moves</h3>
${dataTable(`The worst moves, ${game}`, worstTable(analysis, totals.worst))}
${worst}`
}`;
  });
  return htmlPage({
    kind: KIND,
    title,
    body: markup`<h1>${title}</h1>
${sections}`,
  });
}
