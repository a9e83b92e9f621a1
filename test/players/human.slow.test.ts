import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Tmux } from '../support/tmux.ts';
import { until } from '../support/until.ts';
import { without } from '../support/without.ts';
import { endsByCtrlC, isClean } from './clean-terminal.ts';

const skip = without('tmux') || without('stty');
const alone = "'wordhost player human --name Ada' 'wordhost player greedy'";

t.test('Two people play the simplified game at one terminal', { skip }, async (t) => {
  const letters = Object.fromEntries(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => [letter, 0]));
  const folder = t.testdir({
    'words.txt': 'AT\nCAT\nPUT\nSTAR\nTAIL\n',
    'tiles.json': JSON.stringify({ tiles: [{ count: 40, letters }] }),
  });
  using terminal = new Tmux();
  terminal.runs(`cd ${folder}`);
  terminal.runs(
    'wordhost scrabble --rules simple --tiles tiles.json --dictionary words.txt --timeout none --seed 1 --no-rotate --json "wordhost player human --name Ada" "wordhost player human --name Ben" >result.json',
  );
  const cover = await terminal.shows(/It is the turn of (Ada|Ben)\./);
  const [first, second] = cover.includes('of Ada.') ? ['Ada', 'Ben'] : ['Ben', 'Ada'];
  const moves = [
    [first, '2,2 cat h', '2B cat 3', '2B cat for 3'],
    [second, '2,4 tail v', 'D2 tail 4', 'D2 tail for 4'],
    [first, '8,1 star v', 'A8 star 4', 'A8 star for 4'],
    [second, '8,3 put h', '8C put 3', '8C put for 3'],
    [first, '14,2 at h', '14B at 2', '14B at for 2'],
    [second, '14,1 cat h', '14A cat 3', '14A cat for 3'],
  ] as const;
  let last = '';
  for (const [name, move, told, proposed] of moves) {
    const hidden = await terminal.shows(`It is the turn of ${name}.`, last);
    t.notMatch(hidden, 'Your tiles:', 'the tiles of the other are not seen');
    terminal.presses('Space');
    await terminal.shows('Your move:');
    terminal.types(move);
    terminal.presses('Enter');
    await terminal.shows(proposed);
    terminal.presses('Enter');
    last = told;
  }
  for (const name of [first, second]) {
    await terminal.shows(`It is the turn of ${name}.`);
    terminal.presses('Space');
    await terminal.shows('Your move:');
    terminal.types('pass');
    terminal.presses('Enter');
    await terminal.shows(/^pass$/m);
    terminal.presses('Enter');
  }
  await terminal.shows(/^\$$/m);
  const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  const scoreOf = (name: string) =>
    result.players.find((player: { name: string }) => player.name === name).score;
  t.same([scoreOf(first), scoreOf(second)], [9, 10]);
  await isClean(t, terminal);
});

t.test(
  'Ctrl-Z in a half-typed move gives the terminal to the shell, and fg goes on with it',
  { skip },
  async (t) => {
    using terminal = new Tmux();
    terminal.runs(`wordhost scrabble --seed 3 --timeout none ${alone}`);
    await terminal.shows('Your move:');
    terminal.types('8H has');
    await terminal.shows('Your move: 8H has');
    terminal.presses('C-z');
    await terminal.shows('Stopped');
    await isClean(t, terminal);
    terminal.runs('fg');
    await terminal.shows('Your move: 8H has', 'Your tiles:');
    t.notMatch(terminal.screen, 'It is the turn of');
    terminal.resize(160, 50);
    await terminal.shows(/N6 O8/, 'Your move: 8H has');
    terminal.presses('C-u');
    terminal.types('hint');
    terminal.presses('Enter');
    await terminal.shows('8F HAsTILY for 82');
    terminal.presses('Enter');
    await terminal.shows('Ada: 8F HAsTILY 82');
    await endsByCtrlC(t, terminal);
  },
);

