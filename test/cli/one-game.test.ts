import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { PlayerResult } from '../../host/events/result.ts';
import { engineCommand, list } from '../players/engine/games.ts';
import { WebBot } from '../players/merknera/web-bot.ts';
import { say } from './in-process.ts';
import { dealt, letterAOptions, patient, quick } from './letter-a.ts';
import { afterDeal, against, failed, folderOfPlayers, offender, tryOutcomes } from './outcome-rows.ts';
import { resultsOf, run, start, succeed, until, usageError, withoutTerminal } from './wordhost.ts';

t.test('outcomes', async (t) => {
  const cwd = folderOfPlayers(t);

  await tryOutcomes(t, cwd, [
    {
      rule: 'the one who peels last has won, the other has lost',
      players: [patient, quick],
      options: ['--bunch', 'last-bunch'],
      status: 0,
      game: { outcome: 'won', reason: 'bunch-empty', winner: 2, peels: 1 },
      became: [{ outcome: 'lost' }, { outcome: 'won', grid: '003001AAA' }],
    },
    against('a command that is not there has failed', 'no_such_bot', failed('not-found'), {
      says: /^player 1 \(no_such_bot\): could not be started \(not-found\): .*cannot find the program no_such_bot on the PATH/m,
    }),
    against('who exits before it is ready has failed', 'exit 3', failed('exited'), {
      says: /status 3 before it was ready/,
    }),
    against('who exits with status 0 in mid-game has left', `printf r; ${dealt}`, {
      outcome: 'left',
      cause: 'exited',
    }),
    against('who dies of a signal has crashed', afterDeal('kill -SEGV $$'), {
      outcome: 'left',
      cause: 'crashed',
      exit: { code: null, signal: 'SIGSEGV' },
    }),
    against('a byte that no message allows', afterDeal('printf x'), offender('protocol', 'byte', 1)),
    against(
      'a peel with a word that is none',
      afterDeal('printf p003001AAA'),
      offender('illegal', 'word', 1),
      {
        options: ['--dictionary', 'pairs.txt'],
        says: /AAA across, from column 1 of row 1/,
      },
    ),
    {
      rule: 'nobody does anything: stalled, and all have lost',
      players: [patient, patient],
      options: ['--stall', '200ms'],
      status: 1,
      game: { outcome: 'stalled', reason: 'stalled', winner: null },
      became: [{ outcome: 'lost' }, { outcome: 'lost' }],
    },
    {
      rule: 'everybody goes, one after another: aborted',
      players: [`printf r; ${dealt}; exit 4`, `printf r; ${dealt}; exit 0`],
      options: ['--last-player', 'continue'],
      status: 1,
      game: { outcome: 'aborted', reason: 'nobody-left', winner: null },
      became: [
        { outcome: 'left', cause: 'crashed' },
        { outcome: 'left', cause: 'exited' },
      ],
    },
  ]);

  t.test('the standard error of an offender is shown, its first lines and its end', async (t) => {
    const noisy = `for i in $(seq 50); do echo "line $i of my woes" >&2; done; ${afterDeal('printf x')}`;
    const { stderr } = await run([...letterAOptions, noisy, patient], { cwd });
    t.match(
      stderr,
      /first 3 lines and the last 7:\n {2}\| line 1 of .*( {2}\| line 4\d of my woes\n)+ {2}\| line 50 of/s,
    );
    t.notMatch(stderr, /line 9 of my woes/);
  });
});

