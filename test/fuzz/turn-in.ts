import type { Nanos, Seat } from '../../host/core/units.ts';
import type { Effect } from '../../host/games/game.ts';
import type { Referee } from '../../host/match/referee.ts';

/** The turn that this gives to a player of a game in lines, whose clock starts now. */
export function turnIn(effect: Effect, referee: Referee, now: Nanos): { seat: Seat; k: number } | undefined {
  if (effect.do !== 'tell' || !effect.clock) return undefined;
  referee.clockStarts(effect.seat, now);
  return { seat: effect.seat, k: Number(/^turn \S+ (\d+)/m.exec(effect.text)![1]) };
}
