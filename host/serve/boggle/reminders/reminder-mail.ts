import { counted } from '../../../core/text/plural.ts';
import type { DueReminder } from './stored-reminders.ts';

/** What a player whose turn it is reads. `page` is where the game goes on, if that is known. */
export function reminderMail(
  { player, opponent, game, turnsLeft, points }: DueReminder,
  page: string | undefined,
) {
  const [own, theirs] = points;
  const text = `Hello ${player},

it is your turn at Boggle against ${opponent}: you have ${counted(own, 'point')}, ${opponent} has ${theirs}, and ${
    turnsLeft === 1 ? 'this is the last turn' : `${turnsLeft} turns are left`
  }.

${page === undefined ? '' : `Play on: ${page}\n`}The key of the game: ${game}

This is the only mail about this turn.
`;
  return { subject: `Boggle: it is your turn against ${opponent}`, text };
}