t.test('--alphabet permuted changes no point of greedy, and leaves no list behind', async (t) => {
  const cwd = t.testdir();
  const greedy = 'wordhost player greedy';
  const scores = async (...more: readonly string[]) => {
    const outcome = await run(
      ['scrabble', '--json', '--games', '4', '--seed', 'p', '--mirrored', ...more, greedy, greedy],
      { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } },
    );
    return resultsOf(outcome).map(({ turns, players, best }) => {
      const { word, points } = best as { readonly word: string; readonly points: number };
      return { word, figures: [turns, points, ...players.map(({ score }) => score)] };
    });
  };
  const usual = await scores();
  const permuted = await scores('--alphabet', 'permuted', '--record', 'games');
  t.equal(usual.length, 4);
  t.strictSame(
    permuted.map(({ figures }) => figures),
    usual.map(({ figures }) => figures),
  );
  t.equal(permuted.filter(({ word }, index) => word === usual[index]!.word).length, 0, 'other words');
  const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
  const verified = await say(['replay', '--verify', 'games'], { cwd, env });
  t.match(verified, { status: 0, stdout: /4 records: all verified/ });
  const files = readdirSync(join(cwd, 'cache'), { recursive: true }).map(String);
  t.strictSame(
    files.filter((file) => file.includes('permuted')),
    [],
  );
  const [record = ''] = readdirSync(join(cwd, 'games'));
  t.match(await say(['export', '--as', 'gcg', join('games', record)], { cwd, env }), { status: 2 });
  t.match(await say(['analyze', join('games', record)], { cwd, env }), {
    status: 0,
    stdout: /100|the best move/,
  });
  t.match(await say(['scrabble', '--alphabet', 'permuted', '--draws', 'ABC', greedy, greedy], { cwd }), {
    status: 2,
    stderr: /--alphabet permuted and --draws: use one or the other/,
  });
});

t.test('--illegal retry=N with a web bot and an engine', async (t) => {
  const cwd = t.testdir(list);
  let asked = 0;
  using bot = await WebBot.start(({ method, params }) => {
    if (method !== 'Scrabble.NextMove') return undefined;
    const other = [...'QZXJK'].filter((letter) => !params.tiles.includes(letter)).slice(0, 1);
    return { result: asked++ % 2 === 0 ? { type: 'EXCHANGE', exchangetiles: other } : { type: 'PASS' } };
  });
  const engine = `wordhost player engine --kind magpie '${engineCommand} magpie swap'`;
  const words = ['scrabble', '--dictionary', 'words.txt', '--illegal', 'retry=2', '--seed', '1', '--json'];
  const outcome = await run([...words, '--events', 'game', `wordhost player merknera ${bot.url}`, engine], {
    cwd,
  });
  const [result] = resultsOf(outcome);
  t.match(result, { reason: 'scoreless', turns: 6, retry: 2 }, outcome.stderr);
  t.strictSame(
    result!.players.map(({ moves, errors, answers }) => ({ moves, errors, answers })),
    [
      { moves: 0, errors: 3, answers: 6 },
      { moves: 0, errors: 9, answers: 9 },
    ],
  );
  await until(
    () => bot.of('Scrabble.Error').length === 3,
    () => 'a web bot is told each time',
  );
  const verified = await say(['replay', '--verify', 'game'], { cwd });
  t.match(verified, { status: 0, stdout: /verified/ });
  const story = await say(['replay', 'game'], { cwd });
  t.equal(story.stdout.split('; the turn goes on').length, 1 + 3 + 6, story.stdout);
  const analyzed = await say(['analyze', '--as', 'csv', 'game'], { cwd });
  t.equal(analyzed.stdout.split(',retried,').length, 1 + 3 + 6, analyzed.stdout);
  const again = await run([...words, engine, 'wordhost player playback game --seat 1', '--first', '2'], {
    cwd,
  });
  t.match(resultsOf(again)[0], { players: [{ errors: 9 }, { errors: 3 }] });
});

