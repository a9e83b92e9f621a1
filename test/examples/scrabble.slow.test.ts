import { join } from 'node:path';
import t, { type Test } from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { Bot } from '../players/bot.ts';
import { isThere, without } from '../support/without.ts';
import { type Example, endsInPeace, examplesOf, isOtherAwk, playLegally } from './example-bots.ts';
import { board, compileExamples, play, players, playWholeGames, scratch, variants } from './scrabble-bots.ts';

compileExamples();
playWholeGames(
  players.filter((player) => !isOtherAwk(player)),
  variants,
);
playWholeGames(players.filter(isOtherAwk), variants.slice(0, 1));

const seats = players.filter(({ tool }) => isThere(tool));
const nobody = seats.length === 0 && 'no tool for any of the examples is installed';
t.test('all sit at one table, where a square counts vowels', { skip: nobody }, async (t) => {
  const told = await play(t, seats, ['--board', board('vowels'), '--tiles', 'english:2']);
  for (const [index, { endless }] of seats.entries())
    if (endless === 'plays') t.ok(told[index]?.scored, `${seats[index]?.name} has points`);
});

t.test('those that read their time bank plan with it', { skip: without('python3') }, async (t) => {
  const bot = (language: string, file: string) => join(examplesOf('scrabble'), language, file);
  const seats = [`python3 ${bot('python', 'player.py')}`, `node ${bot('javascript', 'player.mjs')}`];
  const bank = ['--time-bank', '3s', '--timeout', 'none', '--overtime-limit', 'none'];
  const { result } = await playLegally(t, 'scrabble', seats, bank);
  t.match(result.players, [
    { errors: 0, bankMs: Number },
    { errors: 0, bankMs: Number },
  ]);
});

t.test('the boards are accepted', async (t) => {
  for (const name of ['ring', 'vowels']) {
    const { status, stdout } = await run(['board', 'check', board(name)]);
    t.equal(status, 0, stdout);
  }
});

/** The next line that a bot writes. */
async function line(bot: Bot): Promise<string> {
  let text = '';
  while (!text.endsWith('\n')) text += await bot.read(1);
  return text.trimEnd();
}

const layout = ['infinite 0', 'layout -2 -2 5 5', 'row #000#', ...Array(3).fill('row 00000'), 'row #000#'];
const withoutEnd = ['infinite 1', 'layout none'];
const tiles = ['tile 0 A0,B0', 'tile 1 A1', 'tile 2 B3', 'tile 3 C9', 'tile 4 \u00c44'];

interface SetUp {
  readonly hand: string;
  readonly board?: readonly string[];
  readonly square?: string;
}

/** All that stands before `end`, with some lines that no version of today writes. */
function setUp({ hand, board = layout, square = 'pointValue(_pos_) + _acc_' }: SetUp): string {
  const program =
    'if (_x_ * _x_ <= 4 /\\ _y_ * _y_ <= 4 /\\ ~(_x_ * _x_ = 4 /\\ _y_ * _y_ = 4)) then { _result_ := 0 } else { _result_ := -1 }';
  return [
    ...['scrabble 1', 'weather fine, 20 degrees', 'rules course', 'player 1', 'players 2', 'first 1'],
    ...['name 1 One', 'name 2 end', 'handsize 7', 'timeout 2000', `dictionary ${join(scratch, 'words')}`],
    ...['center 0 0', `board ${program}`, `square 0 0 _result_ := ${square}`, 'used 0'],
    ...[...board, ...tiles, `hand ${hand}`, 'end', ''],
  ].join('\n');
}

async function sitDown(t: Test, { command }: Example, told: SetUp) {
  const WORDHOST_DICTIONARY = join(scratch, 'words');
  const bot = new Bot(command, { WORDHOST_DICTIONARY, WORDHOST_PLAYER_SEED: '1' });
  bot.say(setUp(told));
  t.equal(await line(bot), 'ready');
  return bot;
}

/** `X Y IDcPOINTS` of a play, sorted by its text. */
const placements = (answer: string) =>
  Array.from(answer.matchAll(/(-?\d+) (-?\d+) (\d+[A-Z]\d+)/g), ([text]) => text).sort();
const tilesOf = (answer: string) =>
  placements(answer)
    .map((text) => text.split(' ')[2])
    .sort();

