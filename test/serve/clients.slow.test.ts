import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { carriers, type Running, start, until } from '../cli/wordhost.ts';
import { until as until2 } from '../support/until.ts';
import { begun } from './boggle/api-contract.ts';
import { OddRequests } from './boggle/bad-input.ts';
import { asking } from './boggle/served-boggle.ts';
import { startedServe } from './boggle/started-serve.ts';
import { Client } from './boggle/stress/client.ts';
import { StartedHost } from './boggle/stress/started-host.ts';
import { noted } from './http/answered-requests.ts';
import { SmtpServer } from './mail/smtp-server.ts';

t.test('real bots', async (t) => {
  interface Turn {
    readonly message: string;
    readonly reason?: string;
  }

  /** All that the answers may have. */
  interface Told {
    readonly urlsafe_key: string;
    readonly message: string;
    readonly turns: readonly Turn[];
    readonly game: { readonly winner?: string; readonly game_over: boolean };
  }

  /** A server with these bots, until it is ended. */
  async function served(
    t: Test,
    store: string,
    ...words: string[]
  ): Promise<{ running: Running; api: Api; url: string }> {
    const { running, url } = await startedServe(t, store, words);
    return { running, url, api: apiOf(`${url}boggle/`) };
  }

  type Api = ReturnType<typeof apiOf>;

  function apiOf(url: string) {
    const ask = async (method: string, path: string, json?: object) => {
      const headers = { accept: 'application/json; profile=typed', 'content-type': 'application/json' };
      const body = json && { body: JSON.stringify(json) };
      return (await (await fetch(`${url}${path}`, { method, headers, ...body })).json()) as Told;
    };
    const history = async (key: string, isReady: (told: Told) => boolean) => {
      for (;;) {
        const told = await ask('GET', `games/${key}/history`);
        if (isReady(told)) return told;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    return {
      user: async (name: string) => await ask('POST', 'create_user', { user_name: name }),
      begin: async (user1_name: string, user2_name: string, turns: number) =>
        (await ask('POST', 'new_game', { user1_name, user2_name, turns })).urlsafe_key,
      guess: async (key: string, user_name: string, guess: string) =>
        await ask('PUT', `make_move/${key}`, { user_name, guess }),
      /** Once there are so many. */
      turns: async (key: string, count: number) => await history(key, ({ turns }) => turns.length >= count),
      over: async (key: string) => await history(key, ({ game }) => game.game_over),
    };
  }

  const ready = 'echo ready; while read -r line; do test "$line" = start && break; done;';
  const sh = (program: string) => `exec sh -c '${ready} ${program}'`;

  /** What these do not do in time is waited for. */
  const hasty = ['--ready-timeout', '5s', '--timeout', '1s', '--grace', '100ms'];

  const misbehaving = {
    crash: {
      command: sh('read -r line; echo oops >&2; exit 3'),
      why: /^crash crashed \(exit status 3\)\. ann wins! Game over!$/,
    },
    quitter: {
      command: sh('exit 0'),
      why: /^quitter ended before the game was over\. ann wins! Game over!$/,
    },
    rude: {
      command: sh('read -r line; echo hello; exec sleep 100'),
      why: /^rude broke the rules for bots: .*hello.*ann wins! Game over!$/,
    },
    flood: {
      command: sh('exec yes guess A'),
      why: /^flood broke the rules for bots: .+ann wins! Game over!$/,
    },
    absent: {
      command: 'exec /nothing/here',
      why: /^absent could not be started\. ann wins! Game over!$/,
    },
    greedy: {
      // Ready before it takes the memory: on a busy machine that is not done by the end of the time for it.
      command: `exec '${process.execPath}' -e 'console.log("ready"); const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'`,
      why: /^greedy broke the rules for bots: .*memory.*ann wins! Game over!$/,
    },
  };

  t.test('bots that misbehave lose their games, and the others go on', async (t) => {
    const bots = Object.entries(misbehaving).flatMap(([name, { command }]) => [
      '--bot',
      `${name}=${command}`,
    ]);
    const store = join(t.testdir({}), 'boggle.db');
    const { api, running } = await served(
      t,
      store,
      ...['--bot', 'robot=wordhost player boggle', ...bots, '--memory', '200M'],
    );
    await api.user('ann');
    const keys = new Map<string, string>();
    for (const name of [...Object.keys(misbehaving), 'robot']) {
      const key = await api.begin('ann', name, 4);
      t.match(await api.guess(key, 'ann', 'zzz'), {
        message: 'Sorry! "ZZZ" is not in the english dictionary.',
      });
      keys.set(name, key);
    }
    for (const [name, { why }] of Object.entries(misbehaving)) {
      const { turns, game } = await api.over(keys.get(name)!);
      t.match(turns.at(-1), { message: why, reason: 'forfeited' }, name);
      t.equal(game.winner, 'ann', name);
    }
    t.match(
      (await api.turns(keys.get('robot')!, 2)).turns[1]!.message,
      /^Correct! \d+ points for the word "\w+"$/,
    );
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0 }, 'bots are ended with their server');
    const told = running.stderr.split('\n').filter((line) => line.startsWith('{'));
    const offences = told.map((line) => JSON.parse(line) as { bot: string });
    t.same(offences.map(({ bot }) => bot).sort(), Object.keys(misbehaving).sort());
    t.match(
      offences.find(({ bot }) => bot === 'crash'),
      {
        ...{ event: 'bot', game: keys.get('crash'), problem: 'crashed (exit status 3)', stderr: ['oops'] },
      },
    );
    t.match(
      offences.find(({ bot }) => bot === 'absent'),
      { problem: /cannot find the file \/nothing\/here/ },
    );
  });

  const ranOut = /^\w+ ran out of time\. It's a draw! Game over!$/;
  const broke = /^\w+ broke the rules for bots: .+ann wins! Game over!$/;

  /** Each gets one turn. */
  const hostile = {
    half: { command: sh('printf gue; exec sleep 1000'), why: ranOut },
    long: { command: sh('exec tr "\\0" x </dev/zero'), why: broke },
    noise: { command: sh('exec cat /dev/urandom'), why: broke },
    stopped: { command: sh('kill -STOP $$'), why: ranOut },
    immune: { command: sh('trap "" TERM INT HUP; while :; do sleep 1; done'), why: ranOut },
    burner: { command: sh('while :; do :; done'), why: ranOut },
    loud: { command: sh('yes oops >&2; :'), why: ranOut },
    // What it leaves behind has its pipes open.
    forker: {
      command: sh('for child in 1 2 3 4 5 6 7 8 9; do sleep 1000 & setsid sleep 1000 & done; exit 3'),
      why: /^forker crashed \(exit status 3\)\. ann wins! Game over!$/,
    },
  };

  t.test('bots that stall, stop, fork or flood get their verdict, and nothing of them stays', async (t) => {
    const bots = Object.entries(hostile).flatMap(([name, { command }]) => ['--bot', `${name}=${command}`]);
    const store = join(t.testdir({}), 'boggle.db');
    const { api, running, url } = await served(
      t,
      store,
      ...['--bot', 'robot=wordhost player boggle', ...bots, '--ready-timeout', '20s', '--timeout', '4s'],
    );
    await api.user('ann');
    const keys = new Map<string, string>();
    for (const name of Object.keys(hostile)) {
      const key = await api.begin('ann', name, 2);
      await api.guess(key, 'ann', 'zzz');
      keys.set(name, key);
    }
    const calm = await api.begin('ann', 'robot', 2);
    await api.guess(calm, 'ann', 'zzz');
    for (const [name, { why }] of Object.entries(hostile)) {
      const { turns, game } = await api.over(keys.get(name)!);
      t.match(turns.at(-1)?.message, why, name);
      t.equal(game.winner, why === ranOut ? '' : 'ann', name);
    }
    t.match((await api.over(calm)).turns[1]!.message, /^Correct!/, 'a bot that plays is not disturbed');
    const metrics = await (await fetch(new URL('/metrics', url))).text();
    const memory = Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)![1]) / 1e6;
    t.ok(memory < 300, `the server has ${memory} MB`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0 });
    await until(
      () => carriers(running.marker).length === 0,
      () => `the end of ${carriers(running.marker)}`,
    );
  });

  t.test('bots that are late lose the turn, or the game before it began', async (t) => {
    const { api, running } = await served(
      t,
      join(t.testdir({}), 'boggle.db'),
      ...['--bot', `mute=${sh('exec sleep 100')}`, '--bot', 'early=exec sleep 100', ...hasty],
    );
    await api.user('ann');
    for (const name of ['mute', 'early']) {
      const key = await api.begin('ann', name, 4);
      await api.guess(key, 'ann', 'zzz');
      const { turns, game } = await api.turns(key, 2);
      if (name === 'mute') t.match(turns[1], { message: 'mute ran out of time.', reason: 'timeout' });
      else {
        t.match(turns[1]!.message, /^early broke the rules for bots: .*ready.*ann wins! Game over!$/);
        t.equal(game.winner, 'ann');
      }
    }
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0 });
  });

  t.test('a game goes on where it was after SIGKILL, with what was found', async (t) => {
    const store = join(t.testdir({}), 'boggle.db');
    const bots = ['--bot', 'robot=wordhost player boggle', '--bot', 'other=wordhost player boggle'];
    const first = await served(t, store, ...bots);
    await first.api.user('ann');
    const key = await first.api.begin('ann', 'robot', 8);
    await first.api.guess(key, 'ann', 'zzz');
    const before = (await first.api.turns(key, 2)).turns;
    first.running.child.kill('SIGKILL');
    await first.running.ended;

    const { api, running } = await served(t, store, ...bots);
    await api.guess(key, 'ann', 'zzy');
    const { turns } = await api.turns(key, 4);
    t.same(turns.slice(0, 2), before);
    const words = turns.map(({ message }) => /"(\w+)"/.exec(message)?.[1]);
    t.match(turns[3]!.message, /^Correct!/);
    t.not(words[3], words[1], 'a bot that was started again knows what was found');
    const both = await api.begin('robot', 'other', 6);
    t.match(await api.turns(both, 6), { game: { game_over: true } }, 'two bots play to the end');
    running.child.kill('SIGTERM');
    await running.ended;
  });

  t.test('what is wrong with a bot is said before the server is opened', async (t) => {
    const store = join(t.testdir({}), 'boggle.db');
    const { api, running } = await served(t, store);
    await api.user('ann');
    running.child.kill('SIGTERM');
    await running.ended;
    const refused = async (...words: string[]) => {
      const failed = start(['serve', '--listen', '127.0.0.1:0', '--store', store, ...words]);
      t.teardown(() => void failed.child.kill('SIGKILL'));
      const { status, stderr } = await failed.ended;
      t.equal(status, 2, words.join(' '));
      return stderr;
    };
    t.match(
      await refused('--bot', 'ann=wordhost player boggle'),
      /--bot ann: a person already uses this name/,
    );
    t.match(await refused('--bot', 'robot'), /--bot: expected NAME=COMMAND/);
    t.match(await refused('--bot', '=x'), /expected a name; it is empty/);
    t.match(await refused('--bot', 'a=x', '--bot', 'a=y'), /--bot a: expected each name once/);
    t.match(await refused('--bot', 'a=python3'), /python3 alone/);
  });
});

