import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from '../cli/in-process.ts';
import { withoutRemarks } from '../games/gcg-again.ts';
import { Tmux } from '../support/tmux.ts';
import { until } from '../support/until.ts';
import { without } from '../support/without.ts';
import { endsByCtrlC, isClean } from './clean-terminal.ts';

t.test('human bananagrams', async (t) => {
  const skip = without('tmux') || without('stty');
  const ada = "'wordhost player human --name Ada'";
  const slow = "'wordhost player bananagrams --pause 10m'";
  const files = { bunch: 'A 4\nC 2\nT 4\nS 2\n', 'words.txt': 'AT\nATS\nCAT\nCATS\nTA\nTAT\nSAT\nACTS\n' };
  /** Nine tiles: two hands of three, and three for dumps or peels. */
  const small3 = 'wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --seed 1 --stall 0';
  const small = { bunch: 'A 3\nC 3\nT 3\n', 'words.txt': 'ACT\nCAT\nAT\nTA\nCACTA\n' };

  const textIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

  /** The letters that the person has to lay. */
  const looseOn = (screen: string) => /left\): (.*)/.exec(screen)?.[1]?.trim().replaceAll(' ', '') ?? '';

  t.test('A person wins a whole game of Bananagrams by keys', { skip }, async (t) => {
    // Only A: all words of A are in the list, so each hand is a row.
    const words = Array.from({ length: 12 }, (_, index) => `${'A'.repeat(index + 2)}\n`).join('');
    const folder = t.testdir({ bunch: 'A 11\n', 'words.txt': words });
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    terminal.runs(
      `wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --stall 0 --record records ${ada} ${slow}`,
    );
    await terminal.shows('(3 of 3 left): A A A', '2 players');
    terminal.enters('aa');
    await terminal.shows('Not sent: place all your tiles first; left: A.');
    terminal.types('a');
    await terminal.shows('All tiles placed: press Enter to peel.');
    terminal.presses('Enter');
    await terminal.shows('Peel accepted: you drew A.');
    terminal.enters('a');
    await terminal.shows('peels: you 2, others 0');
    t.match(terminal.screen, /> *\./, 'the cursor');
    // One tile is left in the bunch: a dump is refused.
    terminal.types('-a');
    await terminal.shows('The bunch has fewer than three tiles: you keep A.');
    terminal.enters('a');
    await terminal.shows(/player 1 .* has won: the bunch is empty/, /A A A A A/);
    t.equal(readdirSync(join(folder, 'records')).length, 1);
    await isClean(t, terminal);
  });

  t.test('A peel of another player leaves the cursor and the grid as they are', { skip }, async (t) => {
    const folder = t.testdir(files);
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    terminal.runs(
      `wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --seed 1 --stall 0 ${ada} 'wordhost player bananagrams --pause 2s'`,
    );
    const [letter = ''] = looseOn(await terminal.shows('(3 of 3 left)'));
    terminal.types(letter);
    await terminal.shows(new RegExp(` ${letter}>`));
    t.notOk(terminal.hasBell);
    await terminal.shows('Another player peeled: you drew', new RegExp(` ${letter}>`), '(3 of 4 left)');
    await until(() => terminal.hasBell, 'the bell');
    terminal.presses('C-c');
    await terminal.shows('no winner: interrupted');
    await isClean(t, terminal);
  });

  t.test('A resize, and Ctrl-Z and fg, leave what is laid; Ctrl-C ends the game', { skip }, async (t) => {
    using terminal = new Tmux();
    terminal.runs(`wordhost bananagrams --seed 3 --stall 0 ${ada} ${slow}`);
    const letters = looseOn(await terminal.shows('(21 of 21 left)')).slice(0, 4);
    terminal.types(letters);
    const laid = [...letters].join(' ');
    await terminal.shows('(17 of 21 left)', ` ${laid}>`);
    terminal.resize(160, 50);
    await until(
      () => terminal.screen.split('\n').findIndex((line) => line.includes('Your tiles')) > 40,
      () => `the larger screen\n${terminal.screen}`,
    );
    await terminal.shows(` ${laid}>`);
    terminal.presses('C-z');
    await terminal.shows('Stopped');
    await isClean(t, terminal);
    terminal.resize(80, 24);
    terminal.runs('fg');
    await terminal.shows(` ${laid}>`, '(17 of 21 left)');
    terminal.presses('BSpace');
    await terminal.shows('(18 of 21 left)');
    await endsByCtrlC(t, terminal);
  });

  for (const how of ['closes the terminal', 'leaves'])
    t.test(`A person who ${how} is gone, and the host goes on`, { skip }, async (t) => {
      const folder = t.testdir(small);
      using terminal = new Tmux();
      terminal.runs(`cd ${folder}`);
      const other = `'printf n; until [ -e over ]; do sleep 0.05; done'`;
      terminal.runs(
        `(trap : HUP; ${small3} --last-player continue --record records --events events --json ${ada} ${other} >result.json; echo $? >status)`,
      );
      await terminal.shows('(3 of 3 left)');
      if (how === 'leaves') {
        terminal.types('!');
        await terminal.shows('Leave the game? (y: yes)');
        terminal.types('y');
      } else terminal.close();
      const events = () => textIn(join(folder, 'events'));
      await until(
        () => events().includes('"type":"left","seat":1'),
        () => `the person has left\n${events()}`,
      );
      t.equal(textIn(join(folder, 'result.json')), '', 'the game goes on without this person');
      writeFileSync(join(folder, 'over'), '');
      await until(
        () => textIn(join(folder, 'status')) !== '',
        () => `the end of the game\n${events()}`,
      );
      t.equal(textIn(join(folder, 'status')), '1\n', 'a game without a winner');
      const { players } = JSON.parse(textIn(join(folder, 'result.json')));
      t.match(players[0], { outcome: 'left', cause: 'exited', exit: { code: 0 } });
      const [record = ''] = readdirSync(join(folder, 'records'));
      t.match(textIn(join(folder, 'records', record)), '"type":"end"');
      if (how === 'leaves') await isClean(t, terminal);
    });

  t.test('Two people race at two terminals, and are refused at one', { skip }, async (t) => {
    const folder = t.testdir(small);
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    terminal.runs(`${small3} ${ada} 'wordhost player human --name Ben'`);
    const refused = await terminal.shows(/Open a second terminal, run/);
    t.match(refused.replaceAll('\n', ''), /another person plays this game on \/dev\/pts\/\d+/);
    await isClean(t, terminal);

    using second = new Tmux();
    second.runs('tty; sleep 1d');
    const [, path = ''] = /^(\/dev\/pts\/\d+)$/m.exec(await second.shows(/^\/dev\/pts\/\d+$/m)) ?? [];
    terminal.runs('clear');
    terminal.runs(`${small3} ${ada} 'wordhost player human --name Ben --terminal ${path}'`);
    await terminal.shows('(3 of 3 left)');
    const letters = looseOn(await second.shows('(3 of 3 left)'));
    t.match(second.screen, 'Ben');
    second.types(letters[0] ?? '');
    await second.shows('(2 of 3 left)');
    t.match(terminal.screen, '(3 of 3 left)');
    second.types('!y');
    await terminal.shows(/player 1 .* has won/);
    await isClean(t, terminal);
    second.presses('C-c');
    await isClean(t, second);
  });
});

