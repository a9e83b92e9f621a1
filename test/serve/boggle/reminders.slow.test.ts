import { join } from 'node:path';
import t from 'tap';
import { until } from '../../support/until.ts';
import { SmtpServer } from '../mail/smtp-server.ts';
import { Client } from './stress/client.ts';
import { StartedHost } from './stress/started-host.ts';

t.test('an address is asked for, then each turn has one mail, also after a kill', async (t) => {
  await using server = await SmtpServer.start();
  const where = join(t.testdir(), 'wordhost.db');
  const [url, from, page] = [server.url, 'boggle@example.org', 'https://boggle.example'];
  const options = ['--smtp', url, '--remind-after', '20ms', '--from', from, '--public-url', page];
  await using host = new StartedHost(where, options);
  const ann = new Client('ann', host);
  await ann.ask('POST', '/create_user', { user_name: 'ann', email: 'ann@example.org' });
  await ann.ask('POST', '/create_user', { user_name: 'bob', email: 'bob@example.org' });
  const game = await ann.ask('POST', '/new_game', { user1_name: 'ann', user2_name: 'bob' });
  await until(() => server.received.length > 0, 'the question to ann');
  await host.killAndStartAgain();
  const [, token = ''] = /confirm\?token=(.*)\r/.exec(server.received[0]!.text)!;
  const confirmed = await fetch(`${await host.address}/boggle/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  t.equal(confirmed.status, 200);
  await until(() => server.received.length > 1, 'the reminder to ann that was due');
  await ann.ask('PUT', `/make_move/${game.urlsafe_key}`, { user_name: 'ann', guess: 'xyz' });
  await until(() => server.received.length > 2, 'the question to bob');
  await ann.ask('PUT', `/make_move/${game.urlsafe_key}`, { user_name: 'bob', guess: 'xyz' });
  await until(() => server.received.length > 3, 'the reminder to ann');
  const reminder = { from, to: ['ann@example.org'], text: `Play: ${page}/boggle/#/game/${game.urlsafe_key}` };
  t.match(server.received, [
    { from, to: ['ann@example.org'], text: `${page}/boggle/confirm?token=` },
    reminder,
    { from, to: ['bob@example.org'], text: `${page}/boggle/confirm?token=` },
    reminder,
  ]);
});
