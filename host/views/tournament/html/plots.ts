import { type Markup, markup } from '../../html/markup.ts';
import { histogram } from '../../html/plots/histogram.ts';
import { intervalPlot, LONGEST_LABEL } from '../../html/plots/interval-plot.ts';
import { ticksBetween } from '../../html/plots/ticks.ts';
import { duration } from '../../terminal/words.ts';
import type { ReportedGame } from '../reported-tournament.ts';
import { shortNames } from '../short-names.ts';
import type { PageFacts } from './page-facts.ts';

/** How points, thinking and lengths are spread over the games; none: nobody has played. */
export function distributionsPart(facts: PageFacts): Markup | undefined {
  const { games } = facts.tournament;
  const lengths = games.map(({ result }) => result.ms);
  const figures = [
    figure(
      'Points in a game',
      spread(facts, 'Points in a game', scoresOf, (points) => String(Number(points.toFixed(1)))),
      SPREAD,
    ),
    figure('Thinking for an answer', spread(facts, 'Thinking for an answer', thinkingOf, durationOf), SPREAD),
    figure(
      'How long games took',
      histogram({ title: 'How long games took', values: lengths, thing: 'game', inWords: durationOf }),
      'From the deal to the end, all games.',
    ),
  ].filter((each) => each !== undefined);
  if (figures.length === 0) return undefined;
  return markup`<section id="distributions">
<h2>Points and times</h2>
<div class="cards">
${figures}
</div>
</section>`;
}

const durationOf = (ms: number) => (ms === 0 ? '0' : duration(ms));

const SPREAD =
  'Of each player over its games: the least and the most, the middle half of them (box), and the median (dot).';

function figure(title: string, plot: Markup | undefined, says: string): Markup | undefined {
  return plot && markup`<figure><h3>${title}</h3>${plot}<figcaption>${says}</figcaption></figure>`;
}

type FigureOf = (game: ReportedGame, name: string) => number | undefined;

const scoresOf: FigureOf = (game, name) => {
  const score = ofPlayer(game, name)?.score;
  return typeof score === 'number' ? score : undefined;
};

const thinkingOf: FigureOf = (game, name) => {
  const { thinkMs, answers = 0 } = ofPlayer(game, name) ?? {};
  return thinkMs === undefined || answers === 0 ? undefined : thinkMs / answers;
};

function ofPlayer({ result }: ReportedGame, name: string) {
  return result.players.find((player) => player.name === name);
}

function spread(
  { tournament, gamesOf }: PageFacts,
  title: string,
  figureOf: FigureOf,
  inWords: (value: number) => string,
): Markup | undefined {
  const { standings } = tournament.report;
  const labels = shortNames(
    standings.map(({ name }) => name),
    LONGEST_LABEL,
  );
  const rows = standings.flatMap(({ name }, place) => {
    const values = gamesOf[place]!.map((game) => figureOf(game, name)).filter((value) => value !== undefined);
    if (values.length === 0) return [];
    const sorted = Float64Array.from(values).sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
    const half = [at(0.25), at(0.75)] as const;
    return [{ label: labels[place]!, value: at(0.5), low: at(0), high: at(1), half, said: inWords(at(0.5)) }];
  });
  if (rows.length === 0) return undefined;
  const { axis, marks } = ticksBetween(
    Math.min(...rows.map(({ low }) => low)),
    Math.max(...rows.map(({ high }) => high)),
  );
  return intervalPlot({ title, rows, axis, ticks: marks.map((at) => ({ at, label: inWords(at) })) });
}
