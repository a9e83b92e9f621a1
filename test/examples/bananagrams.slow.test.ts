import { join } from 'node:path';
import t from 'tap';
import { Bot } from '../players/bot.ts';
import { without } from '../support/without.ts';
import { bots, compileExamples, players, playWholeGames, python, talkers } from './bananagrams-bots.ts';

compileExamples();
playWholeGames([...players, ...talkers]);

/** Of a long list each bot makes its tables first. */
const fewWords = join(t.testdir({ words: 'CAT\nCATS\nDOG\n' }), 'words');

for (const { name, dialect, tool, command } of players) {
  t.test(`${name} gives back what it cannot use, and takes a refusal`, { skip: without(tool) }, async (t) => {
    await using bot = new Bot(command, { WORDHOST_DICTIONARY: fewWords, WORDHOST_PLAYER_SEED: '1' });
    t.equal(await bot.read(1), dialect);
    bot.say('VVVV.');
    t.equal(await bot.read(2), 'dV');
    bot.say(dialect === 'n' ? 'dV.' : 'V.');
    t.equal(await bot.read(2), 'dV', 'it tries again');
    bot.hangUp();
  });
}

t.test('the silent bot never says a word', { skip: without('python3') }, async (t) => {
  await using bot = new Bot(python(join(bots, 'silent.py')), { PYTHONUNBUFFERED: '1' });
  bot.say('AEST.');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('the newline bot says ready, and a newline', { skip: without('python3') }, async (t) => {
  await using bot = new Bot(python(join(bots, 'newline.py')), {});
  t.equal(await bot.read(2), 'r\n');
});