t.test(
  'In the background it leaves the terminal alone until it is in the foreground',
  { skip },
  async (t) => {
    const events = join(t.testdir({}), 'events.jsonl');
    using terminal = new Tmux();
    terminal.runs(`wordhost scrabble --seed 3 --timeout none --events ${events} ${alone} &`);
    const isAwaited = () => existsSync(events) && readFileSync(events, 'utf8').includes('turn none 1');
    await until(isAwaited, () => 'the turn of the person');
    terminal.runs('echo typed here');
    t.notMatch(await terminal.shows(/^typed here$/m), 'Your move:');
    terminal.runs('fg');
    await terminal.shows('Your move:');
    terminal.presses('C-c');
    await terminal.shows('no winner: interrupted');
    await isClean(t, terminal);
  },
);

t.test('A person who closes the terminal has left, and the host goes on', { skip }, async (t) => {
  const folder = t.testdir({});
  const run = `wordhost scrabble --seed 3 --timeout none --last-player continue --max-turns 12 --record records --json ${alone}`;
  {
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    terminal.runs(`(${run} >result.json 2>notes.txt; echo $? >status.txt)`);
    await terminal.shows('Your move:');
    terminal.close();
  }
  const isDone = () =>
    existsSync(join(folder, 'result.json')) && readFileSync(join(folder, 'result.json'), 'utf8') !== '';
  await until(isDone, () => 'the result');
  const { players, reason } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  t.equal(reason, 'max-turns');
  t.match(players[0], { outcome: 'left', cause: 'exited', exit: { code: 0 } });
  t.ok(players[1].moves > 5);
  const [record] = readdirSync(join(folder, 'records'));
  await until(
    () => readFileSync(join(folder, 'records', record!), 'utf8').includes('"type":"end"'),
    () => 'the end of the record',
  );
});

t.test('wordhost play is a game against a bot, and Ctrl-Z and fg go on with it', { skip }, async (t) => {
  const folder = t.testdir({});
  using terminal = new Tmux(160, 50);
  terminal.runs(`cd ${folder}`);
  terminal.runs('wordhost play --strength best --name "Ada L" --seed 3 --record records');
  await terminal.shows('Your move:');
  t.match(terminal.screen, /Ada L \(you\) +0/);
  terminal.types('hint');
  terminal.presses('Enter');
  await terminal.shows('for 82');
  terminal.presses('Enter');
  await terminal.shows(/best: \S+ \S+ \d+/);
  terminal.presses('C-z');
  await terminal.shows('Stopped');
  terminal.runs('fg');
  await terminal.shows('Your move:');
  terminal.types('forfeit');
  terminal.presses('Enter');
  await terminal.shows('forfeit: you leave the game');
  terminal.presses('Enter');
  await terminal.shows(/player 2 \(best\) has won/);
  terminal.runs('echo status $?');
  await terminal.shows('status 0');
  t.equal(readdirSync(join(folder, 'records')).length, 1);
  await isClean(t, terminal);
});

