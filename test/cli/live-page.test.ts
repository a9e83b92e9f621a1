import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { type Running, start, until } from './wordhost.ts';

async function ask(url: string): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent: false }, resolve).on('error', reject);
  const response = await promise;
  return { status: response.statusCode, text: await text(response) };
}

function events(url: string): { text: string; ended: boolean } {
  const told = { text: '', ended: false };
  get(`${url}events`, { agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      told.text += piece;
    });
    response.on('close', () => {
      told.ended = true;
    });
  });
  return told;
}

async function addressOf(running: Running): Promise<string> {
  t.teardown(() => void running.child.kill('SIGKILL'));
  await until(
    () => /live page: \S+\n/.test(running.stderr),
    () => running.stderr,
  );
  return /http:\S+/.exec(running.stderr)![0];
}

const slow = ['wordhost player random --pause 20ms', 'wordhost player random --pause 20ms'];

t.test(
  'a series is watched: the running game, the standings, and finished games to step through',
  async (t) => {
    const cwd = t.testdir({});
    const running = start(
      [
        'scrabble',
        '--seed',
        'watched',
        '--games',
        '2',
        '--watch=0',
        '--quiet',
        '--name',
        '<b>ada',
        '--name',
        'ben',
        ...slow,
      ],
      { cwd },
    );
    const url = await addressOf(running);
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/$/);
    const { origin } = new URL(url);
    t.match(await ask(`${origin}/`), { status: 404 }, 'who does not know the address sees nothing');

    const told = events(url);
    await until(
      () => told.text.includes('class=\\"tile'),
      () => told.text.slice(-2000),
    );
    t.match(told.text, 'event: everything');
    t.match(told.text, /Game 1: (&#60;b&#62;ada against ben)/);
    t.notMatch(told.text, '<b>');
    t.match(await ask(`${url}games/1`), { status: 404, text: /not over yet/ });
    t.match(await ask(`${url}games/x`), { status: 404 });
    await until(
      () => told.text.includes('games/1'),
      () => told.text.slice(-2000),
    );
    t.match(told.text, '1 of 2 games played, seed watched');
    t.match(await ask(url), { status: 200, text: /<a href="games\/1">game 1<\/a>/ });
    const game = await ask(`${url}games/1`);
    t.match(game, { status: 200, text: /<h1>Game 1: &#60;b&#62;ada against ben<\/h1>/ });
    t.match(game.text, 'aria-live="polite"');

    const { status, stderr } = await running.ended;
    t.equal(status, 0);
    t.equal(stderr, `live page: ${url}\n`, 'and no record is named');
    await until(
      () => told.ended,
      () => told.text.slice(-200),
    );
    t.match(told.text, /event: end\ndata: "The command has ended/);
    await t.rejects(ask(url), { code: 'ECONNREFUSED' });
  },
);

t.test(
  'a comparison shows its likelihood ratio between the bounds, of games in other processes too',
  async (t) => {
    const running = start(['compare', 'scrabble', '--seed', 'c', '--jobs', '2', '--watch=0', ...slow]);
    const url = await addressOf(running);
    const told = events(url);
    await until(
      () => told.text.includes('class=\\"tile'),
      () => told.text.slice(-2000),
    );
    await until(
      () => told.text.includes('games/2'),
      () => told.text.slice(-2000),
    );
    t.match(await ask(`${url}games/2`), { status: 200, text: /Game 2: / });
    t.match(await ask(url), {
      text: /aria-label="Log likelihood ratio: [^"]* games; H1 is accepted at 2\.94/,
    });
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
    t.match(told.text, 'event: end');
  },
);

t.test('a port in use, or none, is said in a sentence, and nothing is started', async (t) => {
  const first = start(['scrabble', '--watch=0', ...slow]);
  const { port } = new URL(await addressOf(first));
  const second = await start(['scrabble', `--watch=${port}`, ...slow]).ended;
  t.equal(second.status, 2);
  t.match(
    second.stderr,
    `--watch=${port}: expected a port that is free, and another program uses this one: --watch=0 takes any that is free`,
  );
  first.child.kill('SIGTERM');
  await first.ended;
});
