import type { Nanos, Seat } from '../../host/core/units.ts';
import type { Effect } from '../../host/games/game.ts';
import type { Referee } from '../../host/match/referee.ts';

export function* settled(
  referee: Referee,
  seat: Seat,
  bytes: Uint8Array,
  at: Nanos,
): Generator<readonly Effect[]> {
  referee.read(seat, bytes);
  const next = () => referee.settleNext(seat, at);
  for (let effects = next(); effects; effects = next()) yield effects;
}
