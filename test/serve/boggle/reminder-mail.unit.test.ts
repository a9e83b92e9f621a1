import t from 'tap';
import { reminderMail } from '../../../host/serve/boggle/reminders/reminder-mail.ts';

const due = {
  ...{ game: 'gKEY', turn: 3, email: 'ann@example.org', player: 'Ann', opponent: 'Bob' },
  ...{ turnsLeft: 1, points: [1, 12] as const },
};

t.test('a mail says whose turn it is, against whom, and how the game goes on', async (t) => {
  t.same(reminderMail(due, 'http://boggle.example/#gKEY'), {
    subject: 'Boggle: it is your turn against Bob',
    text: `Hello Ann,

it is your turn at Boggle against Bob: you have 1 point, Bob has 12, and this is the last turn.

Play on: http://boggle.example/#gKEY
The key of the game: gKEY

This is the only mail about this turn.
`,
  });
  t.notMatch(reminderMail({ ...due, turnsLeft: 2 }, undefined).text, 'Play on');
});
