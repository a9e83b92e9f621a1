import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { theHost } from '../../../host/serve/boggle/access.ts';
import { BoggleSite } from '../../../host/serve/boggle/boggle-site.ts';
import { BotActions } from '../../../host/serve/boggle/bots/bot-service.ts';
import { GameRules } from '../../../host/serve/boggle/game-rules.ts';
import { lexiconWith } from '../../games/table.ts';
import { until } from '../../support/until.ts';
import { begun, move } from './api-contract.ts';
import { onBoard, servedBoggle } from './served-boggle.ts';

t.test('feeds', async (t) => {
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
    await until(() => events().length > 0, 'the game as it is');
    return events;
  }

  t.test('who follows a game is told the game, then each guess and the game after it', async (t) => {
    const { ask, port } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    const key = await begun(ask, { turns: 3 });
    const events = await followed(t, port, key);
    await move(ask, key, 'john', 'aqua');
    await move(ask, key, 'john', 'refused');
    await ask('PUT', `/game/${key}/cancel`, { json: { user_name: 'john' } });
    await until(() => events().length === 4, 'all that became of it');
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
    await until(() => events().at(-1)?.data.turns_remaining === 3, 'both guesses');
    const guesses = events().filter(({ name }) => name === 'move');
    t.same(
      guesses.map(({ data }) => data.word),
      ['AQUA', 'DOG'],
    );
  });
});

t.test('metrics', async (t) => {
  t.test('guesses are counted, and what a bot does instead of one is not', async (t) => {
    const { service, database } = await servedBoggle(t, { where: join(t.testdir(), 'wordhost.db') });
    using site = new BoggleSite(service, (error) => t.fail(String(error)));
    const rules = new GameRules(lexiconWith(onBoard), () => '27');
    const bots = new BotActions({ service, database, rules, now: () => 1 });
    await service.createUser('john', undefined);
    await bots.takeName('robot');
    const begun = await service.newGame(['john', 'robot'], 8, theHost);
    if ('refused' in begun) throw new Error(begun.refused.message);
    const { key } = begun.game;
    const guess = async (word: string) => await service.makeMove(key, 'john', word, undefined);
    await guess('lay');
    await bots.useTurn(key, 'robot', { is: 'pass' });
    await guess('none');
    await bots.useTurn(key, 'robot', { is: 'timeout' });
    await guess('all');
    await bots.useTurn(key, 'robot', { is: 'guess', word: 'SAY' });
    await guess('claps');
    await bots.forfeit(key, 'robot', 'gave up the game');
    const lines = await site.metrics();
    t.ok(lines.includes('wordhost_boggle_guesses_total 5'), lines.join('\n'));
    t.ok(lines.includes('wordhost_boggle_games_total 1'), lines.join('\n'));
  });
});