t.test('fuzzed', async (t) => {
  const REQUESTS = 20_000;
  /** At once, so that they meet. */
  const AT_ONCE = 4;
  const MOST_MEGABYTES = 300;

  t.test('20,000 requests of any kind bring no fault, and leave a server that plays on', async (t) => {
    const { url, running } = await startedServe(t, join(t.testdir(), 'wordhost.db'));
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const ask = asking(Number(new URL(url).port), agent);
    const memory = async () => {
      const text = await (await fetch(new URL('/metrics', url))).text();
      return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)![1]) / 1e6;
    };
    const key = await begun(ask, { turns: 1000 });
    const user = (await ask('GET', '/user_rankings')).json.users[0].urlsafe_key;
    const odd = new OddRequests('fuzz', [key, user]);
    const statuses = new Map<number, number>();
    let [left, most, slowest] = [REQUESTS, 0, 0];
    const askAll = async () => {
      while (left-- > 0) {
        const { method, path, sent } = odd.next();
        const start = performance.now();
        const { status, text } = await ask(method, path, sent);
        slowest = Math.max(slowest, performance.now() - start);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) t.fail(`${method} ${path} ${JSON.stringify(sent)}: ${text}`);
        if (left % 1000 === 0) most = Math.max(most, await memory());
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askAll));
    t.comment([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '));
    t.comment(`at most ${Math.round(most)} MB; the slowest answer after ${Math.round(slowest)} ms`);
    t.ok(most > 0 && most < MOST_MEGABYTES, `the server had ${most} MB`);
    for (const status of [200, 400, 403, 404, 405, 409, 415])
      t.ok(statuses.has(status), `some had ${status}`);
    const fresh = await begun(ask, { names: ['ann', 'bea'] });
    t.match(await ask('GET', `/get_game/${fresh}`), { status: 200, json: { user1_name: 'ann' } });
    running.child.kill('SIGTERM');
    t.match(
      await running.ended,
      { status: 0, stderr: /^listening on \S+\n$/ },
      'nothing was said of a fault',
    );
  });
});