t.test('boggle', async (t) => {
  const cwd = t.testdir({ 'board.txt': 'C A T S\nO E D O\nA R I G\nS T N S\n' });
  const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
  const names = ['--name', 'Ada', '--name', 'Ben'];
  const shouts = (...lines: readonly string[]) =>
    `echo ready; while read -r line; do if [ "$line" = start ]; then printf '${lines.join('\\n')}\\n'; fi; done`;

  t.test('A game: who has won, the figures, the board and the words of each', async (t) => {
    const players = [
      shouts('guess CATS', 'guess toad', 'guess dog', 'done'),
      shouts('guess DOG', 'guess X', 'done'),
    ];
    const { stdout } = await succeed(t, ['boggle', ...board, ...names, ...players], { cwd });
    t.match(stdout, /^player 1 \(Ada\) has won: all players are done\n/);
    t.match(stdout, / +1 {2}Ada +won +1 +2 +0 /);
    t.match(stdout, / {2}1: CATS 1 +1 Ada: 1 point, 2 words +2 Ben: 0 points, 1 word\n/);
    t.match(stdout, /\(C\)--A---T---S +CATS 1 +DOG 0 +DOG 0\n/);
  });

  t.test('An offender is told what it did, with the line at fault, and the status is 1', async (t) => {
    const { status, stderr } = await run(
      ['boggle', ...board, shouts('guess CATS', 'pass'), shouts('guess DOG')],
      { cwd },
    );
    t.equal(status, 1);
    t.match(stderr, /protocol \(word\): line 3: pass is for --rules turns: write done at the end/);
    t.match(stderr, /to record and replay the game: wordhost boggle .*--seed/);
  });

  t.test('A replay tells each guess, and with --grids draws the way of each word', async (t) => {
    const folder = t.testdir({});
    const players = [shouts('guess CATS', 'guess XQ', 'guess TTT', 'done'), shouts('guess DOG', 'done')];
    await run(['boggle', ...board, ...names, '--quiet', '--record', folder, ...players], { cwd });
    const path = join(folder, readdirSync(folder)[0]!);
    t.match(await say(['replay', '--verify', path], { cwd }), { status: 0, stdout: /: verified\. / });
    const { stdout } = await say(['replay', '--grids', path], { cwd });
    t.match(stdout, / {2}the board is C A T S \/ O E D O \/ A R I G \/ S T N S\n/);
    t.match(stdout, /1 Ada finds CATS for 1\n\n {12}\(C\)--A---T---S\n\n {13}O {3}E {3}D {3}O\n/);
    t.match(stdout, /1 Ada guesses XQ: not in the dictionary\n/);
    t.match(stdout, /1 Ada is done\n/);
    t.match(stdout, /1 Ada has 1 word for 1\n/);
    t.notMatch(stdout, / \n/, 'nothing stands at the end of a line');
  });

  t.test('What is no game is a usage error, and nothing is started', async (t) => {
    for (const [args, complaint] of [
      [[], /boggle is for 1 to 16 players; got 0/],
      [Array(17).fill('true'), /boggle is for 1 to 16 players; got 17/],
      [['--rules', 'turns', 'true'], /--rules turns is for 2 players, and there is 1/],
      [['--rules', 'chess', 'true'], /--rules: expected one of classic, turns/],
      [['--time', '5', 'true'], /--time: expected a time with a unit/],
      [['--time', '0', 'true'], /--time: expected a time with a unit/],
      [['--turns', '0', 'true'], /--turns: expected a whole number from 1 to 1000/],
      [['--width', '17', 'true'], /--width: expected a whole number from 1 to 16/],
      [['--board', 'AB/C', 'true'], /--board: row 2: expected 2 cells/],
      [
        ['--board', 'nowhere', 'true'],
        /--board: cannot read nowhere: no such file or folder \(ENOENT\)\. Expected: board: its rows, such as RSPL/,
      ],
      [['--dictionary', 'none', 'true'], /--dictionary none: boggle requires a word list/],
      [['--handsize', '7', 'true'], /unknown option --handsize/],
    ] as const)
      t.match(
        await run(['boggle', ...args], { cwd }),
        { status: 2, stdout: '', stderr: complaint },
        args.join(' '),
      );
  });
});

