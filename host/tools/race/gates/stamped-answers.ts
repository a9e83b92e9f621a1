import type { Seat } from '../../../core/units.ts';
import type { Answer, ObservedGame } from './observed-game.ts';
import type { Stamp } from './stamps.ts';

export interface StampedAnswer {
  readonly answer: Answer;
  readonly stamp: Stamp;
}

/**
 * The answers to each gate, in the order in which they were read: what the host saw, beside what the racers say. A
 * racer stamps each of its peels, so that its first stamp is of its first peel, and so on.
 */
export function stampedAnswers(
  game: ObservedGame,
  stampsOf: (seat: Seat) => readonly Stamp[],
): readonly (readonly StampedAnswer[])[] {
  const byGate = game.gates.map((): StampedAnswer[] => []);
  for (const { seat } of game.players) {
    const stamps = stampsOf(seat);
    for (const [index, answer] of game.answersOf(seat).entries()) {
      const stamp = stamps[index];
      if (stamp) byGate[stamp.gate]?.push({ answer, stamp });
    }
  }
  for (const answers of byGate) answers.sort((one, other) => one.answer.read - other.answer.read);
  return byGate;
}