for (const player of players) {
  t.test(`${player.name} keeps up with all that it is told`, { skip: without(player.tool) }, async (t) => {
    await using bot = await sitDown(t, player, { hand: '0x2 4x1' });
    bot.say('start\nlater versions\nforfeited 3\nturn 60000 1\n');
    const first = await line(bot);
    t.match(first, /^@1 play /);
    t.same(tilesOf(first), ['0A0', '0B0'], 'blanks stand for letters');
    t.ok(
      placements(first).some((text) => text.startsWith('0 0 ')),
      'over the centre',
    );

    bot.say('timeout 1\npassed 2\nturn none 2\n');
    const second = await line(bot);
    t.same(tilesOf(second), ['0A0', '0B0'], 'what came too late has changed nothing');
    t.match(second, /^@2 /);

    bot.say('error emptymove\nerror unheardof 3 4\nfailed\nplayed 2 4 0 0 1A1 1 0 2B3\nturn 60000 3\n');
    const third = await line(bot);
    t.match(third, /^@3 play /, 'an error that it does not know does no harm');
    t.notMatch(third, / (0 0|1 0) /, 'it lays no tile on another');

    bot.say(`playsuccess 3 ${placements(third).join(' ')} new 3x1 4x1\nchanged 2 3\nplayfailed 2 2 2 1A1\n`);
    bot.say('turn 60000 4\n');
    t.match(await line(bot), /^@4 (play|pass|change)/);
    bot.say('gameover 1 3 2 4\n');
    t.equal(await bot.exit, 0, 'it goes when the game is over');
    t.equal(bot.unread, '');
  });

  endsInPeace(player, async (t) => await sitDown(t, player, { hand: '1x1' }));
}

const [python, , java] = players;

t.test('python counts with the programs of the squares', { skip: without('python3') }, async (t) => {
  const squares = { 'pointValue(_pos_) + _acc_': '3C9', '_acc_ - pointValue(_pos_)': '2B3' };
  for (const [square, other] of Object.entries(squares)) {
    await using bot = await sitDown(t, python!, { hand: '1x1 2x1 3x1', board: withoutEnd, square });
    bot.say('start\nturn 60000 1\n');
    t.same(tilesOf(await line(bot)), ['1A1', other], square);
    bot.say('gameover 1 0 2 0\n');
  }
});

t.test(
  'java learns from errors where there is no square, and what is in the bag',
  {
    skip: without('javac'),
  },
  async (t) => {
    await using bot = await sitDown(t, java!, { hand: '1x1 2x1', board: withoutEnd });
    bot.say('start\n');
    const tried = new Set<string>();
    let turn = 0;
    while (tried.size < 4) {
      bot.say(`turn 60000 ${++turn}\n`);
      const answer = await line(bot);
      const [beside] = placements(answer).filter((text) => !text.startsWith('0 0 '));
      if (beside === undefined) {
        // Its own time for a turn was over before it had looked anywhere: the machine is busy. It gets the same tiles.
        t.equal(answer, `@${turn} change 1 2`);
        bot.say('changesuccess 1x1 2x1\n');
        continue;
      }
      const [x, y] = beside.split(' ');
      tried.add(`${x} ${y}`);
      bot.say(`error emptytile ${x} ${y}\nfailed\n`);
    }
    t.same([...tried].sort(), ['-1 0', '0 -1', '0 1', '1 0']);
    bot.say(`turn 60000 ${++turn}\n`);
    t.equal(await line(bot), `@${turn} change 1 2`, 'nothing is left to try');
    bot.say(`changesuccess 1x2\nturn 60000 ${++turn}\n`);
    t.equal(await line(bot), `@${turn} change 1 1`);
    bot.say(`error notenoughpieces 2 1\nfailed\nturn 60000 ${++turn}\n`);
    t.equal(await line(bot), `@${turn} pass`);
  },
);

t.test(
  'two Java machines at one table do not see each other: neither complains where only moves belong',
  { skip: without('javac') || (without('bwrap') && 'only bubblewrap gives each a place of its own') },
  async (t) => {
    const java = `java -cp '${scratch}' Player`;
    const outcome = await run(['scrabble', '--json', '--seed', '1', java, java]);
    t.equal(outcome.status, 0, outcome.stderr);
    t.match(resultsOf(outcome), [{ players: [{ offence: undefined }, { offence: undefined }] }]);
  },
);
