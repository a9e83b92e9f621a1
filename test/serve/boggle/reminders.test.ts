import { join } from 'node:path';
import t from 'tap';
import { questionMail, reminderMail } from '../../../host/serve/boggle/reminders/reminders.ts';
import { testReminders } from './reminders-contract.ts';

t.test('reminder mail', async (t) => {
  const due = {
    ...{ game: 'gKEY', turn: 3, user: 'uKEY', email: 'ann@example.org', player: 'Ann', opponent: 'Bob' },
    ...{ turnsLeft: 1, points: [1, 12] as const },
  };

  t.test('a mail says whose turn it is, against whom, and how the game goes on', async (t) => {
    t.same(reminderMail(due, 'http://boggle.example/#gKEY'), {
      subject: 'Boggle: it is your turn',
      text: `Hello Ann,

it is your turn in Boggle against Bob: you have 1 point, Bob has 12, and this is the last turn.

Play: http://boggle.example/#gKEY
Key of the game: gKEY

This is the only email about this turn.
`,
    });
  });

  t.test('the first mail asks whether the address is right, and has no word of a user', async (t) => {
    t.same(questionMail('https://boggle.example/boggle/confirm?token=T'), {
      subject: 'Boggle: confirm your address',
      text: `Hello,

a player of Boggle at boggle.example gave this address, to get a reminder when it is their turn.

If that was you, confirm the address within 7 days: https://boggle.example/boggle/confirm?token=T

If it was not, ignore this email. You will get no other email for this player.
`,
    });
  });
});

t.test('reminders', async (t) => {
  /** Side by side: a server of mail lets each connection wait for a tenth of a second. */
  t.jobs = 8;
  testReminders(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
});
