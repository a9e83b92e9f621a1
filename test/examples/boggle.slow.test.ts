import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Bot } from '../players/bot.ts';
import { isThere, without } from '../support/without.ts';
import { boards, compileExamples, play, players, playWholeGames, scratch } from './boggle-bots.ts';
import { type Example, endsInPeace, isOtherAwk, shell } from './example-bots.ts';

compileExamples();
playWholeGames(
  players.filter((player) => !isOtherAwk(player)),
  boards,
);
playWholeGames(players.filter(isOtherAwk), boards.slice(1));

const seats = players.filter(({ tool }) => isThere(tool));
const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
t.test(
  'all sit at one table, and who plays along with half of the words has nothing for itself',
  {
    skip: nobody,
  },
  async (t) => {
    const table = [...seats.map(shell), 'wordhost player boggle --level half'];
    const { result } = await play(t, table, ['--width', '6', '--height', '5']);
    t.equal(result.players.at(-1)?.score, 0);
  },
);

/** The next line that a bot writes. */
async function line(bot: Bot): Promise<string> {
  let text = '';
  while (!text.endsWith('\n')) text += await bot.read(1);
  return text.trimEnd();
}

/** All that stands before `end`, with some lines that no version of today writes. */
function setUp(rules: string): string {
  return [
    ...['boggle 1', 'weather fine, 20 degrees', `rules ${rules}`, 'player 1', 'players 2'],
    ...['name 1 One', 'name 2 end', rules === 'turns' ? 'turns 20' : 'time 180000', 'timeout 2000'],
    ...[`dictionary ${join(scratch, 'some words')}`, 'board 3 3', 'row QU I S', 'row E  T I', 'row S ING T '],
    ...['end', ''],
  ].join('\n');
}

async function sitDown(t: Test, { command }: Example, rules: string) {
  const bot = new Bot(command, {
    WORDHOST_DICTIONARY: join(scratch, 'some words'),
    WORDHOST_PLAYER_SEED: '1',
  });
  bot.say(setUp(rules));
  t.equal(await line(bot), 'ready');
  return bot;
}

for (const player of players) {
  t.test(
    `${player.name} says all at once, the longest words first`,
    { skip: without(player.tool) },
    async (t) => {
      await using bot = await sitDown(t, player, 'classic');
      bot.say('later versions\nstart\n');
      const guesses: string[] = [];
      for (let said = await line(bot); said !== 'done'; said = await line(bot)) guesses.push(said);
      t.same(guesses.slice(0, 3), ['guess SITTING', 'guess QUITES', 'guess QUITE']);
      t.same(guesses.slice(3, 5).sort(), ['guess SITE', 'guess TIES']);
      t.same(guesses.slice(5), ['guess TIE'], 'and no cell twice, and nothing that brings no points');
      bot.say('found 1 QUITE 0\nfound 2 QUITE 0\ngameover 1 0 2 0\n');
      t.equal(await bot.exit, 0, 'it goes when the game is over');
      t.equal(bot.unread, '');
    },
  );

  t.test(`${player.name} keeps up with what is found`, { skip: without(player.tool) }, async (t) => {
    await using bot = await sitDown(t, player, 'turns');
    bot.say('start\nlater versions\nforfeited 3\nturn 60000 1 9\n');
    t.equal(await line(bot), '@1 guess SITTING');
    bot.say('timeout 1\nscored 2 QUITES 3\nturn none 2 7\n');
    t.equal(await line(bot), '@2 guess SITTING', 'what came too late has found nothing');
    bot.say('scored 1 SITTING 5\nmissed 2 ZOO notonboard\nturn 60000 3 5\n');
    t.equal(await line(bot), '@3 guess QUITE', 'the other has found a longer one');
    bot.say(
      'missed 1 QUITE alreadyfound\nscored 2 SITE 1\nscored 2 TIE 1\nscored 2 TIES 1\nturn 60000 4 1\n',
    );
    t.equal(await line(bot), '@4 pass', 'nothing is left');
    bot.say('passed 1\ngameover 1 5 2 6\n');
    t.equal(await bot.exit, 0, 'it goes when the game is over');
    t.equal(bot.unread, '');
  });

  endsInPeace(player, async (t) => await sitDown(t, player, 'turns'));
}
