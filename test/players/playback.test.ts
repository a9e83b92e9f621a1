import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { recordText } from '../record-text.ts';
import { Bot, player } from './bot.ts';

t.test('other game', async (t) => {
  const games = ['bananagrams', 'scrabble', 'boggle'];
  const plays = { bananagrams: 'bananagrams', boggle: 'boggle', greedy: 'scrabble', random: 'scrabble' };

  for (const [name, own] of Object.entries(plays))
    t.test(`${name} says so where another game is played`, async (t) => {
      for (const game of games.filter((game) => game !== own)) {
        await using bot = new Bot(player(name), { WORDHOST_GAME_NAME: game });
        t.equal(await bot.exit, 2);
        t.match(bot.stderr, `player ${name}: this player plays ${own}, but this game is ${game}`);
        t.equal(bot.unread, '', 'it has not said anything to the host');
      }
    });

  t.test('a record is not played back in another game', async (t) => {
    const path = join(t.testdir({}), 'game.jsonl');
    writeFileSync(path, recordText({ players: 2 }, { t: 0, type: 'in', seat: 1, text: 'n' }));
    await using bot = new Bot(player('playback', path, '--seat', '1'), { WORDHOST_GAME_NAME: 'boggle' });
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, `${path}: this is a record of bananagrams, but this game is boggle`);
  });
});

t.test('playback', async (t) => {
  const record = (...events: object[]) =>
    recordText({ players: 2 }, ...events.map((event) => ({ t: 0, ...event })));
  const file = (folder: string, text: string) => {
    const path = join(folder, 'game.jsonl');
    writeFileSync(path, text);
    return path;
  };
  const play = (path: string, ...args: string[]) => new Bot(player('playback', path, ...args), {});

  const lively = record(
    { type: 'in', seat: 1, text: 'n' },
    { type: 'in', seat: 2, text: 'r' },
    { type: 'out', seat: 2, text: 'ABC.' },
    { type: 'out', seat: 1, text: 'AET.' },
    { type: 'in', seat: 1, text: 'dTp0' },
    { type: 'in', seat: 1, hex: '30310aff' },
    { type: 'out', seat: 1, text: 'dXYZ.' },
    { type: 'in', seat: 1, text: 'end' },
  );

  t.test('each piece is written once the host has said as much as it had said before', async (t) => {
    await using bot = play(file(t.testdir({}), lively), '--seat', '1');
    t.equal(await bot.read(1), 'n');
    bot.say('A');
    bot.say('ET.');
    t.equal(await bot.read(8), 'dTp001\n\xff');
    bot.say('dXYZ');
    t.equal(bot.unread, '', 'one byte is wanting');
    bot.say('.');
    t.equal(await bot.read(3), 'end');
    bot.hangUp();
    t.equal(await bot.exit, 0);
  });

  t.test('what the host says more than before does not matter', async (t) => {
    await using bot = play(file(t.testdir({}), lively), '--seat=1');
    bot.say('AET.dXYZ.and much more');
    t.equal(await bot.read(12), 'ndTp001\n\xffend');
    bot.signal('SIGTERM');
    t.equal(await bot.exit, 0);
  });

  const inLines = record(
    { type: 'out', seat: 2, text: 'hello 1\nplayer 2\nname 1 ./a\nname 2 ./the second\nend\n' },
    { type: 'in', seat: 2, text: 'ready\n' },
    { type: 'out', seat: 2, text: 'turn 30000 1\n' },
    { type: 'in', seat: 2, text: '@1 pass\n' },
    { type: 'out', seat: 2, text: 'passed 1\nturn 29999 2\n' },
    { type: 'in', seat: 2, text: '@2 pass\n' },
  );

  t.test('names, times and lines of a later host do not matter on a wire in lines', async (t) => {
    const path = file(t.testdir({}), inLines);
    for (const greeting of [
      ['hello 1', 'player 2', 'name 1 ./a', 'name 2 wordhost player playback game.jsonl --seat 2'],
      ['hello 1', 'player 2', 'name 1 A', 'name 2 B'],
      ['hello 1', 'player 2', 'limit 7', 'name 1 A', 'name 2 B', 'more 1', 'more 2', 'more 3'],
    ]) {
      await using bot = play(path, '--seat', '2');
      bot.tell(...greeting);
      bot.say('en');
      bot.tell('d');
      t.equal(await bot.line(), 'ready');
      bot.tell('bag 80', 'turn 30000 1');
      t.equal(await bot.line(), '@1 pass');
      bot.tell('error no', 'failed', 'played 1 2 3', 'bag 77', 'turn 9 2');
      t.equal(await bot.line(), '@2 pass');
      bot.hangUp();
      t.equal(await bot.exit, 0);
    }
  });

  t.test('a player that left leaves again', async (t) => {
    for (const [cause, status] of [
      ['crashed', 1],
      ['exited', 0],
    ] as const) {
      const left = record(
        { type: 'in', seat: 2, text: 'n' },
        { type: 'out', seat: 2, text: 'A.' },
        { type: 'left', seat: 2, cause },
      );
      await using bot = play(file(t.testdir({}), left), '--seat', '2');
      await bot.read(1);
      bot.say('A.');
      t.equal(await bot.exit, status);
    }
  });

  t.test('a torn last line is skipped, and said', async (t) => {
    await using bot = play(file(t.testdir({}), `${lively}{"n":9,"type":"in","se`), '--seat', '2');
    t.equal(await bot.read(1), 'r');
    bot.hangUp();
    t.equal(await bot.exit, 0);
    t.match(bot.stderr, /last line is incomplete/);
  });

  t.test('what cannot be played is a usage error that says why', async (t) => {
    const path = file(t.testdir({}), lively);
    for (const [args, reason] of [
      [['/no/such/file', '--seat', '1'], /no such file/],
      [[t.testdirName, '--seat', '1'], /got a folder/],
      [[path, '--seat', '3'], /expected a seat from 1 to 2; got 3/],
      [[path, '--seat', '0'], /a seat from 1; got 0/],
      [[path], /--seat N is required/],
      [['--seat', '1'], /expected a record/],
      [[path, path, '--seat', '1'], /expected one record/],
      [[path, '--speed', '1'], /unknown option --speed/],
    ] as const) {
      const [first = '', ...others] = args;
      await using bot = play(first, ...others);
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
    }
  });

  t.test('a file that is no record is refused', async (t) => {
    for (const [text, reason] of [
      ['hello\nworld\n', /expected a record/],
      [`${record()}rubbish\n`, /line 2: expected an event/],
      [record({ type: 'in', seat: 3, text: 'n' }), /line 2: in\.seat: expected a seat from 1 to 2; got 3/],
    ] as const) {
      await using bot = play(file(t.testdir({}), text), '--seat', '1');
      t.equal(await bot.exit, 2);
      t.match(bot.stderr, reason);
    }
  });
});
