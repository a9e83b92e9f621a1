import t from 'tap';
import { questionMail, reminderMail } from '../../../host/serve/boggle/reminders/reminder-mail.ts';

const due = {
  ...{ game: 'gKEY', turn: 3, user: 'uKEY', email: 'ann@example.org', player: 'Ann', opponent: 'Bob' },
  ...{ turnsLeft: 1, points: [1, 12] as const },
};

t.test('a mail says whose turn it is, against whom, and how the game goes on', async (t) => {
  t.same(reminderMail(due, 'http://boggle.example/#gKEY'), {
    subject: 'Boggle: it is your turn',
    text: `Hello Ann,

it is your turn at Boggle against Bob: you have 1 point, Bob has 12, and this is the last turn.

Play on: http://boggle.example/#gKEY
The key of the game: gKEY

This is the only mail about this turn.
`,
  });
});

t.test('the first mail asks whether the address is right, and has no word of a user', async (t) => {
  t.same(questionMail('https://boggle.example/boggle/confirm?token=T'), {
    subject: 'Boggle: confirm your address',
    text: `Hello,

a player of Boggle at boggle.example gave this address, to be told when it is its turn.

If that was you, confirm the address within 7 days: https://boggle.example/boggle/confirm?token=T

If it was not, do nothing. No other mail comes for this player.
`,
  });
});
