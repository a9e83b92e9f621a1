import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { until } from '../../support/until.ts';
import { begun, move } from './api-contract.ts';
import { servedBoggle } from './served-boggle.ts';

interface Event {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
  readonly data: any;
}

/** Whatever has come so far. */
async function followed(t: Test, port: number, key: string): Promise<() => readonly Event[]> {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET /boggle/games/${key}/events HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  let text = '';
  socket.on('data', (piece) => {
    text += String(piece);
  });
  const events = () =>
    [...text.matchAll(/^event: (\w+)\ndata: (.*)\n/gm)].map(([, name = '', data = '']) => ({
      ...{ name, data: JSON.parse(data) },
    }));
  await until(
    () => events().length > 0,
    () => 'the game as it is',
  );
  return events;
}

t.test('who follows a game is told the game, then each guess and the game after it', async (t) => {
  const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
  const key = await begun(ask, { turns: 3 });
  const events = await followed(t, port, key);
  await move(ask, key, 'john', 'aqua');
  await move(ask, key, 'john', 'refused');
  await ask('PUT', `/game/${key}/cancel`, { json: { user_name: 'john' } });
  await until(
    () => events().length === 4,
    () => 'all that became of it',
  );
  t.match(events(), [
    { name: 'game', data: { turns_remaining: 3, words_found: [], next: 'john' } },
    { name: 'move', data: { user: 'john', word: 'AQUA', points: 1, path: [1, 4, 9] } },
    { name: 'game', data: { turns_remaining: 2, words_found: ['AQUA'], next: 'sarah', user1_points: 1 } },
    { name: 'game', data: { game_over: true, winner: 'sarah', message: /cancelled/ } },
  ]);
});

t.test('a game that another server changes is told, too', async (t) => {
  const where = join(t.testdir(), 'wordhost.db');
  const here = await servedBoggle(t, { where });
  const there = await servedBoggle(t, { where });
  const key = await begun(here.ask, { turns: 5 });
  const events = await followed(t, here.port, key);
  for (const [user, guess] of [
    ['john', 'aqua'],
    ['sarah', 'dog'],
  ] as const)
    await move(there.ask, key, user, guess);
  await until(
    () => events().at(-1)?.data.turns_remaining === 3,
    () => 'both guesses',
  );
  const guesses = events().filter(({ name }) => name === 'move');
  t.same(
    guesses.map(({ data }) => data.word),
    ['AQUA', 'DOG'],
  );
});
