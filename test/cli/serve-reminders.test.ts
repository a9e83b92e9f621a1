import t from 'tap';
import { preparedReminders } from '../../host/cli/games/boggle/serve.ts';

const settings = {
  ...{ smtp: undefined, from: undefined, 'public-url': undefined, 'remind-after': 3600e9 },
  ...{ 'mails-per-day': 1000, 'local-mail': false },
};
const smtp = 'smtp://mail.example';

t.test('without a server of mail there are no reminders', async (t) => {
  t.equal(preparedReminders(settings), undefined);
});

t.test('reminders have what is needed to send them', async (t) => {
  const url = 'https://boggle.example/play';
  const prepared = preparedReminders({ ...settings, smtp, from: 'a@b.example', 'public-url': url })!;
  t.match(prepared, { server: { host: 'mail.example', port: 25 }, from: 'a@b.example', after: 3_600_000 });
  t.equal(prepared.page('gKEY'), 'https://boggle.example/boggle/#/game/gKEY');
  t.equal(prepared.confirmPage('TOKEN'), 'https://boggle.example/boggle/confirm?token=TOKEN');
  t.match(prepared, { limits: { ofUser: 20, ofAddress: 30, ofServer: 1000 }, allowsLocal: false });
});

t.test('a wrong option of reminders is refused with what was expected', async (t) => {
  const refused = {
    '--smtp: expected smtp://HOST:PORT or smtps://HOST:PORT': { smtp: 'mail.example' },
    '--from: expected an email address, such as boggle@example.org; got "me"': {
      ...{ smtp, from: 'me', 'public-url': 'https://boggle.example' },
    },
    '--public-url: expected an address such as https://boggle.example; got "x"': {
      smtp,
      'public-url': 'x',
    },
    '--smtp: ca: /none: no such file or folder (ENOENT)': {
      smtp: `${smtp}?ca=/none`,
      'public-url': 'https://x.example',
    },
    [`--smtp: ca: ${import.meta.filename}: expected certificates as PEM`]: {
      ...{ smtp: `${smtp}?ca=${import.meta.filename}`, 'public-url': 'https://x.example' },
    },
  };
  for (const [message, given] of Object.entries(refused))
    t.throws(() => preparedReminders({ ...settings, ...given }), { name: 'UsageError', message });
});
