import { Matching } from './matching.ts';

/** A player that is to be paired. */
export interface Candidate {
  readonly player: number;
  readonly points: number;
  /** How often it had the first seat, less how often the second. */
  readonly sides: number;
  readonly byes: number;
}

export interface Pairs {
  readonly pairs: readonly (readonly [Candidate, Candidate])[];
  readonly bye: Candidate | undefined;
}

/** With this surplus of one side it should not be had again. */
const MOST_SURPLUS = 2;

/**
 * Pairs players who are sorted by their rank, so that nobody meets anybody again while that is possible at all. From the top
 * down each gets the opponent that suits it best, of those with whom the rest can still be paired: of those with the same
 * points, the first half against the second.
 */
export function pairUp(
  sorted: readonly Candidate[],
  meetings: (one: number, other: number) => number,
): Pairs {
  const size = sorted.length + (sorted.length % 2);
  const fewestByes = Math.min(...sorted.map(({ byes }) => byes));
  const met = (one: number, other: number) => meetings(sorted[one]!.player, sorted[other]!.player);
  for (let most = 0; ; most++)
    for (const spreadsSides of [true, false]) {
      const mayMeet = (one: number, other: number): boolean => {
        const [high, low] = [Math.min(one, other), Math.max(one, other)];
        if (low === sorted.length) return sorted[high]!.byes === fewestByes;
        if (met(high, low) > most) return false;
        return !spreadsSides || !wouldBothHave(sorted[high]!, sorted[low]!);
      };
      const matching = new Matching(size, mayMeet);
      if (matching.isPerfect) return bestPairs(sorted, size, { matching, mayMeet, met });
    }
}

function wouldBothHave(one: Candidate, other: Candidate): boolean {
  const least = Math.min(Math.abs(one.sides), Math.abs(other.sides));
  return least >= MOST_SURPLUS && Math.sign(one.sides) === Math.sign(other.sides);
}

interface Search {
  readonly matching: Matching;
  readonly mayMeet: (one: number, other: number) => boolean;
  readonly met: (one: number, other: number) => number;
}

function bestPairs(sorted: readonly Candidate[], size: number, search: Search): Pairs {
  const isPaired = new Uint8Array(size);
  const pairs: (readonly [Candidate, Candidate])[] = [];
  let bye: Candidate | undefined;
  for (let one = 0; one < sorted.length; one++) {
    if (isPaired[one]) continue;
    const other = preferred(sorted, one, isPaired, search).find((each) => search.matching.take(one, each))!;
    isPaired[one] = 1;
    isPaired[other] = 1;
    if (other === sorted.length) bye = sorted[one];
    else pairs.push([sorted[one]!, sorted[other]!]);
  }
  return { pairs, bye };
}

/** Those whom one may meet, the best first; nobody at all is the last. */
function preferred(
  sorted: readonly Candidate[],
  one: number,
  isPaired: Uint8Array,
  { mayMeet, met }: Search,
): number[] {
  const { points } = sorted[one]!;
  const group = sorted.flatMap((each, index) =>
    index >= one && !isPaired[index] && each.points === points ? [index] : [],
  );
  const wanted = group[Math.floor(group.length / 2)] ?? one;
  const cost = (other: number): readonly number[] => {
    if (other === sorted.length) return [Number.POSITIVE_INFINITY];
    return [met(one, other), points - sorted[other]!.points, Math.abs(other - wanted), other];
  };
  const open = Array.from(isPaired, (_, index) => index).filter(
    (other) => other > one && !isPaired[other] && mayMeet(one, other),
  );
  return open
    .map((other) => ({ other, costs: cost(other) }))
    .sort((a, b) => compared(a.costs, b.costs))
    .map(({ other }) => other);
}

function compared(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  if (place === -1) return 0;
  return one[place]! < other[place]! ? -1 : 1;
}
