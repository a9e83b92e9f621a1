import { type Pace, rateOf, secondsLeft } from '../core/pace.ts';
import { seedHash } from '../core/seed.ts';
import { counted, grouped } from '../core/text.ts';
import {
  type AnytimeState,
  type Comparison,
  GAMES_OF_A_PAIR,
  gamesLeft,
  type Margin,
  type OfBoth,
  type Pentanomial,
  type RoughEstimate,
  type Share,
  type TestState,
  type Verdict,
} from '../tournament/comparison.ts';
import { type LinePart, rateWords, remainingWords, roughCount, roughTime } from './terminal/progress.ts';

const decided = {
  better: 'NEW is better',
  'not-better': 'NEW is not better',
  'not-worse': 'NEW is not worse',
  worse: 'NEW is worse',
} as const satisfies Partial<Record<Verdict, string>>;

/** The answer in sentences, and how reliable it is. */
export function verdictWords(comparison: Comparison): string[] {
  return [...answerWords(comparison), ...(isAlike(comparison) ? [ALIKE] : []), ...wonByOffence(comparison)];
}

/** An OLD that cannot start makes any NEW better. */
function wonByOffence({ games, offences: [, ofOld], verdict }: Comparison): string[] {
  if (ofOld === 0 || verdict === 'offence') return [];
  return [
    `OLD committed an offense in ${grouped(ofOld)} of ${grouped(games)} games: such games do not show which bot is better.`,
  ];
}

const ALIKE = 'All pairs were exactly even: NEW and OLD seem to play alike.';
/** Fewer games may be equal by chance. */
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
      return [`NEW committed an offense: the comparison ended after ${counted(games, 'game')}.`];
    case 'undecided':
      return [undecidedWords(comparison)];
    case 'counted':
      return countedWords(comparison);
    case 'better':
    case 'not-better':
    case 'not-worse':
    case 'worse':
      return [`${decided[verdict]}: it has ${shareOfGames(comparison)}.`, errorWords(comparison)];
    default:
      return verdict satisfies never;
  }
}

/** Reports the result of the games, because the test may need more even after a large difference. */
function undecidedWords(comparison: Comparison): string {
  const { score } = comparison;
  if (score === null) return 'Undecided: no game was played.';
  const games = pairedGames(comparison);
  const points = `${Number((score * games).toFixed(1))} of ${grouped(games)} points`;
  const which = score > 0.5 ? 'NEW is better' : score < 0.5 ? 'NEW is worse' : 'NEW and OLD are equal';
  const left = gamesLeft(comparison, Number.POSITIVE_INFINITY);
  const more = left === undefined ? '' : `, about ${grouped(roughCount(left))}`;
  return `${which} so far (${points}); the test has not decided: more games are needed${more}.`;
}

function countedWords(comparison: Comparison): string[] {
  const { games, los, elo } = comparison;
  if (games === 0) return ['No game was played.'];
  const share = `NEW has ${shareOfGames(comparison)}.`;
  // Few games, or games that all ended alike, say nothing about chance.
  if (los === null || typeof elo?.error !== 'number') return [share];
  const [how, often] = los >= 0.5 ? ['well', 1 - los] : ['badly', los];
  return [
    share,
    `If there were no difference, NEW would do as ${how} in ${rarely(often)} of such comparisons.`,
  ];
}

/** The error rate of the test. */
function errorWords({ anytime, sprt }: Comparison): string {
  return anytime ? anytimeErrorWords(anytime) : sequentialErrorWords(sprt!);
}

function anytimeErrorWords({ accepted, alpha, beta, difference, asksNotWorse }: AnytimeState): string {
  const speaksFor = accepted === 'better' || accepted === 'not-worse';
  const better =
    difference === 0 || asksNotWorse ? 'at least as good as OLD' : `better by ${difference} Elo or more`;
  const worse =
    difference === 0 || !asksNotWorse ? 'no better than OLD' : `worse by ${difference} Elo or more`;
  return `If NEW were ${speaksFor ? worse : better}, at most ${shareInWords(speaksFor ? alpha : beta)} of such comparisons would give this answer.`;
}

const shareInWords = (share: number) => `${Number((100 * share).toPrecision(3))} %`;

function sequentialErrorWords({ accepted, elo0, elo1, alpha, beta, model }: TestState): string {
  const [elo, wrong] = accepted === 'H1' ? [elo0, alpha] : [elo1, beta];
  const size = `${Math.abs(elo)} Elo (${model})`;
  const truth =
    elo === 0 ? 'there were no difference' : `NEW were ${elo > 0 ? 'better' : 'worse'} by ${size}`;
  return `If ${truth}, at most about ${shareInWords(wrong)} of such comparisons would have this result.`;
}

/** Only complete pairs count. */
function pairedGames({ games, pairs }: Comparison): number {
  return pairs === null ? games : GAMES_OF_A_PAIR * pairs;
}