t.test('silence', async (t) => {
  const cwd = t.testdir({});
  const reads = 'cat > /dev/null';

  t.test('Players that hold a game up are reported as offenders are', async (t) => {
    const stalled = await run(['--stall', '100ms', '--seed', '1', `printf n; echo hm >&2; ${reads}`], {
      cwd,
    });
    t.equal(stalled.status, 1);
    t.match(
      stalled.stderr,
      /player 1 \(.*\): was ready, and then wrote nothing during the \d+ ms of the game\n.* > n\n.* < [A-Z]+\.\n/,
    );
    t.match(
      stalled.stderr,
      / {2}it used \d\.\d s of processor.*\n {2}it may read lines: .*a period, without a newline/,
    );
    t.match(stalled.stderr, / {2}\| hm\n/);
  });

  t.test('A terminal says for whom a game waits, while it lasts', { skip: withoutTerminal }, async (t) => {
    const host = start(['--name', 'Ada', '--stall', '20s', `printf n; ${reads}`], { cwd, terminal: true });
    await until(() => /no player has sent anything for \d+\.\d s/.test(host.stdout), host);
    host.child.stdin!.write('\x03');
    const { stdout } = await host.ended;
    const after = stdout.slice(stdout.lastIndexOf('no player has sent anything'));
    const removed = after.indexOf('\r\x1b[K');
    t.ok(removed > 0 && removed < after.indexOf('no winner: interrupted'), 'the line is removed at the end');
  });
});

t.test('warnings', async (t) => {
  const refused =
    'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo play 0 0 99Z1; fi; done';
  const passes = 'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo pass; fi; done';

  const cwd = t.testdir({
    'refused.sh': refused,
    'passes.sh': passes,
    'guesses.sh': passes.replace('echo pass', 'echo guess XQZ'),
    'forfeits.sh': passes.replace('echo pass', 'echo forfeit'),
    'dumps.sh': 'printf n; head -c 1 > /dev/null; printf dA; cat > /dev/null',
    'two.txt': 'A 2\n',
  });
  const turns = ['--max-turns', '4', '--seed', '1'];
  const both = ['sh refused.sh', 'sh passes.sh'];
  const each = (moves: number, where: string) =>
    new RegExp(
      `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused by the rule piecedoesnotexist; for example ${where}: play 0 0 99Z1: this game has no tile 99(; [\\w ]+)?, with the hand [A-Z?]+, on [\\w/]+ / 0/\\d+ \\d+`,
    );

  t.test('a player whose every move was refused is named in the summary of a game', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, ...both], { cwd });
    t.match(stdout, each(2, 'move 1'));
    t.notMatch(stdout, 'passes.sh) made');
  });

  t.test('the result counts what was refused, by rule, with the first of each', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, '--json', ...both], { cwd });
    const { players } = JSON.parse(stdout) as { readonly players: readonly PlayerResult[] };
    const rules = {
      piecedoesnotexist: {
        ...{
          count: 2,
          first: 1,
          move: 'play 0 0 99Z1',
          why: /^piecedoesnotexist 99/,
          sentence: /^this game has no tile 99/,
        },
        ...{ position: /^(15\/)+/, hand: /^[A-Z?]{7}$/ },
      },
    };
    t.match(players, [
      { messages: 2, refused: { of: 2, rules } },
      { messages: 2, refused: undefined },
    ]);
  });

  /** What each game refuses: a play, wrong guesses, a dump of which the bunch has too few tiles. */
  const refusals: readonly (readonly [args: readonly string[], row: RegExp, said: RegExp])[] = [
    [
      ['scrabble', ...turns, ...both],
      / errors +thinking\n +1 +sh refused\.sh .* 2 +[\d.]+ ms\n/,
      each(2, 'move 1'),
    ],
    [
      ['boggle', '--rules', 'turns', '--turns', '4', '--seed', '1', 'sh guesses.sh', 'sh passes.sh'],
      / errors +thinking\n +1 +sh guesses\.sh .* 2 +[\d.]+ ms\n/,
      /player 1 \(sh guesses\.sh\) made 2 moves, and each was refused by the rule notindictionary; for example move 1: XQZ: not in the dictionary, on [A-Z |]+\n/,
    ],
    [
      ['bananagrams', '--seed', '1', '--hand', '1', '--bunch', 'two.txt', '--stall', '300ms', 'sh dumps.sh'],
      / errors +thinking\n +1 +sh dumps\.sh .* 1 +[\d.]+ ms\n/,
      /player 1 \(sh dumps\.sh\) made one move, which was refused: d[A-Z]: the bunch had too few tiles for a dump, with the hand [A-Z]\n/,
    ],
  ];

  t.test('who is ready and never answers is named, whatever ended the game', async (t) => {
    const waits = 'printf n; cat > /dev/null';
    const silent = (player: number) =>
      new RegExp(`player ${player} \\(.*\\) was ready, and sent no whole message in`);
    const left = await run(['--seed', '1', 'printf n; head -c 1 > /dev/null; sleep 1.5; exit 3', waits], {
      cwd,
    });
    t.match(left.stdout, /player 2 \(.*\) has won: the only player left/);
    t.match(left.stdout, silent(1), 'it left');
    t.match(left.stdout, silent(2), 'it has won');
    const atOnce = await run(['--seed', '1', '--json', 'exit 3', waits], { cwd });
    t.match(
      resultsOf(atOnce)[0]?.players,
      [{ silent: undefined }, { silent: undefined }],
      'there was no time',
    );
    const over = await run(['scrabble', '--seed', '1', '--first', '2', 'sh passes.sh', 'sh forfeits.sh'], {
      cwd,
    });
    t.notMatch(over.stdout, silent(1), 'it had no turn');
  });

  t.test('--require errors.1=0 holds where no move was refused', async (t) => {
    const required = (condition: string) =>
      run(['scrabble', ...turns, '--require', condition, ...both], { cwd });
    t.match((await required('errors.1=0')).stderr, /--require errors\.1=0 failed: it was 2 in game 1/);
    t.notMatch((await required('errors.2=0')).stderr, /failed: it was/);
  });

  for (const [args, row, said] of refusals)
    t.test(`${args[0]} counts what it refuses as errors, and shows one`, async (t) => {
      const { stdout } = await run(args, { cwd });
      t.match(stdout, row);
      t.match(stdout, said);
    });
});

