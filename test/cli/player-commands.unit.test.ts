import t from 'tap';
import { checkCommands, checkWhole } from '../../host/cli/playing/check-commands.ts';
import { nameIn } from '../../host/cli/playing/players.ts';
import { hintForForeign } from '../../host/cli/unknown/foreign-options.ts';
import { refuseUnknown } from '../../host/cli/unknown/refuse-unknown.ts';

const refused = (commands: readonly string[]) => {
  try {
    checkCommands(commands, 'wordhost race');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

t.test('a command that was not put in quotes is refused, and written as it was meant', async (t) => {
  t.equal(
    refused(['python3', 'bot.py']),
    'player 1 is python3 alone, and bot.py is another player: put the command in quotes: wordhost race "python3 bot.py"',
  );
  t.match(
    refused(['./mine', 'ruby', "it's.rb", 'node', 'a.mjs', './b']),
    `put the command in quotes: wordhost race ./mine 'ruby it'\\''s.rb' "node a.mjs" ./b`,
  );
  t.match(
    refused(['./mine', 'python3']),
    /player 2 is python3 alone, .* in quotes: wordhost race "python3 FILE"$/,
  );
  t.match(refused(['./mine', ' ']), 'player 2 is an empty command');
  for (const fine of [
    ['python3 bot.py', 'node bot.mjs'],
    ['./python3', 'cat'],
  ])
    t.equal(refused(fine), undefined, fine.join(' '));
});

t.test('the address of a web bot is answered by how that sits down', async (t) => {
  t.equal(
    refused(['./mine', 'http://127.0.0.1:9000/rpc']),
    'player 2 is an address: a bot that is a web server is seated by "wordhost player merknera http://127.0.0.1:9000/rpc"',
  );
  t.equal(refused(['./mine', 'wordhost player merknera http://127.0.0.1:9000/rpc']), undefined);
  t.throws(
    () => checkWhole('https://example.org/bot', 'league.yml: players[0].command'),
    /^league\.yml: players\[0\]\.command: an address: .*"wordhost player merknera https:\/\/example\.org\/bot"$/,
  );
});

t.test('an option by its name in other programs is answered by its name here', async (t) => {
  const known = ['games', 'dictionary', 'rotate', 'json'];
  t.equal(hintForForeign('rounds', known), '; here it is --games');
  t.equal(hintForForeign('n', known), '; here it is --games');
  t.equal(hintForForeign('lexicon', known), '; here it is --dictionary');
  t.equal(hintForForeign('out', ['record']), '; here it is --record');
  t.equal(hintForForeign('out', ['to', 'output']), '; here it is --output');
  t.match(
    hintForForeign('html', known),
    /: pages are made afterwards: wordhost report STORE --as html .*, and wordhost export RECORD --output FILE\.html/,
  );
  t.equal(hintForForeign('noswap', known), '; here it is --no-rotate');
  t.match(hintForForeign('concurrency', known), /^: games are played one after another/);
  t.equal(hintForForeign('tc', known), undefined, 'this command has no such option');
  t.equal(hintForForeign('constructor', known), undefined);
});

t.test('an unknown option after a player may be one of the player', async (t) => {
  const command = { operands: { areCommands: true } } as never;
  const known = { table: { games: {} }, elsewhere: async () => undefined } as never;
  const words = { unknown: ['--fast=3'], operands: ['./bot', './other'] } as never;
  await t.rejects(
    refuseUnknown(['--games', '3', './bot', '--fast=3', './other'], words, command, known),
    'there is no option --fast; if it is for ./bot, it goes into the quotes of that command: "./bot --fast=3 …"',
  );
  await t.rejects(
    refuseUnknown(
      ['--gamse', './bot'],
      { unknown: ['--gamse'], operands: ['./bot'] } as never,
      command,
      known,
    ),
    'there is no option --gamse; did you mean --games? (--help lists them; after -- no word is an option)',
  );
});

t.test('a person is called by the name in its command, and a program by its command', async (t) => {
  for (const [command, name] of [
    ['wordhost player human', 'you'],
    ['wordhost player human --name Ada', 'Ada'],
    ["wordhost player human --terminal /dev/pts/3 --name='Ada L.'", 'Ada L.'],
    ['npx wordhost player human --name "Ada L."', 'Ada L.'],
    ['wordhost player greedy --name Ada', 'wordhost player greedy --name Ada'],
    ['./bot --like player humanoid', './bot --like player humanoid'],
  ] as const)
    t.equal(nameIn(command), name);
});