t.test(
  'wordhost play --people 2: two people at one terminal, and no hand is seen between turns',
  { skip },
  async (t) => {
    const folder = t.testdir({});
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    terminal.runs('wordhost play --rules simple --name Ada --name Ben --first 2 --seed 1 --record records');
    /** What everybody may see, until somebody sits down; then the tiles. */
    const sitsDown = async (name: string, ...seen: readonly (string | RegExp)[]) => {
      const cover = await terminal.shows(`It is the turn of ${name}.`, 'Press a key (Enter)', ...seen);
      t.notMatch(cover, 'Your tiles', `the tiles of ${name} before it sits down`);
      terminal.presses('Enter');
      return /Your tiles: .*/.exec(await terminal.shows(`${name} (you)`, 'Your tiles:', 'Your move:'))![0];
    };
    const plays = (...words: readonly string[]) => {
      for (const word of words) {
        terminal.types(word);
        terminal.presses('Enter');
      }
    };
    const hands = [await sitsDown('Ben')];
    plays('help');
    t.notMatch(await terminal.shows('pass   forfeit'), 'change', 'help has what the rules allow');
    plays('hint', '');
    hands.push(await sitsDown('Ada', /^Ben: \S+ \S+ \d+$/m));
    t.not(hands[0], hands[1], 'each has its own');
    plays('hint', '');
    await sitsDown('Ben', /^Ada: \S+ \S+ \d+$/m);
    plays('pass', '');
    await sitsDown('Ada', /^Ben: pass$/m);
    plays('pass', '');
    const end = await terminal.shows(
      /player [12] \((Ada|Ben)\) has won|a draw/,
      'best move: ',
      'Another game:',
    );
    t.match(end, 'wordhost play scrabble --name Ada --name Ben --rules simple --first 2');
    const [record] = readdirSync(join(folder, 'records'));
    const [head] = readFileSync(join(folder, 'records', record!), 'utf8').split('\n');
    t.match(JSON.parse(head!), {
      options: { rules: 'simple', first: 2, timeout: 'none' },
      players: [{ name: 'Ada' }, { name: 'Ben' }],
    });
    await isClean(t, terminal);
  },
);

t.test(
  'With --shared a hand is hidden before anybody else has asked for the terminal',
  { skip },
  async (t) => {
    using terminal = new Tmux();
    const shared = "'wordhost player human --name Ada --shared' 'wordhost player greedy'";
    terminal.runs(`wordhost scrabble --seed 3 --first 1 --timeout none ${shared}`);
    t.notMatch(await terminal.shows('It is the turn of Ada.', 'Press a key (Enter)'), 'Your tiles');
    terminal.presses('Enter');
    await terminal.shows('Your tiles:', 'Your move:');
    await endsByCtrlC(t, terminal);
  },
);

t.test('wordhost play boggle --people 2 is in turns', { skip }, async (t) => {
  using terminal = new Tmux();
  terminal.runs('wordhost play boggle --people 2 --seed 1');
  for (const name of ['Player 1', 'Player 2']) {
    await terminal.shows(`It is the turn of ${name}.`);
    terminal.presses('Enter');
    await terminal.shows(`${name} (you)`, 'Your word:');
    terminal.types('pass');
    terminal.presses('Enter');
  }
  await terminal.shows('It is the turn of Player 1.');
  await endsByCtrlC(t, terminal);
});

t.test('A person plays a whole game of Boggle by keys', { skip }, async (t) => {
  using terminal = new Tmux();
  terminal.runs(
    "wordhost boggle --board RSPL/EIBT/ULZA/ESTI 'wordhost player human --name Ada' 'wordhost player boggle --level few'",
  );
  await terminal.shows('Your word:');
  terminal.types('sizable');
  terminal.presses('Enter');
  await terminal.shows(/SIZABLE: 5/);
  terminal.resize(160, 50);
  terminal.types('zebra');
  terminal.presses('Enter');
  await terminal.shows('ZEBRA is not on the board');
  terminal.types('done');
  terminal.presses('Enter');
  await terminal.shows(/has won/);
  await isClean(t, terminal);
});

t.test('A terminal that can only print is printed on, and a whole game is played', { skip }, async (t) => {
  const folder = t.testdir({});
  writeFileSync(join(folder, 'words.txt'), 'AT\nCAT\n');
  using terminal = new Tmux(100, 50);
  terminal.runs(`cd ${folder}; export TERM=dumb`);
  terminal.runs(
    "wordhost scrabble --rules simple --seed 3 --timeout 60s --dictionary words.txt 'wordhost player human --name Ada' 'wordhost player random'",
  );
  await terminal.shows('Your move:');
  terminal.types('forfeit');
  terminal.presses('Enter');
  await terminal.shows('Enter sends it');
  terminal.presses('Enter');
  await terminal.shows(/player 2 .* has won/);
});
