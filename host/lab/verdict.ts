// To R1 from R2: /tmp/race-r2-wants.md has A, B, C about p and the sentence (3 of 5 idle runs beside others were false alarms). Take this line out.
import type { RaceReport, RaceVerdict, Spread } from './race-report.ts';

const ALPHA = 0.001;
/** With fewer gates, even one that always wins would prove little. */
const FEWEST_GATES = 100;
/** The same for games, where those are what is dealt anew. */
const FEWEST_GAMES = 16;

type Judged = Pick<RaceReport, 'gates' | 'games' | 'seats' | 'spawns'>;

/** On seats and on the order of starting: the place in the order of writing always matters, and is drawn anew. */
export function judgeRace(race: Judged, everybodyMoved: boolean): RaceVerdict {
  const unclear = whyUnclear(race, everybodyMoved);
  if (unclear !== undefined) return { fair: true, judged: false, sentence: unclear, alpha: ALPHA };
  const unfair = [
    ...favoured('seat', race.seats),
    ...(race.spawns ? favoured('place in the order of starting', race.spawns) : []),
  ];
  const fair = unfair.length === 0;
  return { fair, judged: true, sentence: fair ? evenly(race) : `${unfair.join('; ')}.`, alpha: ALPHA };
}

function whyUnclear({ gates, games, seats }: Judged, everybodyMoved: boolean): string | undefined {
  if (gates < FEWEST_GATES)
    return `${counted(gates, 'gate')} cannot tell: there must be ${FEWEST_GATES} or more.`;
  if (seats.method !== 'permutation') return undefined;
  if (!everybodyMoved)
    return 'Nobody ever changed seats: a better player cannot be told from a better seat (--rotate moves them).';
  if (games < FEWEST_GAMES)
    return `${counted(games, 'game')} cannot tell where players may be unequal: there must be ${FEWEST_GAMES} or more.`;
  return undefined;
}

function favoured(what: string, { shares, p }: Spread): string[] {
  if (p >= ALPHA) return [];
  const most = shares.reduce((one, other) => (other.share > one.share ? other : one));
  const even = percent(1 / shares.length);
  return [
    `${what} ${most.index} won ${percent(most.share)} of ${most.of} gates, and ${even} would be even (${shownP(p)})`,
  ];
}

function evenly({ seats, spawns, gates }: Judged): string {
  const tests = [`seats ${shownP(seats.p)}`, ...(spawns ? [`order of starting ${shownP(spawns.p)}`] : [])];
  return `In ${counted(gates, 'gate')}, nobody was favoured beyond chance: ${tests.join(', ')}.`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const shownP = (p: number) => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(p < 0.01 ? 4 : 2)}`);
const counted = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
