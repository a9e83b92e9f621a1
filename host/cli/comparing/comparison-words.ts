import { counted } from '../../core/text/plural.ts';
import type { Comparison, Estimate, Verdict } from '../../tournament/comparison.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';

const verdictWords: Readonly<Record<Verdict, string>> = {
  better: 'NEW is better',
  'not-better': 'NEW is not better',
  'not-worse': 'NEW is not worse',
  worse: 'NEW is worse',
  offence: 'NEW has committed an offence',
  undecided: 'undecided: more games are needed',
  counted: 'nothing was tested',
};

/** The figures for people, a line each. */
export function comparisonWords(comparison: Comparison): string[] {
  const { elo, normalizedElo, los, margin, sprt, verdict } = comparison;
  return [
    countWords(comparison),
    ...(elo ? [row('Elo', within(elo, 2))] : []),
    ...(normalizedElo ? [row('normalized Elo', within(normalizedElo, 2))] : []),
    ...(los === null ? [] : [row('superiority', percent(los))]),
    ...(margin
      ? [row('margin', `${within({ value: margin.mean, error: margin.error }, 1)} points a game`)]
      : []),
    ...(sprt ? testWords(sprt) : []),
    row('verdict', `${verdictWords[verdict]}${verdict === 'better' ? byChance(los!) : ''}`),
  ];
}

function countWords({ games, pairs, pentanomial, won, drawn, lost, score }: Comparison): string {
  const share = score === null ? '' : `, ${percent(score)} of the points`;
  const inPairs = pairs === null ? '' : `${counted(pairs, 'pair')} (${pentanomial!.join(', ')}), `;
  const byGame = won === null ? '' : `: won ${won}, drawn ${drawn}, lost ${lost}`;
  return `${inPairs}${counted(games, 'game')}${byGame}${share}`;
}

/** How often equal players would give as good a score. */
function byChance(los: number): string {
  const often = los > 0.9999 ? 'less than 0.01 %' : percent(1 - los);
  return `. Were they equal, NEW would do as well in ${often} of such comparisons`;
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

const WIDTH = 16;
const row = (name: string, text: string) => `${name.padEnd(WIDTH)}${text}`;

function within({ value, error }: Estimate, places: number): string {
  return Number.isFinite(error) ? `${value.toFixed(places)} ± ${error.toFixed(places)}` : 'not known yet';
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