t.test('human', async (t) => {
  const skip = without('tmux') || without('stty');
  const alone = "'wordhost player human --name Ada' 'wordhost player greedy'";

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
      t.notMatch(terminal.screen, /It is .*'s turn/);
      terminal.resize(160, 50);
      await terminal.shows(/N6 O8/, 'Your move: 8H has');
      terminal.presses('C-u');
      terminal.enters('hint');
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
      'the end of the record',
    );
  });

  t.test('wordhost play is a game against a bot, and Ctrl-Z and fg go on with it', { skip }, async (t) => {
    const folder = t.testdir({});
    using terminal = new Tmux(160, 50);
    terminal.runs(`cd ${folder}`);
    terminal.runs('wordhost play --strength best --name "Ada L" --seed 3 --record records');
    await terminal.shows('Your move:');
    t.match(terminal.screen, /Ada L \(you\) +0/);
    terminal.enters('hint');
    await terminal.shows('for 82');
    terminal.presses('Enter');
    await terminal.shows(/best: \S+ \S+ \d+/);
    terminal.presses('C-z');
    await terminal.shows('Stopped');
    terminal.runs('fg');
    await terminal.shows('Your move:');
    terminal.enters('forfeit');
    await terminal.shows('forfeit: you leave the game');
    terminal.presses('Enter');
    await terminal.shows(/player 2 \(best\) has won/);
    terminal.runs('echo status $?');
    await terminal.shows('status 0');
    t.equal(readdirSync(join(folder, 'records')).length, 1);
    await isClean(t, terminal);
  });

  t.test('wordhost play --dictionary plays with a word list of your own', { skip }, async (t) => {
    const folder = t.testdir({ 'my words.txt': 'cat\ncats\nit\nno-word\n' });
    using terminal = new Tmux(160, 50);
    terminal.runs(`cd ${folder}`);
    terminal.runs(
      "wordhost play --dictionary 'my words.txt' --skip-non-words --seed 3 --first 1 --record records",
    );
    await terminal.shows('Your move:');
    terminal.enters('forfeit');
    await terminal.shows('forfeit: you leave the game');
    terminal.presses('Enter');
    await terminal.shows(
      "wordhost play scrabble --strength easy --first 1 --dictionary 'my words.txt' --skip-non-words",
    );
    const [record] = readdirSync(join(folder, 'records'));
    const [head] = readFileSync(join(folder, 'records', record!), 'utf8').split('\n');
    t.match(JSON.parse(head!).dictionary, { name: 'my words.txt', words: 3 });
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
        const cover = await terminal.shows(`It is ${name}'s turn.`, 'Press a key (Enter)', ...seen);
        t.notMatch(cover, 'Your tiles', `the tiles of ${name} before it sits down`);
        terminal.presses('Enter');
        return /Your tiles: .*/.exec(await terminal.shows(`${name} (you)`, 'Your tiles:', 'Your move:'))![0];
      };
      const plays = (...words: readonly string[]) => {
        for (const word of words) {
          terminal.enters(word);
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
      t.notMatch(await terminal.shows("It is Ada's turn.", 'Press a key (Enter)'), 'Your tiles');
      terminal.presses('Enter');
      await terminal.shows('Your tiles:', 'Your move:');
      await endsByCtrlC(t, terminal);
    },
  );

  t.test('wordhost play boggle --people 2 is in turns', { skip }, async (t) => {
    using terminal = new Tmux();
    terminal.runs('wordhost play boggle --people 2 --seed 1');
    for (const name of ['Player 1', 'Player 2']) {
      await terminal.shows(`It is ${name}'s turn.`);
      terminal.presses('Enter');
      await terminal.shows(`${name} (you)`, 'Your word:');
      terminal.enters('pass');
    }
    await terminal.shows("It is Player 1's turn.");
    await endsByCtrlC(t, terminal);
  });

  t.test('A person plays a whole game of Boggle by keys', { skip }, async (t) => {
    using terminal = new Tmux();
    terminal.runs(
      "wordhost boggle --board RSPL/EIBT/ULZA/ESTI 'wordhost player human --name Ada' 'wordhost player boggle --level few'",
    );
    await terminal.shows('Your word:');
    terminal.enters('sizable');
    await terminal.shows(/SIZABLE: 5/);
    terminal.resize(160, 50);
    terminal.enters('zebra');
    await terminal.shows('ZEBRA is not on the board');
    terminal.enters('done');
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
    terminal.enters('forfeit');
    await terminal.shows('Press Enter to send it');
    terminal.presses('Enter');
    await terminal.shows(/player 2 .* has won/);
  });
});

