import t from 'tap';
import { Bot, player } from './bot.ts';
import { sorted } from './grid-checker.ts';
import { englishFor, playSolitaire } from './solitaire.ts';

const english = englishFor(t);
const environment = { WORDHOST_DICTIONARY: english.file, XDG_CACHE_HOME: english.cache };
const start = (...args: string[]) => new Bot(player('bananagrams', ...args), environment);

for (const dialect of ['numbered', 'plain']) {
  const command = player('bananagrams', '--dialect', dialect);

  t.test(`${dialect}: it gets to the end alone`, async (t) => {
    const story = await playSolitaire({ command, english, seed: 1 });
    t.match(story, { dialect: dialect === 'plain' ? 'r' : 'n', finished: true, late: 0 });
  });

  t.test(`${dialect}: dumps that are refused do not confuse it`, async (t) => {
    const bunch = 'VVVVWWWWCCCC';
    await using bot = new Bot(command, environment);
    await bot.read(1);
    bot.say(`${bunch}.`);
    const dumped = new Set<string>();
    for (let refusals = 0; refusals < 3; refusals++) {
      const [, letter = ''] = await bot.read(2);
      t.ok(bunch.includes(letter));
      dumped.add(letter);
      bot.say(dialect === 'plain' ? `${letter}.` : `d${letter}.`);
    }
    t.ok(dumped.size > 0);
    bot.say(dialect === 'plain' ? 'AEI.' : '=001A.');
    t.match(await bot.read(1), /[dp]/, 'it goes on');
  });

  t.test(`${dialect}: it skips messages of a later version`, async (t) => {
    await using bot = new Bot(command, environment);
    await bot.read(1);
    bot.say('!HELLO:5.AEST.?WHO.');
    const peel = dialect === 'plain' ? await bot.read(7) : await bot.read(10);
    t.match(peel, dialect === 'plain' ? /^p\d{6}/ : /^p001\d{6}/);
  });
}

t.test('it gets to the end when others peel at the very moment', async (t) => {
  const command = player('bananagrams', '--dialect', 'numbered');
  const story = await playSolitaire({ command, english, seed: 2, others: 60 });
  t.ok(story.finished);
});

t.test('it gets to the end when all that it is told comes byte by byte', async (t) => {
  const command = player('bananagrams', '--dialect', 'plain');
  const story = await playSolitaire({ command, english, seed: 3, others: 30, cut: 1 });
  t.ok(story.finished);
});

t.test('SIGTERM ends it at once and in peace, also while it is thinking', async (t) => {
  await using idle = start();
  t.equal(await idle.read(1), 'n');
  idle.signal('SIGTERM');
  t.equal(await idle.exit, 0);

  await using busy = start();
  await busy.read(1);
  busy.say('VVVVWWWWCCCCVVVVWWWWCCCC.');
  await busy.read(2);
  busy.say('dV.');
  busy.signal('SIGTERM');
  t.equal(await busy.exit, 0);
});

t.test('the end of its input ends it in peace', async (t) => {
  await using bot = start();
  t.equal(await bot.read(1), 'n');
  bot.hangUp();
  t.equal(await bot.exit, 0);
});

t.test('after the last peel it says nothing more, and waits', async (t) => {
  await using bot = start();
  await bot.read(1);
  bot.say('AT.');
  await bot.read(12);
  bot.say('+001.');
  bot.say('=002S.');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('with a pause it peels later, and a letter that comes meanwhile is laid as well', async (t) => {
  await using bot = start('--pause', '300ms');
  await bot.read(1);
  const before = performance.now();
  bot.say('AT.');
  bot.say('=001S.');
  const [, width = '', height = ''] = /^p002(\d{3})(\d{3})$/.exec(await bot.read(10)) ?? [];
  t.ok(performance.now() - before >= 220, 'three quarters of the pause at least');
  t.equal(sorted((await bot.read(Number(width) * Number(height))).replaceAll('.', '')), 'AST');
});

t.test('a wrong option, or a word list that is not there, is a usage error', async (t) => {
  await using wrong = start('--dialect', 'pirate');
  t.equal(await wrong.exit, 2);
  t.match(wrong.stderr, /--dialect: expected numbered or plain; got pirate/);

  await using lost = new Bot(player('bananagrams'), {
    ...environment,
    WORDHOST_DICTIONARY: '/no/such/list',
  });
  t.equal(await lost.exit, 2);
  t.match(lost.stderr, /no such file/);
  t.equal(lost.unread, '');
});

t.test('--help says how it is used', async (t) => {
  await using bot = start('--help');
  t.equal(await bot.exit, 0);
  t.match(bot.unread, /--dialect numbered\|plain[\s\S]*--pause DURATION[\s\S]*--seed N/);
});
