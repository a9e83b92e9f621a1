import { grouped } from '../../core/text/plural.ts';
import type { Comparison, Estimate } from '../../tournament/comparison.ts';
import type { Pentanomial } from '../../tournament/counts.ts';
import type { OfBoth } from '../../tournament/game-between-two.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';
import { verdictWords } from './verdict-words.ts';

/** The answer in sentences, and then the figures, a line each. */
export function comparisonWords(comparison: Comparison): string[] {
  const { pairs, pentanomial, elo, normalizedElo, los, margin, sprt, offences, timeouts } = comparison;
  const isKnown = Number.isFinite(elo?.error);
  return [
    ...verdictWords(comparison),
    '',
    row('games', gamesWords(comparison)),
    ...(pairs === null ? [] : [row('pairs', pairsWords(pairs, pentanomial!))]),
    ...(elo ? [row('Elo', within(elo, 2))] : []),
    ...(normalizedElo ? [row('normalized Elo', within(normalizedElo, 2))] : []),
    ...(los === null ? [] : [row('superiority', isKnown ? `${(100 * los).toFixed(2)} %` : UNKNOWN)]),
    ...(margin
      ? [row('margin', `${within({ value: margin.mean, error: margin.error }, 1)} points a game`)]
      : []),
    ...(sprt ? testWords(sprt) : []),
    ...ofBoth('offences', offences),
    ...ofBoth('timeouts', timeouts),
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

function testWords({ model, elo0, elo1, llr, lower, upper, accepted }: TestState): string[] {
  const where = accepted === null ? 'between' : 'of';
  return [
    row('hypotheses', `${elo0} against ${elo1} Elo (${model})`),
    row(
      'log likelihood',
      `${llr.toFixed(2)}, ${where} ${lower.toFixed(2)} and ${upper.toFixed(2)}${accepted === null ? '' : `: ${accepted} is accepted`}`,
    ),
  ];
}

/** No row if there were none. */
function ofBoth(name: string, [ofNew, ofOld]: OfBoth<number>): string[] {
  return ofNew + ofOld === 0 ? [] : [row(name, `NEW ${grouped(ofNew)}, OLD ${grouped(ofOld)}`)];
}

const UNKNOWN = 'not known yet';
const WIDTH = 16;
const row = (name: string, text: string) => `${name.padEnd(WIDTH)}${text}`;

function within({ value, error }: Estimate, places: number): string {
  return Number.isFinite(error) ? `${value.toFixed(places)} ± ${error.toFixed(places)}` : UNKNOWN;
}
