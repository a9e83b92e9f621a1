import { join } from 'node:path';
import t, { type Test } from 'tap';
import { carriers, type Running, start, until } from '../../cli/wordhost.ts';
import { startedServe } from './started-serve.ts';

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
  const bots = Object.entries(misbehaving).flatMap(([name, { command }]) => ['--bot', `${name}=${command}`]);
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
  t.match(await refused('--bot', 'ann=wordhost player boggle'), /--bot ann: a person already uses this name/);
  t.match(await refused('--bot', 'robot'), /--bot: expected NAME=COMMAND/);
  t.match(await refused('--bot', '=x'), /expected a name; it is empty/);
  t.match(await refused('--bot', 'a=x', '--bot', 'a=y'), /--bot a: expected each name once/);
  t.match(await refused('--bot', 'a=python3'), /python3 alone/);
});
