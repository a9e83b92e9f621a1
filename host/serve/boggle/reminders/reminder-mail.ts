import { counted } from '../../../core/text/plural.ts';
import type { DueReminder } from './stored-reminders.ts';

/** How long the link to confirm an address works. */
export const LINK_DAYS = 7;

/** What a player whose turn it is reads. `page` is where the game goes on, if that is known. */
export function reminderMail({ player, opponent, game, turnsLeft, points }: DueReminder, page: string) {
  const [own, theirs] = points;
  const text = `Hello ${player},

it is your turn at Boggle against ${opponent}: you have ${counted(own, 'point')}, ${opponent} has ${theirs}, and ${
    turnsLeft === 1 ? 'this is the last turn' : `${turnsLeft} turns are left`
  }.

Play on: ${page}
The key of the game: ${game}

This is the only mail about this turn.
`;
  return { subject: 'Boggle: it is your turn', text };
}

/** To an address that anybody may have given: it has nothing in it that a user can write. */
export function questionMail(link: string) {
  const text = `Hello,

a player of Boggle at ${new URL(link).host} gave this address, to be told when it is its turn.

If that was you, confirm the address within ${LINK_DAYS} days: ${link}

If it was not, do nothing. No other mail comes for this player.
`;
  return { subject: 'Boggle: confirm your address', text };
}
