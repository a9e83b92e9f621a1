import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { recordText } from '../record-text.ts';
import { Bot, player } from './bot.ts';

const games = ['bananagrams', 'scrabble', 'boggle'];
const plays = { bananagrams: 'bananagrams', boggle: 'boggle', greedy: 'scrabble', random: 'scrabble' };

for (const [name, own] of Object.entries(plays))
  t.test(`${name} says so where another game is played`, async (t) => {
    for (const game of games.filter((game) => game !== own)) {
      await using bot = new Bot(player(name), { WORDHOST_GAME_NAME: game });
      t.equal(await bot.exit, 2);
      t.equal(
        bot.stderr,
        `wordhost player ${name}: it plays ${own}, and this game is ${game}: name its game before the players (wordhost ${own} PLAYER…)\n`,
      );
      t.equal(bot.unread, '', 'it has not said anything to the host');
    }
  });

t.test('a record is not played back in another game', async (t) => {
  const path = join(t.testdir({}), 'game.jsonl');
  writeFileSync(path, recordText({ players: 2 }, { t: 0, type: 'in', seat: 1, text: 'n' }));
  await using bot = new Bot(player('playback', path, '--seat', '1'), { WORDHOST_GAME_NAME: 'boggle' });
  t.equal(await bot.exit, 2);
  t.match(bot.stderr, `${path}: it is a record of bananagrams, and this game is boggle`);
});
