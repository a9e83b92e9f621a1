import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { ruleSetNames } from '../../host/games/scrabble/rule-sets.ts';
import { addressOf, ask, events } from './pages.ts';
import { run, start, until } from './wordhost.ts';

const slow = ['wordhost player random --pause 20ms', 'wordhost player random --pause 20ms'];
/** Lasts until it is ended, however busy the machine is. */
const endless = ['scrabble', '--games', '4000', '--watch=0', ...slow];

t.test('a series is watched: the game, the standings, finished games', async (t) => {
  const cwd = t.testdir({});
  const running = start(
    [...'scrabble --seed watched --games 2 --watch=0 --quiet --name <b>ada --name ben'.split(' '), ...slow],
    { cwd },
  );
  const url = await addressOf(t, running);
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/$/);
  const { origin } = new URL(url);
  t.match(await ask(`${origin}/`), { status: 404 }, 'who does not know the address sees nothing');

  const told = events(url);
  await until(() => told.text.includes('class=\\"tile'), told);
  t.match(told.text, 'event: everything');
  t.match(told.text, /Game 1: (&#60;b&#62;ada against ben)/);
  t.notMatch(told.text, '<b>');
  t.match(await ask(`${url}games/1`), { status: 404, text: /not over yet/ });
  t.match(await ask(`${url}games/x`), { status: 404 });
  await until(() => told.text.includes('games/1'), told);
  t.match(told.text, '1 of 2 games played');
  t.match(await ask(url), { status: 200, text: /<a href="games\/1">game 1<\/a>/ });
  const game = await ask(`${url}games/1`);
  t.match(game, { status: 200, text: /<h1>Game 1: &#60;b&#62;ada against ben<\/h1>/ });
  t.match(game.text, 'aria-live="polite"');

  const { status, stderr } = await running.ended;
  t.equal(status, 0);
  t.equal(stderr, `live page: ${url}\n`, 'and no record is named');
  await until(() => told.ended, told);
  t.match(told.text, /event: end\ndata: "The command has ended/);
  await t.rejects(ask(url), { code: 'ECONNREFUSED' });
});

t.test('a comparison shows its interval and its bets, of games in other processes too', async (t) => {
  const running = start(['compare', 'scrabble', '--seed', 'c', '--jobs', '2', '--watch=0', ...slow]);
  const url = await addressOf(t, running);
  const told = events(url);
  await until(() => told.text.includes('class=\\"tile'), told);
  const second = async () => await ask(`${url}games/2`);
  // Either game of the pair may be over before the other.
  await until(async () => (await second()).status === 200, told);
  t.match(await second(), { text: /Game 2: / });
  await until(() => told.text.includes('Share of the points that NEW wins'), told);
  const { text } = await ask(url);
  t.match(text, /aria-label="Share of the points that NEW wins: NEW: /);
  for (const bet of ['better', 'not better'])
    t.match(text, new RegExp(`aria-label="Bet: NEW is ${bet}: [^"]* games, decides at 3\\.00"`));
  running.child.kill('SIGTERM');
  t.match(await running.ended, { status: 143 });
  t.match(told.text, 'event: end');
});

t.test('no page tells a hand, a hidden guess or a seed while its game runs', async (t) => {
  const scrabble = ['wordhost player greedy --pause 100ms', 'wordhost player random --pause 100ms'];
  const boggle = [
    'wordhost player boggle --pause 100ms',
    'wordhost player boggle --level half --pause 100ms',
  ];
  const bots = {
    ...Object.fromEntries(
      ruleSetNames.map((rules) => [`scrabble, ${rules}`, ['scrabble', '--rules', rules, ...scrabble]]),
    ),
    bananagrams: [
      'bananagrams',
      '--hand',
      '12',
      'wordhost player bananagrams --pause 300ms',
      'wordhost player bananagrams --pause 300ms',
    ],
    'boggle, classic': ['boggle', '--time', '3s', ...boggle],
    'boggle, turns': ['boggle', '--rules', 'turns', ...boggle],
  };
  for (const [game, words] of Object.entries(bots)) {
    const cwd = t.testdir({});
    const running = start([...words, '--watch=0', '--record', 'games', '--seed', 'hiddenseed'], { cwd });
    const url = await addressOf(t, running);
    const told = events(url);
    const pages: string[] = [];
    const over = running.ended;
    const isOver = over.then(() => true);
    while (!(await Promise.race([isOver, setTimeout(100)])))
      pages.push(
        await ask(url).then(
          ({ text }) => text,
          () => '',
        ),
      );
    t.match(await over, { status: 0 });
    const [record = ''] = readdirSync(join(cwd, 'games'));
    const hands = new Set<string>();
    for (const line of readFileSync(join(cwd, 'games', record), 'utf8').split('\n'))
      for (const [, hand = ''] of line.matchAll(secretsOf(game))) hands.add(hand);
    t.equal(hands.size > 1, game !== 'boggle, turns', `${game}: ${hands.size} hands`);
    const text = [told.text, ...pages].join('\n').replaceAll(/<[^>]*>/g, '');
    t.equal(/plays|peels|finds/.test(text), game !== 'boggle, classic', `${game}: moves are told`);
    t.same(
      [...hands, 'hiddenseed'].filter((hand) =>
        // The rows of a board may have a guess by chance.
        game === 'boggle, classic' ? text.match(/\p{Lu}+/gu)?.includes(hand) : text.includes(hand),
      ),
      [],
      game,
    );
  }
});

/** What a record says of hands, and of guesses that others do not hear. */
const secretsOf = (game: string) =>
  game === 'boggle, classic'
    ? /"type":"guess","seat":\d,"word":"([A-Z]{4,})"/g
    : /"(?:rack|tiles|drew)":"([A-Z?]{3,})"/g;

t.test('a port in use, or none, is said in a sentence, and nothing is started', async (t) => {
  const first = start(endless);
  const { port, pathname } = new URL(await addressOf(t, first));
  const second = await start(['scrabble', `--watch=${port}`, ...slow]).ended;
  t.equal(second.status, 2);
  t.match(second.stderr, `--watch=${port}: cannot listen: address in use: --watch=0 for any free port`);
  first.child.kill('SIGTERM');
  await first.ended;
  const again = start(['scrabble', `--watch=${port}`, ...slow]);
  t.equal(new URL(await addressOf(t, again)).pathname, pathname, 'the same address after a restart');
  const other = start(['scrabble', '--watch=0', ...quick]);
  t.not(new URL(await addressOf(t, other)).pathname, pathname, 'another run has another');
  for (const { child } of [again, other]) child.kill('SIGTERM');
  await Promise.all([again.ended, other.ended]);
});

const quick = ['wordhost player random', 'wordhost player longest'];

t.test('a comparison that goes on shows the games of earlier runs, from its store', async (t) => {
  const cwd = t.testdir({});
  const scratch = join(cwd, 'scratch');
  mkdirSync(scratch);
  const words = (games: string) => ['compare', 'scrabble', '--games', games, '--store', 'c.db'];
  t.match(await run([...words('4'), '--seed', 'c', ...quick], { cwd }), { status: 0 });
  // The same players, by what their store knows of them: only how fast the machine is differs.
  const running = start([...words('4000'), '--watch=0', ...quick], { cwd, env: { TMPDIR: scratch } });
  const url = await addressOf(t, running);
  t.match(await ask(`${url}games/2`), { status: 200, text: /<h1>Game 2: / });
  t.match((await ask(url)).text, '<a href="games/2">game 2</a>');
  await until(() => /game/.test(running.stderr), running);
  t.same(readdirSync(scratch).filter(isOfPages), [], 'the store has the records: there are no others');
  running.child.kill('SIGTERM');
  t.match(await running.ended, { status: 143 });
});

const isOfPages = (name: string) => name.startsWith('wordhost-watch-');

const untilThere = async (folder: string) =>
  await until(
    () => readdirSync(folder).some(isOfPages),
    () => `a folder in ${folder}`,
  );

t.test('Ctrl-C ends the page with the command, which prints what it has and tells so', async (t) => {
  const cwd = t.testdir({ 'league.yml': LEAGUE });
  const commands = {
    series: { words: endless, prints: /player/ },
    comparison: { words: ['compare', 'scrabble', '--watch=0', '--jobs', '1', ...slow], prints: /^games /m },
    tournament: { words: ['tournament', '--jobs', '1', '--watch=0', 'league.yml'], prints: /^Standings$/m },
  };
  for (const [name, { words, prints }] of Object.entries(commands)) {
    const scratch = join(cwd, name);
    mkdirSync(scratch);
    const running = start(words, { cwd, env: { TMPDIR: scratch } });
    const url = await addressOf(t, running);
    const told = events(url);
    await until(() => told.text.includes('games/1'), told);
    running.child.kill('SIGINT');
    const { status, stdout, stderr } = await running.ended;
    t.equal(status, 130, name);
    t.match(stdout, prints, `${name}: ${stderr}`);
    t.match(told.text, /event: end\ndata: "The command has ended/, name);
    await t.rejects(ask(url), { code: 'ECONNREFUSED' }, name);
    t.same(readdirSync(scratch).filter(isOfPages), [], `${name}: nothing of it stays`);
  }
});

const LEAGUE = `name: league
game: scrabble
players:
  - { name: ada, command: wordhost player random --pause 20ms }
  - { name: ben, command: wordhost player random --pause 20ms }
format: { kind: round-robin, rounds: 2000 }
`;

t.test('after one Ctrl-C the page shows the finished game; a second ends both', async (t) => {
  const patient = 'wordhost player random --pause 300ms';
  const running = start(['scrabble', '--games', '4000', '--watch=0', patient, patient]);
  const url = await addressOf(t, running);
  const told = events(url);
  await until(() => told.text.includes('Game 1: '), told);
  running.child.kill('SIGINT');
  await until(() => running.stderr.includes('finishing the running games'), running);
  t.match(await ask(url), { status: 200, text: 'Game 1: ' });
  t.notMatch(told.text, 'event: end');
  running.child.kill('SIGINT');
  t.match(await running.ended, { status: 130, stdout: /^0 games$/m });
  t.match(told.text, 'event: end');
  await t.rejects(ask(url), { code: 'ECONNREFUSED' });
});

t.test('what a page that was killed has left is removed by the next, and no other folder is', async (t) => {
  const scratch = t.testdir({ 'wordhost-watch-mine': {} });
  const env = { TMPDIR: scratch };
  const killed = start(endless, { env });
  await addressOf(t, killed);
  await untilThere(scratch);
  const [left = ''] = readdirSync(scratch).filter((name) => /^wordhost-watch-\d+-/.test(name));
  killed.child.kill('SIGKILL');
  await killed.ended;
  t.ok(existsSync(join(scratch, left)), left);
  // As another container would call it, whose processes nobody here knows.
  const foreign = left.replace(/\d+/, '1');
  mkdirSync(join(scratch, foreign));
  const file = `${left}x`;
  writeFileSync(join(scratch, file), 'no folder');
  const other = start(endless, { env });
  await addressOf(t, other);
  const third = start(endless, { env });
  await addressOf(t, third);
  const there = readdirSync(scratch).filter(isOfPages);
  t.notOk(there.includes(left), 'it is gone');
  t.ok(there.includes(foreign));
  t.ok(there.includes(file));
  t.ok(there.includes('wordhost-watch-mine'));
  t.equal(
    there.filter((name) => name.includes(`-${other.child.pid}-`)).length,
    1,
    'one that is in use stays',
  );
  for (const { child, ended } of [other, third]) {
    child.kill('SIGTERM');
    t.match(await ended, { status: 143 });
  }
});
