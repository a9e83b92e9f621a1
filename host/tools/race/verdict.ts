import { grouped } from '../../core/text/plural.ts';
import { visible } from '../../core/text/visible.ts';
import type { Inversions, RaceReport, RaceVerdict, Spread } from './race-report.ts';

const ALPHA = 0.001;
/** With fewer gates the result proves little. */
const FEWEST_GATES = 100;
/** The same for games, which the permutation test deals again. */
const FEWEST_GAMES = 16;

/** What arrives first counts first: a correct host reads about one pair of a thousand in another order. */
const MOST_INVERTED = 0.1;
const FEWEST_PAIRS = 100;

type Judged = Pick<RaceReport, 'gates' | 'games' | 'seats' | 'spawns' | 'inversions' | 'leftBatchClass'>;

/** On seats and on the order of starting: the place in the order of writing always matters, and is drawn again. */
export function judgeRace(race: Judged, everybodyMoved: boolean): RaceVerdict {
  const leavers = favouredBySystem(race);
  // This is certain, without a test.
  if (leavers.length > 0)
    return { fair: false, judged: true, sentence: `${capital(leavers.join('; '))}.`, alpha: ALPHA };
  const unclear = whyUnclear(race, everybodyMoved);
  if (unclear !== undefined) return { fair: true, judged: false, sentence: unclear, alpha: ALPHA };
  const unfair = [
    ...favoured('seat', race.seats),
    ...(race.spawns ? favoured('place in the order of starting', race.spawns) : []),
    ...(race.inversions ? inverted(race.inversions) : []),
  ];
  const fair = unfair.length === 0;
  return {
    fair,
    judged: true,
    sentence: fair ? evenly(race) : `${capital(unfair.join('; '))}.`,
    alpha: ALPHA,
  };
}

function favouredBySystem({ leftBatchClass, games }: Judged): string[] {
  return leftBatchClass.map(
    ({ entry, name, seen, games: of }) =>
      `player ${entry} (${visible(name)}) left the class for batch work: it was ${visible(seen)}, in ${of} of ${counted(games, 'game')}`,
  );
}

function whyUnclear({ gates, games, seats }: Judged, everybodyMoved: boolean): string | undefined {
  if (gates < FEWEST_GATES)
    return `${counted(gates, 'gate')} are too few: at least ${FEWEST_GATES} are needed.`;
  if (seats.method === 'permutation' && !everybodyMoved)
    return 'No player changed seats, so a better player cannot be told from a better seat (use --rotate).';
  if (games < FEWEST_GAMES)
    return `${counted(games, 'game')} are too few, because the gates of one game depend on each other: at least ${FEWEST_GAMES} are needed.`;
  return undefined;
}

/** Gates may depend on each other, so games are tested too. */
function certainty({ p, byGame }: Spread): number {
  return Math.max(p, byGame ?? 0);
}

function favoured(what: string, spread: Spread): string[] {
  const { shares } = spread;
  const p = certainty(spread);
  if (p >= ALPHA) return [];
  const most = shares.reduce((one, other) => (other.share > one.share ? other : one));
  const even = percent(1 / shares.length);
  return [
    `${what} ${most.index} won ${percent(most.share)} of ${counted(most.of, 'gate')}, and ${even} would be even (${shownP(p)})`,
  ];
}

function inverted({ count, of, share }: Inversions): string[] {
  if (of < FEWEST_PAIRS || share <= MOST_INVERTED) return [];
  return [
    `peels were read in another order than they were written in, ${counted(count, 'pair')} of ${grouped(of)}`,
  ];
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

function evenly({ seats, spawns, gates }: Judged): string {
  const tests = [
    `seats ${shownP(certainty(seats))}`,
    ...(spawns ? [`order of starting ${shownP(certainty(spawns))}`] : []),
  ];
  return `In ${counted(gates, 'gate')}, no player was favoured beyond chance: ${tests.join(', ')}.`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const shownP = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(p < 0.01 ? 4 : 2)}`);
const counted = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
