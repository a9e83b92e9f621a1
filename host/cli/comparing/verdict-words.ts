import { counted, grouped } from '../../core/text/plural.ts';
import type { Comparison, Verdict } from '../../tournament/comparison.ts';
import { GAMES_OF_A_PAIR, gamesLeft } from '../../tournament/games-left.ts';
import type { TestState } from '../../tournament/likelihood-test.ts';
import { roughCount } from '../../views/terminal/live/pace-words.ts';

const decided = {
  better: 'NEW is better',
  'not-better': 'NEW is not better',
  'not-worse': 'NEW is not worse',
  worse: 'NEW is worse',
} as const satisfies Partial<Record<Verdict, string>>;

/** The answer in sentences, and how far it can be trusted. */
export function verdictWords(comparison: Comparison): string[] {
  return [...answerWords(comparison), ...(isAlike(comparison) ? [ALIKE] : [])];
}

const ALIKE = 'All pairs were even to the point: it seems that NEW and OLD play alike.';
/** Fewer may be even by chance. */
const FEWEST_ALIKE = 5;

function isAlike({ pairs, pentanomial, margin }: Comparison): boolean {
  return (
    (pairs ?? 0) >= FEWEST_ALIKE && pentanomial?.[2] === pairs && margin?.mean === 0 && margin.error === 0
  );
}

function answerWords(comparison: Comparison): string[] {
  const { verdict, games } = comparison;
  switch (verdict) {
    case 'offence':
      return [`NEW has committed an offence: the comparison ends after ${counted(games, 'game')}.`];
    case 'undecided':
      return [undecidedWords(comparison)];
    case 'counted':
      return countedWords(comparison);
    case 'better':
    case 'not-better':
    case 'not-worse':
    case 'worse':
      return [`${decided[verdict]}: it has ${shareOfGames(comparison)}.`, errorWords(comparison.sprt!)];
    default:
      return verdict satisfies never;
  }
}

function undecidedWords(comparison: Comparison): string {
  if (comparison.games === 0) return 'Undecided: no game was played.';
  const left = gamesLeft(comparison, Number.POSITIVE_INFINITY);
  const more = left === undefined ? '' : `, about ${grouped(roughCount(left))}`;
  return `Undecided: NEW has ${shareOfGames(comparison)}; more games are needed${more}.`;
}

function countedWords(comparison: Comparison): string[] {
  const { games, los, elo } = comparison;
  if (games === 0) return ['No game was played.'];
  const share = `NEW has ${shareOfGames(comparison)}.`;
  // Of few games, or of games that all ended alike, nobody knows how far chance goes.
  if (los === null || elo === null) return [share];
  const [how, often] = los >= 0.5 ? ['well', 1 - los] : ['badly', los];
  return [
    share,
    `If there were no difference, it would do as ${how} in ${rarely(often)} of such comparisons.`,
  ];
}

/** What the test promises: how often it is wrong. */
function errorWords({ accepted, elo0, elo1, alpha, beta, model }: TestState): string {
  const [elo, wrong] = accepted === 'H1' ? [elo0, alpha] : [elo1, beta];
  const size = `${Math.abs(elo)} Elo (${model})`;
  const truth =
    elo === 0 ? 'there were no difference' : `NEW were ${elo > 0 ? 'better' : 'worse'} by ${size}`;
  return `If ${truth}, at most about ${Number((100 * wrong).toPrecision(3))} % of such comparisons would say so.`;
}

/** Where there are pairs, the share is of those that are whole. */
function shareOfGames({ games, pairs, score }: Comparison): string {
  const paired = pairs === null ? games : GAMES_OF_A_PAIR * pairs;
  const of = paired === games ? `${grouped(games)} games` : `the ${grouped(paired)} games in pairs`;
  return `${(100 * score!).toFixed(1)} % of ${of}`;
}

function rarely(share: number): string {
  return share < 0.0001 ? 'less than 0.01 %' : `${Number((100 * share).toPrecision(2))} %`;
}
