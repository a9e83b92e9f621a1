import type { Seat } from '../../core/units.ts';
import type { LeavingCause, Offence, PlayerOutcome, PlayerVerdict } from './verdict.ts';

/** Whether a player is still in a game that may be left by a word, and if not, how it went. */
export type PlayerStatus =
  | { readonly is: 'playing' }
  | { readonly is: 'forfeited' }
  | { readonly is: 'left'; readonly cause: LeavingCause }
  | { readonly is: 'offender'; readonly offence: Offence };

/** What became of each; `ended` says it of those that were there to the end. */
export function verdictsOf<Player extends { readonly seat: Seat; readonly status: PlayerStatus }>(
  players: readonly Player[],
  ended: (player: Player) => PlayerOutcome,
): PlayerVerdict[] {
  return players.map((player) => {
    const { seat, status } = player;
    switch (status.is) {
      case 'left':
        return { seat, outcome: 'left', cause: status.cause };
      case 'offender':
        return { seat, outcome: 'offender', offence: status.offence };
      case 'forfeited':
        return { seat, outcome: 'forfeited' };
      case 'playing':
        return { seat, outcome: ended(player) };
      default:
        return status satisfies never;
    }
  });
}