t.test('whole game', async (t) => {
  const skip = without('tmux') || without('stty');

  /** The tiles of a short game. */
  const counts = { A: 3, D: 1, E: 4, G: 1, I: 2, L: 1, N: 2, O: 2, R: 2, S: 2, T: 2 };
  const tiles = Object.entries(counts).map(([letter, count]) => ({ count, letters: { [letter]: 1 } }));

  for (const [columns, rows] of [
    [80, 24],
    [160, 50],
  ] as const)
    t.test(`A person plays until the bag is empty, at ${columns} by ${rows}`, { skip }, async (t) => {
      const folder = t.testdir({ 'tiles.json': JSON.stringify({ tiles }) });
      using terminal = new Tmux(columns, rows);
      terminal.runs(`cd ${folder}`);
      terminal.runs(
        "wordhost scrabble --tiles tiles.json --handsize 5 --seed 1 --timeout none --no-rotate --record records --json 'wordhost player human --name Ada' 'wordhost player greedy' >result.json; echo status $?",
      );
      await terminal.shows(
        /Your tiles: +A1 +L1 +N1 +R1 +S1\n(?:.*\n)*Your move:/,
        '7 tiles in the bag',
        /^ 8 = \. \. A N O D E \. \. \. ' \. \. =/m,
        /^15 = /m,
      );
      terminal.enters('i8 snarls');
      await terminal.shows('Not legal, so not sent:');
      terminal.enters('i8 snarl');
      await terminal.shows('I8 SNARL for 62 (also ANODES 6)', 'Press Enter to send it');
      terminal.presses('Escape');
      await terminal.shows('Undone: I8 SNARL');
      terminal.enters('hint');
      await terminal.shows('I8 SNARL for 62');
      terminal.presses('Enter');
      const word = /^10 \. " \. \. \. " \. \. A/m;
      await terminal.shows(/Your tiles: +A1 +G1 +O1 +T1 +T1/, '0 tiles in the bag', /Ada \(you\) +62/, word);
      terminal.enters('10b gotta');
      await terminal.shows('10B GOTTA for 67 (also NET 3, ORA 5)');
      terminal.presses('Enter');
      await terminal.shows('status 0');
      const { reason, winner, players } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
      t.match({ reason, winner }, { reason: 'played-out', winner: 1 });
      t.same(
        players.map(({ score }: { score: number }) => score),
        [62 + 67 + 4, 62 + 11 - 4],
      );
      const [record] = readdirSync(join(folder, 'records'));
      const gcg = await say(['export', `records/${record}`, '--as', 'gcg', '--output', 'game.gcg'], {
        cwd: folder,
      });
      t.equal(gcg.status, 0);
      const options = ['--tiles', 'tiles.json', '--handsize', '5', '--output', 'again.jsonl'];
      t.match(await say(['import', 'game.gcg', ...options], { cwd: folder }), { status: 0, stderr: '' });
      const again = await say(['export', 'again.jsonl', '--as', 'gcg'], { cwd: folder });
      t.equal(withoutRemarks(again.stdout), withoutRemarks(readFileSync(join(folder, 'game.gcg'), 'utf8')));
    });
});