t.test('held open', async (t) => {
  const until = until2;
  const MEGABYTE = 1e6;

  async function memoryOf(url: string): Promise<number> {
    const metrics = await (await fetch(new URL('/metrics', url))).text();
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)![1]) / MEGABYTE;
  }

  /** One who says something and reads nothing, from an address of this machine. */
  async function silent(t: Test, port: number, localAddress: string, said = ''): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    t.teardown(() => socket.destroy());
    await once(socket, 'connect').catch(() => {});
    socket.write(said);
    return socket;
  }

  const portOf = (url: string) => Number(new URL(url).port);

  async function asked(url: string, method: string, path: string, fields?: Record<string, string>) {
    const body = fields && new URLSearchParams(fields);
    const answer = await fetch(new URL(`/boggle${path}`, url), { method, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  }

  t.test('2,000 connections of one address: it holds 50 of them, and others are served', async (t) => {
    const store = join(t.testdir({}), 'boggle.db');
    const running = start(['serve', '--listen', '0.0.0.0:0', '--connections', '50', '--store', store]);
    t.teardown(() => void running.child.kill('SIGKILL'));
    await until(
      () => running.stderr.includes('listening on'),
      () => running.stderr,
    );
    const port = Number(/listening on \S+:(\d+)/.exec(running.stderr)![1]);
    const url = `http://127.0.0.1:${port}/`;
    const before = await memoryOf(url);
    const held: Socket[] = [];
    // A system queues some 500 for a server, and forgets those beyond: their clients are told nothing.
    while (held.length < 2000)
      held.push(
        ...(await Promise.all(
          // A request that never ends holds its connection longer than nothing.
          Array.from({ length: 250 }, (_, index) =>
            silent(t, port, '127.0.0.2', index % 2 === 0 ? 'GET / HTTP/1.1\r\nX: ' : ''),
          ),
        )),
      );
    for (const socket of held) socket.resume();
    const open = () => held.filter((socket) => !socket.readableEnded && !socket.destroyed).length;
    await until(
      () => open() <= 50,
      () => `the end of what is too many: ${open()} are open`,
    );
    t.match(await asked(url, 'GET', '/user_rankings'), { users: [] });
    t.ok((await memoryOf(url)) - before < 100, `memory grew from ${before} to ${await memoryOf(url)} MB`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0, stderr: /^listening on \S+\n$/ });
  });

  t.test('readers that never read cost no memory, and games go on', async (t) => {
    const { url, running } = await startedServe(t, join(t.testdir({}), 'boggle.db'));
    for (const user_name of ['ann', 'bob']) await asked(url, 'POST', '/create_user', { user_name });
    const names = { user1_name: 'ann', user2_name: 'bob', turns: '1000' };
    const games: string[] = [];
    for (let count = 0; count < 300; count++)
      games.push((await asked(url, 'POST', '/new_game', names)).urlsafe_key!);
    const { users } = (await asked(url, 'GET', '/user_rankings')) as unknown as {
      users: { urlsafe_key: string }[];
    };
    const before = await memoryOf(url);
    const host = 'HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const port = portOf(url);
    const followers = Array.from({ length: 150 }, () =>
      silent(t, port, '127.0.0.1', `GET /boggle/games/${games[0]}/events ${host}`),
    );
    const readers = Array.from({ length: 100 }, () =>
      silent(t, port, '127.0.0.1', `GET /boggle/user/${users[0]!.urlsafe_key} ${host}`.repeat(50)),
    );
    for (const socket of await Promise.all([...followers, ...readers])) socket.pause();
    const word = 'x'.repeat(100);
    for (let turn = 0; turn < 200; turn++)
      await asked(url, 'PUT', `/make_move/${games[0]}`, {
        user_name: turn % 2 === 0 ? 'ann' : 'bob',
        guess: word,
      });
    const after = await memoryOf(url);
    t.comment(`${Math.round(before)} MB before, ${Math.round(after)} MB after`);
    t.ok(after < 300, `memory grew from ${before} to ${after} MB`);
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 0, stderr: /^listening on \S+\n$/ });
  });
});