function shareOfGames(comparison: Comparison): string {
  const { games, score } = comparison;
  const paired = pairedGames(comparison);
  const of = paired === games ? `${grouped(games)} games` : `the ${grouped(paired)} paired games`;
  return `${(100 * score!).toFixed(1)} % of ${of}`;
}

function rarely(share: number): string {
  return share < 0.0001 ? 'less than 0.01 %' : `${Number((100 * share).toPrecision(2))} %`;
}

type Row = readonly [figure: string, text: string];

export function comparisonWords(comparison: Comparison): string[] {
  const rows = comparisonRows(comparison).map(([name, text]) => `${name.padEnd(WIDTH)}${text}`);
  const { share } = comparison;
  return [...verdictWords(comparison), ...(share ? [intervalBar(share)] : []), '', ...rows];
}

export function comparisonRows(comparison: Comparison): readonly Row[] {
  const { pairs, pentanomial, score, margin, sprt, offences, timeouts, errors } = comparison;
  const rows: readonly (Row | null)[] = [
    ['games', gamesWords(comparison)],
    pairs === null ? null : ['pairs', pairsWords(pairs, pentanomial!)],
    ...shareRows(comparison),
    ...(score === null || comparison.anytime ? [] : strengthRows(comparison)),
    margin && ['margin', marginWords(margin)],
    ...(comparison.anytime ? capitalRows(comparison.anytime) : []),
    ...(sprt ? testRows(sprt) : []),
    ofBoth('offenses', offences),
    ofBoth('timeouts', timeouts),
    ofBoth('errors', errors),
  ];
  return rows.filter((row) => row !== null);
}

function marginWords({ mean, error }: Margin): string {
  return writeEstimate({ value: mean, error }, 1, ' points per game');
}

function strengthRows({ elo, ratedElo, normalizedElo, los }: Comparison): Row[] {
  return [
    ['Elo', typeof elo?.error === 'number' ? writeEstimate(elo, 2) : writeEstimate(ratedElo, 0)],
    ['normalized Elo', writeEstimate(normalizedElo, 2)],
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

/** The anytime interval as a share and as Elo. */
function shareRows({ share, anytime }: Comparison): Row[] {
  if (share === null || anytime === null) return [];
  const { value, low, high } = share;
  return [
    ['share', `${percentOf(value)}; ${percentOf(low)} to ${percentOf(high)}`],
    ['Elo', eloWords(share)],
  ];
}

const percentOf = (share: number) => `${(100 * share).toFixed(1)} %`;

function eloWords({ elo: { value, low, high } }: Share): string {
  if (low === null) return high === null ? UNKNOWN : `less than ${high.toFixed(0)}`;
  if (high === null) return `more than ${low.toFixed(0)}`;
  return `${value!.toFixed(0)}; ${low.toFixed(0)} to ${high.toFixed(0)}`;
}

function capitalRows(state: AnytimeState): Row[] {
  return capitalsOf(state).map(({ name, capital, bound }) => [
    `bet: ${name}`,
    `capital ${capitalInWords(capital)}, decides at ${capitalInWords(bound)}`,
  ]);
}

/** Both capitals with their answers. */
export function capitalsOf(state: AnytimeState): readonly {
  readonly name: string;
  readonly capital: number;
  readonly bound: number;
}[] {
  const { asksNotWorse, capitalFor, boundFor, capitalAgainst, boundAgainst } = state;
  return [
    { name: asksNotWorse ? 'not worse' : 'better', capital: capitalFor, bound: boundFor },
    { name: asksNotWorse ? 'worse' : 'not better', capital: capitalAgainst, bound: boundAgainst },
  ];
}

/** A capital in multiples of the start, from its logarithm. */
function capitalInWords(logarithm: number): string {
  const capital = Math.exp(logarithm);
  return capital < 1e6 ? `${Number(capital.toPrecision(3))}` : capital.toExponential(1);
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

/** Omits zeros. */
function ofBoth(name: string, [ofNew, ofOld]: OfBoth<number>): Row | null {
  return ofNew + ofOld === 0 ? null : [name, `NEW ${grouped(ofNew)}, OLD ${grouped(ofOld)}`];
}

const UNKNOWN = 'not yet known';
const WIDTH = 16;

function writeEstimate(estimate: RoughEstimate | null, digits: number, unit = ''): string {
  if (!estimate) return UNKNOWN;
  const { value, error } = estimate;
  return error === null
    ? `${value.toFixed(digits)}${unit}; the margin of error is not yet known`
    : `${value.toFixed(digits)} ± ${error.toFixed(digits)}${unit}`;
}

/** Null if only the counts are known. */
interface ComparisonFacts {
  readonly game: string | null;
  readonly seed: string | null;
  readonly seconds: number | null;
}

/** Figures are rounded to their precision. */
export function comparisonLine({ game, seed, seconds }: ComparisonFacts, comparison: Comparison): object {
  const { games, pairs, pentanomial, won, drawn, lost, score, elo, normalizedElo } = comparison;
  const { los, margin, share, anytime, sprt, offences, timeouts, errors, verdict } = comparison;
  return {
    wordhost: 1,
    kind: 'compare',
    game,
    seed,
    ...(seed !== null && { 'seed-hash': seedHash(seed) }),
    games,
    pairs,
    pentanomial,
    won,
    drawn,
    lost,
    score: rounded(score, 4),
    elo: roundedIn(elo),
    normalizedElo: roundedIn(normalizedElo),
    los: rounded(los, 4),
    margin: roundedIn(margin),
    ...(anytime && { test: anytimeLine(anytime), share: share && shareLine(share) }),
    sprt: sprt && testLine(sprt),
    offences,
    timeouts,
    errors,
    verdict,
    seconds,
  };
}

function anytimeLine(state: AnytimeState): object {
  const { kind, difference, alpha, beta, asksNotWorse, capitalFor, capitalAgainst, boundFor } = state;
  const [forNew, against] = [rounded(capitalFor, 4), rounded(capitalAgainst, 4)];
  return {
    kind,
    difference,
    alpha,
    beta,
    ...(asksNotWorse ? { notWorse: forNew, worse: against } : { better: forNew, notBetter: against }),
    bound: rounded(boundFor, 4),
    accepted: state.accepted,
  };
}

function shareLine({ value, low, high }: Share): object {
  return { value: rounded(value, 4), low: rounded(low, 4), high: rounded(high, 4) };
}

function testLine({ llr, deviation: _, lower, upper, accepted, ...test }: TestState): object {
  return { ...test, llr: rounded(llr, 2), lower: rounded(lower, 2), upper: rounded(upper, 2), accepted };
}

function roundedIn<Figures extends object>(figures: Figures | null): object | null {
  if (figures === null) return null;
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value, 2)]));
}

