import t from 'tap';
import { laidScrabble } from '../games/scrabble-table.ts';
import { Bot, player } from './bot.ts';
import { playsWithoutFault } from './scrabble-without-fault.ts';
import { seated } from './seated.ts';

playsWithoutFault(0);

t.test('It answers its own turns only, and says which', async (t) => {
  await using bot = await seated(t, 'longest', {});
  bot.tell('start', 'weather fine', 'turn 30000 1');
  const first = await bot.line();
  t.match(first, /^@1 play (-?\d+ -?\d+ \d+[A-Z]\d ?){4}$/, 'CATS or TEAS');
  const laid = first.replace('@1 play ', '');
  bot.tell(`playsuccess 9 ${laid} new 5x4`, 'played 2 0', 'passed 2', 'turn none 2');
  t.match(await bot.line(), /^@2 play /, 'a turn without end');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('A move that came too late is as if it had not been', async (t) => {
  await using bot = await seated(t, 'longest', {});
  bot.tell('start', 'turn 30000 1');
  const first = await bot.line();
  bot.tell('timeout 1', 'passed 2', 'turn 30000 2');
  t.equal(await bot.line(), first.replace('@1', '@2'));
});

t.test('With a pause it waits, as long as the time of the turn allows', async (t) => {
  for (const [ms, least] of [
    ['none', 200],
    ['300', 80],
  ] as const) {
    await using bot = await seated(t, 'random', { args: ['--pause=200ms'] });
    const before = performance.now();
    bot.tell('start', `turn ${ms} 1`);
    t.match(await bot.line(), /^@1 play /);
    t.ok(performance.now() - before >= least - 5);
  }
});

t.test('A game that ends while it pauses is over', async (t) => {
  await using bot = await seated(t, 'random', { args: ['--pause', '1h'] });
  bot.tell('start', 'turn none 1', 'gameover 1 0 2 0');
  bot.signal('SIGTERM');
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('The best plays of a turn are shown on standard error', async (t) => {
  await using bot = await seated(t, 'greedy', { args: ['--top', '3'] });
  bot.tell('start', 'turn 30000 1');
  const move = await bot.line();
  bot.tell('timeout 1', 'passed 2', 'gameover 1 0 2 0');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  const shown = bot.stderr.trimEnd().split('\n');
  t.equal(shown.length, 3);
  t.match(shown[0], /^1\. 12 (CATS|TEAS|CAST) (across|down) from -?\d+, -?\d+$/);
  t.match(move, /^@1 play (-?\d+ -?\d+ \d+[A-Z]\d ?){4}$/);
});

t.test('What it cannot play it says, and leaves', async (t) => {
  for (const name of ['random', 'longest', 'greedy']) {
    await using wrong = new Bot(player(name, '--speed', '1'), {});
    t.equal(await wrong.exit, 2);
    t.match(wrong.stderr, new RegExp(`wordhost player ${name}: unknown option --speed`));
    await using helped = new Bot(player(name, '--help'), {});
    t.equal(await helped.exit, 0);
    t.match(helped.unread, /--pause DURATION[\s\S]*--seed N/);
  }
  const told = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
  for (const [first, instead, reason] of [
    ['rules', 'rules club', /course, simple; got club/],
    ['board', 'board 1 + 1', /cannot read the board: prog: line 1/],
    ['dictionary', 'dictionary /no/such/list', /no such file/],
  ] as const) {
    await using bot = new Bot(player('random'), {});
    bot.say(told.map((line) => `${line.startsWith(`${first} `) ? instead : line}\n`).join(''));
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, reason);
    t.equal(bot.unread, '');
  }
});

t.test('A host that goes before it has said all ends it in peace', async (t) => {
  await using bot = new Bot(player('longest'), {});
  bot.say('scrabble 1\nrules tourn');
  bot.hangUp();
  t.equal(await bot.exit, 0);
});