t.test('serve reminders', async (t) => {
  const until = until2;
  t.test(
    'wordhost serve asks for an address and then writes one mail for each turn, also when it was killed and started again',
    async (t) => {
      await using server = await SmtpServer.start();
      const where = join(t.testdir(), 'wordhost.db');
      const [url, from, page] = [server.url, 'boggle@example.org', 'https://boggle.example'];
      const options = ['--smtp', url, '--remind-after', '20ms', '--from', from, '--public-url', page];
      await using host = new StartedHost(where, options);
      const ann = new Client('ann', host);
      await ann.ask('POST', '/create_user', { user_name: 'ann', email: 'ann@example.org' });
      await ann.ask('POST', '/create_user', { user_name: 'bob', email: 'bob@example.org' });
      const game = await ann.ask('POST', '/new_game', { user1_name: 'ann', user2_name: 'bob' });
      await until(
        () => server.received.length > 0,
        () => 'the question to ann',
      );
      await host.killAndStartAgain();
      const [, token = ''] = /confirm\?token=(.*)\r/.exec(server.received[0]!.text)!;
      const confirmed = await fetch(`${await host.address}/boggle/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
      });
      t.equal(confirmed.status, 200);
      await ann.ask('PUT', `/make_move/${game.urlsafe_key}`, { user_name: 'ann', guess: 'xyz' });
      await until(
        () => server.received.length > 1,
        () => 'the question to bob',
      );
      await ann.ask('PUT', `/make_move/${game.urlsafe_key}`, { user_name: 'bob', guess: 'xyz' });
      await until(
        () => server.received.length > 2,
        () => 'the reminder to ann',
      );
      t.match(server.received, [
        { from, to: ['ann@example.org'], text: `${page}/boggle/confirm?token=` },
        { from, to: ['bob@example.org'], text: `${page}/boggle/confirm?token=` },
        { from, to: ['ann@example.org'], text: `Play: ${page}/#/game/${game.urlsafe_key}` },
      ]);
      t.equal(server.received.length, 3);
    },
  );
});

t.test('silent client', async (t) => {
  const until = until2;
  t.test(
    'a request whose client falls silent is told with the status 408 that it was answered with',
    async (t) => {
      const { told, client } = await noted(t);
      const silent = await client('Content-Length: 9\r\n\r\nhalf');
      await until(
        () => silent.heard() !== '' && told.length > 0,
        () => 'the answer',
      );
      t.match(silent.heard(), /^HTTP\/1.1 408 /);
      t.match(told, [{ path: '/said', status: 408, address: '127.0.0.1' }]);
    },
  );
});
