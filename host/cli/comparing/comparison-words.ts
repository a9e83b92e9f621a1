import { grouped } from '../../core/text/plural.ts';
import type { Comparison, Estimate, Margin } from '../../tournament/comparison.ts';
import type { Pentanomial } from '../../tournament/counts.ts';
import type { OfBoth } from '../../tournament/game-between-two.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';
import { verdictWords } from './verdict-words.ts';

type Row = readonly [figure: string, text: string];

/** The answer in sentences, and then the figures, a line each. */
export function comparisonWords(comparison: Comparison): string[] {
  const rows = comparisonRows(comparison).map(([name, text]) => `${name.padEnd(WIDTH)}${text}`);
  return [...verdictWords(comparison), '', ...rows];
}

/** The figures by their names. */
export function comparisonRows(comparison: Comparison): readonly Row[] {
  const { pairs, pentanomial, score, margin, sprt, offences, timeouts } = comparison;
  const rows: readonly (Row | null)[] = [
    ['games', gamesWords(comparison)],
    pairs === null ? null : ['pairs', pairsWords(pairs, pentanomial!)],
    ...(score === null ? [] : strengthRows(comparison)),
    margin && ['margin', marginWords(margin)],
    ...(sprt ? testRows(sprt) : []),
    ofBoth('offences', offences),
    ofBoth('timeouts', timeouts),
  ];
  return rows.filter((row) => row !== null);
}

function marginWords({ mean, error }: Margin): string {
  return error === null
    ? `${mean.toFixed(1)} points a game; how far chance goes is not known yet`
    : `${within({ value: mean, error }, 1)} points a game`;
}

function strengthRows({ elo, normalizedElo, los }: Comparison): Row[] {
  return [
    ['Elo', within(elo, 2)],
    ['normalized Elo', within(normalizedElo, 2)],
    ['superiority', los === null ? UNKNOWN : `${(100 * los).toFixed(2)} %`],
  ];
}

function gamesWords({ games, won, drawn, lost }: Comparison): string {
  return won === null
    ? grouped(games)
    : `${grouped(games)}: won ${grouped(won)}, drawn ${grouped(drawn!)}, lost ${grouped(lost!)}`;
}

const pointsOfPairs = ['0 points', '½', '1', '1½', '2'];

function pairsWords(pairs: number, pentanomial: Pentanomial): string {
  const byPoints = pentanomial.map((count, index) => `${grouped(count)} with ${pointsOfPairs[index]}`);
  return `${grouped(pairs)}: ${byPoints.join(', ')}`;
}

function testRows({ model, elo0, elo1, llr, lower, upper, accepted }: TestState): Row[] {
  const where = accepted === null ? 'between' : 'of';
  const answer = accepted === null ? '' : `: ${accepted} is accepted`;
  const bounds = `${lower.toFixed(2)} and ${upper.toFixed(2)}`;
  return [
    ['hypotheses', `${elo0} against ${elo1} Elo (${model})`],
    ['log likelihood', `${llr.toFixed(2)}, ${where} ${bounds}${answer}`],
  ];
}

/** No row if there were none. */
function ofBoth(name: string, [ofNew, ofOld]: OfBoth<number>): Row | null {
  return ofNew + ofOld === 0 ? null : [name, `NEW ${grouped(ofNew)}, OLD ${grouped(ofOld)}`];
}

const UNKNOWN = 'not known yet';
const WIDTH = 16;

function within(estimate: Estimate | null, places: number): string {
  return estimate ? `${estimate.value.toFixed(places)} ± ${estimate.error.toFixed(places)}` : UNKNOWN;
}
