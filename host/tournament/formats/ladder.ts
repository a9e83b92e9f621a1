import { type Entrants, formatOf, type NextStage, type PlayedStage, presentIn } from './format.ts';

/** Players are in the order of the file, the first on top. In each round every other one challenges the one above it, and the winner is above. */
export const ladder: NextStage = (entrants, past, out) => {
  const round = past.length + 1;
  const { rounds, games } = formatOf(entrants);
  if (round > rounds) return undefined;
  const steps = stepsAfter(entrants, past).filter((player) => !out.has(player));
  const meetings = challenges(steps, round).map(([above, below]) => ({ players: [above, below], games }));
  return { round, meetings, byes: [] };
};

function challenges(steps: readonly number[], round: number): [number, number][] {
  const pairs: [number, number][] = [];
  // With two players each round has one challenge.
  const first = steps.length === 2 ? 0 : (round + 1) % 2;
  for (let above = first; above + 1 < steps.length; above += 2)
    pairs.push([steps[above]!, steps[above + 1]!]);
  return pairs;
}

/** From the top, after these rounds. Those who have come later begin below. */
export function stepsAfter(entrants: Entrants, past: readonly PlayedStage[]): readonly number[] {
  const last = past.length + 1;
  let steps: number[] = [];
  for (let round = 1; round <= last; round++) {
    const known = new Set(steps);
    steps = [...steps, ...presentIn(round, entrants, new Set()).filter((player) => !known.has(player))];
    for (const { players, points } of past[round - 1]?.meetings ?? []) {
      const [above, below] = players as readonly [number, number];
      if (points[1]! > points[0]!) swap(steps, above, below);
    }
  }
  return steps;
}

function swap(steps: number[], one: number, other: number): void {
  const [first, second] = [steps.indexOf(one), steps.indexOf(other)];
  [steps[first], steps[second]] = [other, one];
}