t.test('first seat', async (t) => {
  t.test('a seat that cannot begin is a usage error', async (t) => {
    for (const [args, said] of [
      [['scrabble', '--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
      [
        ['boggle', '--rules', 'turns', '--first', '3'],
        /--first 3: expected a seat from 1 to 2, since 2 play/,
      ],
      [['boggle', '--first', '1'], /--first is for --rules turns: with the classic rules all play at once/],
      [['scrabble', '--first', '0'], /--first: expected a whole number from 1 to 16.*; got "?0/],
      [['bananagrams', '--first', '1'], /unknown option --first/],
    ] as const) {
      const { status, stderr } = await say([...args, 'true', 'true']);
      t.match({ status, stderr }, { status: 2, stderr: said }, args.join(' '));
    }
  });
});

t.test('view', async (t) => {
  const cwd = t.testdir({});
  const players = ['wordhost player longest', 'wordhost player random'];
  const table = ['scrabble', '--seed', '3', '--name', 'Ada', '--name', 'Ben'];

  t.test('--view tells a game move by move on standard error', async (t) => {
    const { stdout, stderr } = await succeed(t, [...table, '--view', '--json', ...players], { cwd });
    t.match(JSON.parse(stdout), { game: 'scrabble', outcome: 'won' });
    t.match(stderr, /1 Ada is dealt \S{7}\n[\s\S]*1 Ada plays [A-Z, ]+ for \d+: \d+ points/);
  });

  t.test('On a terminal it is a picture, drawn again in one place', { skip: withoutTerminal }, async (t) => {
    const redrawn = /\[\d+A.\[J/s;
    for (const words of [[], ['--view']]) {
      const { stdout } = await run([...table, ...words, ...players], { cwd, terminal: true });
      t.match(stdout, redrawn);
      t.match(stdout, /1 Ada: \d+ points, thinking /);
    }
    const race = ['bananagrams', '--seed', '1', 'wordhost player bananagrams', 'wordhost player bananagrams'];
    const series = [...table, '--games', '2', ...players];
    for (const words of [
      [...table, '--no-view', ...players],
      [...table, '--quiet', ...players],
      series,
      race,
    ])
      t.notMatch((await run(words, { cwd, terminal: true })).stdout, redrawn, words.join(' '));
  });

  t.test(
    'A terminal breaks no word in the middle, and a pipe no line',
    { skip: withoutTerminal },
    async (t) => {
      const sentence =
        'If NEW were better by 10 Elo or more, at most 5 % of such comparisons would give this answer.';
      const words = ['stats', '--pentanomial', '8,0,0,0,0'];
      t.match((await run(words, { cwd })).stdout.split('\n')[1], sentence);
      const shown = (await run(words, { cwd, terminal: true })).stdout.split('\r\n');
      t.strictSame(shown.slice(1, 3), [sentence.slice(0, -' this answer.'.length), 'this answer.']);
      const refused = await run(['stats', '--wdl', '1'], { cwd, terminal: true });
      t.match(
        refused.stdout,
        /^wordhost: --wdl: expected 3 whole numbers with commas between them, not all 0;\r\ngot "1"/,
      );
    },
  );

  t.test('One game can be looked at, not many at once', async (t) => {
    const outcome = await run([...table, '--view', '--games', '2', ...players], { cwd });
    t.match(
      outcome,
      usageError(
        /--view and --games 2: use one or the other: for several games use --record DIR and wordhost replay --grids/,
      ),
    );
  });

  t.test('A replay of Scrabble has the board, the tiles and the points', async (t) => {
    const folder = t.testdir({});
    await run([...table, '--quiet', '--record', folder, ...players], { cwd });
    const [name] = readdirSync(folder);
    const { stdout } = await say(['replay', '--grids', join(folder, name!)], { cwd });
    t.match(
      stdout,
      /1 Ada plays \S+ for \d+: (\d+) points\n\n +\S+ for \d+ +1 Ada: \d+ points, holds [A-Z?]+ +2 Ben: 0 points, holds [A-Z?]+\n/,
    );
    t.match(stdout, /1 Ada: -?\d+ points|has won/);
  });
});

t.test('demo', async (t) => {
  t.test('the demo: a game to its end, with a grid that judge calls legal', async (t) => {
    const { stdout, ms } = await succeed(t, ['demo']);
    t.match(stdout, /has won:\s+the bunch is empty/);
    t.ok(ms < 120_000, `${Math.round(ms)} ms`);
    const [, winner] = /^player (\d) \(\w+\) has won/m.exec(stdout)!;
    const verdict = await say(['judge', 'bananagrams', drawnGrid(stdout, Number(winner))]);
    t.match(verdict, { status: 0, stdout: 'legal\n' });
  });

  /** From the drawing, two panels side by side: a letter and a space for each cell. */
  function drawnGrid(stdout: string, seat: number): string {
    const lines = stdout.split('\n');
    const top = lines.findIndex((line) => /^1 Ada: .* 2 Ben: /.test(line));
    const middle = lines[top]!.indexOf('2 Ben');
    const rows = lines.slice(top + 2, lines.indexOf('', top + 2));
    const halves = rows.map((row) => (seat === 1 ? row.slice(0, middle) : row.slice(middle)));
    const width = Math.ceil(Math.max(...halves.map((half) => half.trimEnd().length)) / 2);
    const size = [width, halves.length].map((count) => String(count).padStart(3, '0')).join('');
    const cells = halves.map((half) =>
      half
        .padEnd(2 * width)
        .slice(0, 2 * width)
        .replace(/(.)./g, '$1'),
    );
    return `${size}${cells.join('').replaceAll(' ', '.')}`;
  }
});
