import type { Seat } from '../../core/units.ts';
import type { AnyGame } from '../../games/game.ts';

/** Why these players cannot sit down to this game; none: they can. */
export function seatsProblem(
  { name, seats }: Pick<AnyGame, 'name' | 'seats'>,
  players: readonly { readonly seat: Seat }[],
): string | undefined {
  const { min, max } = seats;
  if (players.length < min || players.length > max)
    return `${name} is for ${min} to ${max} players; ${players.length} are named`;
  const odd = players.findIndex(({ seat }, index) => seat !== index + 1);
  return odd === -1 ? undefined : `players[${odd}].seat: expected ${odd + 1}; got ${players[odd]!.seat}`;
}
