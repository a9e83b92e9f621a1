import type { Nanos } from '../../../core/units.ts';
import type { ObservedGame } from './observed-game.ts';
import type { StampedAnswer } from './stamped-answers.ts';

export interface HeatCount {
  count: number;
  of: number;
}

/** Whether the first two wrote within the window, by their own stamps; none where one alone answered. */
export function isDeadHeat(answers: readonly StampedAnswer[], window: Nanos): boolean | undefined {
  const [first, second] = answers.map(({ stamp }) => stamp.written).sort((one, other) => one - other);
  return second === undefined ? undefined : second - first! <= window;
}

/**
 * The same from the host's own reads, if players have no stamps: a late peel so soon after
 * the accepted one can only be for the same gate. The count is of gates, not of late peels.
 */
export function countReadHeats(game: ObservedGame, window: Nanos, heats: HeatCount): void {
  const all = game.players.flatMap(({ seat }) => game.answersOf(seat));
  const stood = all.filter((answer) => answer.stood);
  const late = all.filter((answer) => !answer.stood).toSorted((one, other) => one.at - other.at);
  for (const winner of stood) {
    heats.of++;
    const isSoon = ({ seat, at, number }: (typeof all)[number]) =>
      seat !== winner.seat &&
      Math.abs(at - winner.at) <= window &&
      (number === undefined || number === winner.number);
    if (late.some(isSoon)) heats.count++;
  }
}