/** Null without a finite number. */
function rounded(value: number | null, digits: number): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(digits));
}

export function compareParts(
  comparison: Comparison,
  seconds: number,
  mostGames: number,
  before = 0,
): LinePart[] {
  const { games, won, drawn, lost, elo, share, anytime, sprt } = comparison;
  const pace = { done: games - before, seconds };
  const rate = rateOf(pace);
  const rest = restWords(comparison, pace, mostGames);
  return [
    { text: `${games} games`, rank: 0 },
    { text: rate === undefined ? '' : rateWords(rate), rank: 5 },
    { text: games === 0 || won === null ? '' : `${won}-${drawn}-${lost}`, rank: 2 },
    { text: share ? intervalBar(share) : '', rank: 4 },
    { text: anytime ? capitalsInWords(anytime) : '', rank: 3 },
    { text: sprt && elo?.error ? `Elo ${elo.value.toFixed(1)} ± ${elo.error.toFixed(1)}` : '', rank: 4 },
    { text: sprt ? ratioWords(sprt) : '', rank: 3 },
    rest === undefined ? { text: remainingWords(undefined), rank: 6 } : { text: rest, rank: 1 },
  ];
}

function capitalsInWords(state: AnytimeState): string {
  const parts = capitalsOf(state).map(({ name, capital, bound }) => {
    const [now, decides] = [Math.exp(Math.min(capital, bound)), Math.exp(bound)];
    return `${name} ${now < 10 ? now.toFixed(1) : now.toFixed(0)}/${decides.toFixed(0)}`;
  });
  return parts.join(', ');
}

const BAR = 14;

/** Draws the interval from 0 to 1, with a line at one half: `[..----|-o--...]`. */
function intervalBar({ value, low, high }: Share): string {
  const at = (share: number) => Math.round(share * BAR);
  const cells = Array.from({ length: BAR + 1 }, (_, cell) => {
    if (cell === at(value)) return 'o';
    if (cell === BAR / 2) return '|';
    return cell >= at(low) && cell <= at(high) ? '-' : '.';
  });
  return `[${cells.join('')}] ${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)} %`;
}

function ratioWords({ llr, lower, upper }: TestState): string {
  const [from, to] = [lower.toFixed(2), upper.toFixed(2)];
  return `${llr.toFixed(2)} in ${from === `-${to}` ? `±${to}` : `${from}..${to}`}`;
}

function restWords(comparison: Comparison, pace: Pace, mostGames: number): string | undefined {
  const { anytime, sprt } = comparison;
  const left = gamesLeft(comparison, mostGames);
  const time = secondsLeft(pace, left);
  if (left === undefined || time === undefined) return undefined;
  return `${sprt === null && anytime === null ? left : `~${roughCount(left)}`} left (${roughTime(time)})`;
}
