import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join, join as joinPath } from 'node:path';
import t, { type Test } from 'tap';
import type { PlayerResult, Result } from '../../host/events/result.ts';
import { isThere } from '../support/without.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { type Outcome, resultsOf, run, run as runHost, start, until, withoutTerminal } from './wordhost.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('outcomes', async (t) => {
  const cwd = t.testdir({ ...letterA, 'notes.txt': 'no program' });
  chmodSync(join(cwd, 'notes.txt'), 0o644);
  const bots = join(import.meta.dirname, '..', 'games', 'bots');

  interface Row {
    readonly rule: string;
    /** Against a patient player, if it is one alone. */
    readonly players: readonly string[];
    readonly options?: readonly string[];
    readonly status: number;
    readonly game: Partial<Result>;
    /** What became of the players, by seat. */
    readonly became: readonly object[];
    readonly says?: RegExp;
  }

  const won = { outcome: 'won', reason: 'last-player', winner: 2 } as const;
  const offender = (kind: string, rule: string, at?: number) => ({
    outcome: 'offender',
    offence: { kind, rule, ...(at !== undefined && { at, unit: 'byte' }) },
  });
  const failed = (rule: string) => ({ outcome: 'failed', offence: { kind: 'startup', rule } });
  const afterDeal = (does: string, ready = 'r') => `printf ${ready}; ${dealt}; ${does}; exec sleep 60`;

  /** A player that goes wrong, and a patient one that wins by it. */
  function against(rule: string, player: string, became: object, more: Partial<Row> = {}): Row {
    return {
      rule,
      players: [player, patient],
      status: 1,
      game: won,
      became: [became, { outcome: 'won' }],
      ...more,
    };
  }

  const rows: readonly Row[] = [
    {
      rule: 'the one who peels last has won, the other has lost',
      players: [patient, quick],
      options: ['--bunch', 'last-bunch'],
      status: 0,
      game: { outcome: 'won', reason: 'bunch-empty', winner: 2, peels: 1 },
      became: [{ outcome: 'lost' }, { outcome: 'won', grid: '003001AAA' }],
    },
    {
      rule: 'a player alone wins if it gets to the end',
      players: ['printf r; head -c 7 >/dev/null; printf p006001AAAAAA; exec sleep 60'],
      options: ['--bunch', 'last-bunch', '--hand', '6'],
      status: 0,
      game: { outcome: 'won', reason: 'bunch-empty', winner: 1, peels: 1 },
      became: [{ outcome: 'won' }],
    },
    against('a command that is not there has failed', 'no_such_bot', failed('not-found'), {
      says: /^player 1 \(no_such_bot\): could not be started \(not-found\): .*no program no_such_bot on the PATH/m,
    }),
    against('a file that is no program has failed', './notes.txt', failed('not-executable'), {
      says: /^player 1 \(\.\/notes\.txt\): could not be started \(not-executable\): .*may not be executed/m,
    }),
    against('who exits before it is ready has failed', 'exit 3', failed('exited'), {
      says: /status 3 before it was ready/,
    }),
    against(
      'who closes its output before it is ready has failed',
      'exec >&-; exec sleep 60',
      failed('exited'),
    ),
    against('who is not ready in time has failed', 'exec sleep 60', failed('silent'), {
      options: ['--ready-timeout', '3s'],
      says: /was not ready within 3 s/,
    }),
    against('who exits with status 0 in mid-game has left', `printf r; ${dealt}`, {
      outcome: 'left',
      cause: 'exited',
    }),
    against('who closes its output in mid-game has left', afterDeal('exec >&-'), {
      outcome: 'left',
      cause: 'closed',
    }),
    against('who exits with another status has crashed', `printf r; ${dealt}; exit 3`, {
      outcome: 'left',
      cause: 'crashed',
      exit: { code: 3, signal: null },
    }),
    against('who dies of a signal has crashed', afterDeal('kill -SEGV $$'), {
      outcome: 'left',
      cause: 'crashed',
      exit: { code: null, signal: 'SIGSEGV' },
    }),
    against('a byte that no message allows', afterDeal('printf x'), offender('protocol', 'byte', 1)),
    against('a grid without cells', afterDeal('printf p000001'), offender('protocol', 'form', 1)),
    against('ready said twice', 'printf rr; exec sleep 60', offender('protocol', 'order', 1)),
    against('a peel before the deal', 'printf rp003001AAA; exec sleep 60', offender('protocol', 'order', 1), {
      players: ['printf rp003001AAA; exec sleep 60', `sleep 0.5; ${patient}`],
    }),
    against('a message before ready', 'printf dA; exec sleep 60', offender('protocol', 'order', 0)),
    against(
      'the number of a peel that nobody announced',
      afterDeal('printf p005003001AAA', 'n'),
      offender('protocol', 'number', 1),
    ),
    against('a peel that leaves tiles out', afterDeal('printf p002001AA'), offender('illegal', 'tiles', 1), {
      says: /A held but not used/,
    }),
    against(
      'a dump of a tile that it does not hold',
      afterDeal('printf dB'),
      offender('illegal', 'tiles', 1),
    ),
    against('a peel in two pieces', afterDeal('printf p004001AA.A'), offender('illegal', 'connected', 1)),
    against(
      'a peel with a word that is none',
      afterDeal('printf p003001AAA'),
      offender('illegal', 'word', 1),
      {
        options: ['--dictionary', 'pairs.txt'],
        says: /AAA across, from column 1 of row 1/,
      },
    ),
    against(
      'more output than --max-output',
      afterDeal("printf p099099; head -c 9000 /dev/zero | tr '\\0' ."),
      offender('flood', 'output', 1024),
      { options: ['--max-output', '1K'], says: /--max-output/ },
    ),
    against(
      'a peel that announces more than --max-message',
      afterDeal('printf p999999'),
      offender('flood', 'message', 1),
      { options: ['--max-message', '1K'], says: /a peel of 998008 bytes .*--max-message/ },
    ),
    against(
      'more late peels than --max-late',
      afterDeal('yes p001003001AAA | head -n 200 | tr -d "\\n"', 'n'),
      offender('flood', 'late'),
      { options: ['--max-late', '1K'], says: /--max-late/ },
    ),
    against(
      'who does not read what waits for it, over --max-unread',
      afterDeal('yes dA | head -n 40000 | tr -d "\\n"', 'n'),
      offender('flood', 'unread'),
      { options: ['--max-unread', '1K'], says: /--max-unread/ },
    ),
    against(
      'more memory than --memory',
      afterDeal('memory=$(head -c 90000000 /dev/zero | tr "\\0" A)'),
      { outcome: 'offender', offence: { kind: 'memory' } },
      { options: ['--memory', '20M'], says: /--memory/ },
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
      rule: 'a game over its own limit: a timeout, and all have lost',
      players: [patient, patient],
      options: ['--game-timeout', '200ms'],
      status: 1,
      game: { outcome: 'timeout', reason: 'game-timeout', winner: null },
      became: [{ outcome: 'lost' }, { outcome: 'lost' }],
    },
    {
      rule: 'nobody is there when the game would begin: aborted',
      players: ['exit 4', 'no_such_bot'],
      status: 1,
      game: { outcome: 'aborted', reason: 'nobody-left', winner: null },
      became: [failed('exited'), failed('not-found')],
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
    against('who exits between ready and the deal has failed', '', failed('exited'), {
      players: ['printf r', `sleep 0.3; ${patient}`],
    }),
  ];

  const play = async ({ players, options = [] }: Pick<Row, 'players' | 'options'>): Promise<Outcome> =>
    await run(['bananagrams', ...letterAOptions, '--json', ...options, '--', ...players], { cwd });

  t.test('what became of whom', async (t) => {
    for (const row of rows)
      t.test(row.rule, async (t) => {
        const outcome = await play(row);
        t.equal(outcome.status, row.status, outcome.stderr);
        t.match(outcome.stdout, /^\{.*\}\n$/, 'the result is one line, and all that stands there');
        const [result] = resultsOf(outcome);
        t.match(result, { ...row.game, players: row.became });
        if (row.says) t.match(outcome.stderr, row.says);
        t.equal(
          /to record and replay it/.test(outcome.stderr),
          result!.players.some(wentWrong) || ['stalled', 'game-timeout'].includes(result!.reason),
          'how to see it again',
        );
      });
  });

  function wentWrong({ outcome }: { readonly outcome: string }): boolean {
    return ['left', 'offender'].includes(outcome);
  }

  t.test('a bot that is not there: one clear line, exit 1, at once', async (t) => {
    const { status, stdout, stderr, ms } = await run(['--ready-timeout', '5m', 'no_such_bot', './other'], {
      cwd,
    });
    t.equal(status, 1);
    t.match(
      stderr,
      /^player 1 \(no_such_bot\): could not be started \(not-found\): .*no program no_such_bot/m,
    );
    t.match(stderr, /^player 2 \(\.\/other\): could not be started \(not-found\): .*no file \.\/other/m);
    t.match(stdout, /no winner: no player is left/);
    t.ok(ms < 60_000, `${Math.round(ms)} ms`);
  });

  t.test('a silent Python bot gets the line that flushes', async (t) => {
    const { status, stderr } = await run(['--ready-timeout', '5s', `python3 ${bots}/silent.py`, patient]);
    t.equal(status, 1);
    t.match(
      stderr,
      /player 1 .*silent.*was not ready within 5 s.*never flushed \(in Python: print\(.*flush=True\)\)/,
    );
  });

  t.test('a newline after r', async (t) => {
    const newline = `python3 ${bots}/newline.py`;

    t.test('is an offence, and the byte is marked', async (t) => {
      const { status, stderr } = await run([...letterAOptions, newline, patient], { cwd });
      t.equal(status, 1);
      t.match(stderr, /protocol \(byte\): a newline at byte 1: .*no newline either: write without one/);
      t.match(stderr, /end="" in Python.*--lenient/);
      t.match(stderr, /^ {2}> r?\\n\n +\^ byte 1$/m);
    });

    t.test('is passed over under --lenient, between all messages', async (t) => {
      const liner = `echo r; ${dealt}; echo p003001AAA; exec sleep 60`;
      const result = await run(
        [...letterAOptions, '--bunch', 'last-bunch', '--lenient', '--json', liner, patient],
        { cwd },
      );
      t.equal(result.status, 0, result.stderr);
      t.match(resultsOf(result)[0], { outcome: 'won', winner: 1 });
    });

    t.test('inside a message it is no message, --lenient or not', async (t) => {
      const split = `echo r; ${dealt}; printf 'p003001A\\nAA'; exec sleep 60`;
      const result = await run([...letterAOptions, '--lenient', '--json', split, patient], { cwd });
      t.match(resultsOf(result)[0]!.players[0], offender('protocol', 'byte', 10));
    });
  });

  t.test(
    'what a player does after the verdict changes nothing; a SIGKILL that it needed is noted',
    async (t) => {
      const stubborn = `trap "" TERM; printf r; while :; do sleep 0.02; done`;
      const options = ['--bunch', 'last-bunch', '--grace', '200ms', '--json'];
      const outcome = await run([...letterAOptions, ...options, quick, stubborn], { cwd });
      t.equal(outcome.status, 0, outcome.stderr);
      t.match(resultsOf(outcome)[0]!.players[1], { outcome: 'lost', exit: { killed: true } });
    },
  );

  t.test('the standard error of an offender is shown, its first lines and its end', async (t) => {
    const noisy = `for i in $(seq 50); do echo "line $i of my woes" >&2; done; ${afterDeal('printf x')}`;
    const { stderr } = await run([...letterAOptions, noisy, patient], { cwd });
    t.match(
      stderr,
      /first 3 lines and the last 7:\n {2}\| line 1 of .*( {2}\| line 4\d of my woes\n)+ {2}\| line 50 of/s,
    );
    t.notMatch(stderr, /line 9 of my woes/);
  });

  t.test('standard error is shown of the game in which it mattered', async (t) => {
    const woes = 'echo "woe in $WORDHOST_GAME" >&2';
    const told = (stderr: string) => [...stderr.matchAll(/\| woe in ([\w-]+)/g)].map(([, game]) => game);
    t.test('of a player that failed at the start', async (t) => {
      const outcome = await run([...letterAOptions, '--json', `${woes}; exit 3`, patient], { cwd });
      t.same(told(outcome.stderr), [resultsOf(outcome)[0]!.id]);
    });
    t.test('of a player that was dismissed long before the end', async (t) => {
      const options = [...letterAOptions, '--json', '--last-player', 'continue', '--stall', '2s'];
      const outcome = await run([...options, `${woes}; ${afterDeal('printf x')}`, patient, patient], { cwd });
      t.match(resultsOf(outcome)[0], { outcome: 'stalled', players: [{ outcome: 'offender' }, {}, {}] });
      t.same(told(outcome.stderr), [resultsOf(outcome)[0]!.id]);
    });
    t.test('of each of several games its own', async (t) => {
      const twice = [...letterAOptions, '--json', '--games', '2', '--no-rotate'];
      const outcome = await run([...twice, `${woes}; ${afterDeal('printf x')}`, patient], { cwd });
      const games = resultsOf(outcome).map(({ id }) => id);
      t.equal(new Set(games).size, 2);
      t.same(told(outcome.stderr), games);
    });
    t.test('as much as --max-stderr says', async (t) => {
      const long = `head -c 9000 /dev/zero | tr '\\0' x >&2; echo y >&2; ${afterDeal('printf x')}`;
      const kept = async (size: string) =>
        (await run([...letterAOptions, '--max-stderr', size, long, patient], { cwd })).stderr;
      t.match(await kept('100B'), /\| x{98}y\n/);
      t.notMatch(await kept('0'), /the end of its standard error/);
    });
  });
});

t.test('boggle', async (t) => {
  const cwd = t.testdir({ 'board.txt': 'C A T S\nO E D O\nA R I G\nS T N S\n' });
  const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
  const names = ['--name', 'Ada', '--name', 'Ben'];
  /** By the classic rules: says these when the game begins. */
  const shouts = (...lines: readonly string[]) =>
    `echo ready; while read -r line; do if [ "$line" = start ]; then printf '${lines.join('\\n')}\\n'; fi; done`;
  /** In turns: a line a turn, and pass where there are no more. */
  const says = (...lines: readonly string[]) =>
    `set -- ${lines.map((line) => `"${line}"`).join(' ')}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then echo "\${1:-pass}"; [ $# -eq 0 ] || shift; fi; done`;

  t.test(
    'A game: who has won, the figures, the best word on the board, and what each has found',
    async (t) => {
      const players = [
        shouts('guess CATS', 'guess toad', 'guess dog', 'done'),
        shouts('guess DOG', 'guess X', 'done'),
      ];
      const { status, stdout, stderr } = await run(['boggle', ...board, ...names, ...players], { cwd });
      t.equal(status, 0, stderr);
      t.match(stdout, /^player 1 \(Ada\) has won: all players are done\n/);
      t.match(stdout, / +1 {2}Ada +won +1 +2 +0 /);
      t.match(stdout, / {2}1: CATS 1 +1 Ada: 1 point, 2 words +2 Ben: 0 points, 1 word\n/);
      t.match(stdout, /\(C\)--A---T---S +CATS 1 +DOG 0 +DOG 0\n/);
    },
  );

  t.test('--json, --require and several games, as in every game', async (t) => {
    const players = [says('guess CATS'), says('guess CAT', 'guess CATS')];
    const rules = ['--rules', 'turns', '--turns', '4'];
    const outcome = await run(
      ['boggle', ...board, ...rules, '--json', '--games', '2', '--require', 'score.1>=1', ...players],
      { cwd },
    );
    t.equal(outcome.status, 0, outcome.stderr);
    t.match(resultsOf(outcome), [
      {
        game: 'boggle',
        reason: 'turns-used',
        turns: 4,
        players: [
          { score: 1, errors: 0 },
          { score: 1, errors: 1 },
        ],
      },
      {
        game: 'boggle',
        players: [
          { entry: 2, score: 1, errors: 1 },
          { entry: 1, score: 1 },
        ],
      },
    ]);
    const failed = await run(
      ['boggle', ...board, ...rules, '--quiet', '--require', 'score.1>=9', ...players],
      {
        cwd,
      },
    );
    t.match(failed, { status: 1, stderr: /score\.1>=9 does not hold: it was 1/ });
  });

  t.test('A board from a file, and a size to roll', async (t) => {
    const shows =
      'echo ready; while read -r line; do case $line in board*|row*) echo "$line" >&2;; start) echo done;; esac; done';
    const seen = async (...args: readonly string[]) =>
      (await run(['boggle', '--quiet', '--stderr', 'inherit', '--name', 'X', ...args, shows], { cwd }))
        .stderr;
    t.equal(
      await seen('--board', 'board.txt'),
      'X: board 4 4\nX: row C A T S\nX: row O E D O\nX: row A R I G\nX: row S T N S\n',
    );
    t.match(await seen('--width', '2', '--height', '3'), /^X: board 2 3\n(X: row [A-Z]+ [A-Z]+\n){3}$/);
  });

  t.test('An offender is told what it did, with the line at fault, and the status is 1', async (t) => {
    const { status, stderr } = await run(
      ['boggle', ...board, shouts('guess CATS', 'pass'), shouts('guess DOG')],
      { cwd },
    );
    t.equal(status, 1);
    t.match(stderr, /protocol \(word\): line 3: pass is for the rules of turns: say done at the end/);
    t.match(stderr, /to record and replay it: wordhost boggle .*--seed/);
  });

  t.test('A replay tells each guess, and with --grids draws the way of each word', async (t) => {
    const folder = t.testdir({});
    const players = [shouts('guess CATS', 'guess XQ', 'guess TTT', 'done'), shouts('guess DOG', 'done')];
    await run(['boggle', ...board, ...names, '--quiet', '--record', folder, ...players], { cwd });
    const path = join(folder, readdirSync(folder)[0]!);
    t.match(await say(['replay', '--verify', path], { cwd }), { status: 0, stdout: /: right\. / });
    const { stdout } = await say(['replay', '--grids', path], { cwd });
    t.match(stdout, / {2}the board is C A T S \/ O E D O \/ A R I G \/ S T N S\n/);
    t.match(stdout, /1 Ada finds CATS for 1\n\n {12}\(C\)--A---T---S\n\n {13}O {3}E {3}D {3}O\n/);
    t.match(stdout, /1 Ada guesses XQ: not in the dictionary\n/);
    t.match(stdout, /1 Ada is done\n/);
    t.match(stdout, /1 Ada has 1 word for 1\n/);
    t.notMatch(stdout, / \n/, 'nothing stands at the end of a line');
  });

  t.test(
    'With --view on a terminal the board is drawn again in one place',
    { skip: withoutTerminal },
    async (t) => {
      const player = 'wordhost player boggle --level few --pause 20ms';
      const { stdout } = await run(['boggle', '--seed', '4', '--view', ...names, player, player], {
        cwd,
        terminal: true,
      });
      t.match(stdout, /\[\d+A.\[J/s);
      t.match(stdout, /1 Ada: \d+ points?, \d+ words?/);
      t.match(stdout, /\d: [A-Z]+ \d+/);
    },
  );

  t.test('The demo plays by itself, and says what to try next', async (t) => {
    const { status, stdout } = await run(['demo', 'boggle', '--seed', '42'], { cwd });
    t.equal(status, 0);
    t.match(stdout, /1 Ada finds [A-Z]+ for \d+\n/);
    t.match(stdout, /has won: all players are done|a draw: all players are done/);
    t.match(stdout, /Now with a bot of your own/);
  });

  t.test('What is no game is a usage error, and nothing is started', async (t) => {
    for (const [args, complaint] of [
      [[], /boggle is for 1 to 16 players; 0 named/],
      [Array(17).fill('true'), /boggle is for 1 to 16 players; 17 named/],
      [['--rules', 'turns', 'true'], /--rules turns is for 2 players, and there is 1/],
      [['--rules', 'chess', 'true'], /--rules: expected one of classic, turns/],
      [['--time', '5', 'true'], /--time: expected a time with its unit/],
      [['--time', '0', 'true'], /--time: expected a time with its unit/],
      [['--turns', '0', 'true'], /--turns: expected a whole number from 1 to 1000/],
      [['--width', '17', 'true'], /--width: expected a whole number from 1 to 16/],
      [['--board', 'AB/C', 'true'], /--board: row 2: expected 2 cells/],
      [
        ['--board', 'nowhere', 'true'],
        /--board: cannot read nowhere: there is no such file or folder \(ENOENT\)\. Expected: board: its rows, as in RSPL/,
      ],
      [['--dictionary', 'none', 'true'], /--dictionary none: boggle cannot be played without a word list/],
      [['--handsize', '7', 'true'], /there is no option --handsize/],
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

  t.test(
    'Players that hold a game up are reported as offenders are, with what they may have overlooked',
    async (t) => {
      const stalled = await run(['--stall', '100ms', '--seed', '1', `printf n; echo hm >&2; ${reads}`], {
        cwd,
      });
      t.equal(stalled.status, 1);
      t.match(
        stalled.stderr,
        /player 1 \(.*\): was ready, and wrote nothing in the \d+ ms of the game after that\n.* > n\n.* < [A-Z]+\.\n/,
      );
      t.match(stalled.stderr, / {2}it used \d\.\d s of processor.*\n {2}it may read lines: .*full stop/);
      t.match(stalled.stderr, / {2}\| hm\n/);
    },
  );

  t.test('Timeouts are told: once at length, and in the line of each game of a series', async (t) => {
    const turns = ['--timeout', '20ms', '--margin', '0', '--max-turns', '2', '--seed', '1'];
    const series = ['scrabble', ...turns, '--games', '2', `echo ready; ${reads}`];
    const outcome = await run(series, { cwd });
    const told = 'ran out of time in 2 of 2 turns (20 ms each)';
    t.equal(outcome.stdout.split(`; player 1 (${series.at(-1)}): ${told}`).length, 3, outcome.stdout);
    t.equal(outcome.stderr.split(`): ${told}\n`).length, 2, outcome.stderr);
    const quiet = await run([...series, '--quiet'], { cwd });
    t.notMatch(quiet.stderr, 'ran out of time');
  });

  t.test('A terminal says for whom a game waits, while it lasts', { skip: withoutTerminal }, async (t) => {
    const host = start(['--name', 'Ada', '--stall', '20s', `printf n; ${reads}`], { cwd, terminal: true });
    await until(
      () => /no player has written anything for \d+\.\d s/.test(host.stdout),
      () => `the line of silence in ${host.stdout}`,
    );
    host.child.stdin!.write('\x03');
    const { stdout } = await host.ended;
    const after = stdout.slice(stdout.lastIndexOf('no player has written'));
    const removed = after.indexOf('\r\x1b[K');
    t.ok(removed > 0 && removed < after.indexOf('no winner: interrupted'), 'the line is removed at the end');
  });
});

t.test('warnings', async (t) => {
  /** Lays tiles that nobody has, in each of its turns. */
  const refused =
    'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo play 0 0 99Z1; fi; done';
  const passes = 'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo pass; fi; done';
  /** Waits for a newline, and none comes. */
  const readsLines = 'printf n; read -r hand; echo "p$hand"';
  const half = 'printf n; head -c 22 > /dev/null; printf p0001; cat > /dev/null';
  const winner = 'printf n; exec sleep 100';

  const cwd = t.testdir({
    'refused.sh': refused,
    'passes.sh': passes,
    'league.yml':
      'game: scrabble\nname: League\nplayers:\n  - { name: ada, command: sh refused.sh }\n  - { name: ben, command: sh passes.sh }\nformat: { kind: round-robin, rounds: 2 }\noptions: { max-turns: 4 }\n',
  });
  const turns = ['--max-turns', '4', '--seed', '1'];
  const both = ['sh refused.sh', 'sh passes.sh'];
  const each = (moves: number, where: string) =>
    new RegExp(
      `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused; the reason: piecedoesnotexist \\(for example ${where}: play 0 0 99Z1: piecedoesnotexist 99\\)`,
    );

  t.test('a player whose every move was refused is named in the summary of a game', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, ...both], { cwd });
    t.match(stdout, each(2, 'move 1'));
    t.notMatch(stdout, 'passes.sh) made');
  });

  t.test('so are a series, a comparison, a tournament and its report', async (t) => {
    const series = await run(['scrabble', ...turns, '--games', '2', '--markdown', 'series.md', ...both], {
      cwd,
    });
    t.match(series.stdout, each(4, 'game 1, move 1'));
    const compared = await run(
      ['compare', 'scrabble', ...turns, '--games', '2', '--markdown', '-', ...both],
      {
        cwd,
      },
    );
    t.match(compared.stderr, each(4, 'game 1, move 1'));
    t.match(compared.stdout, each(4, 'game 1, move 1'), 'in Markdown too');
    const tournament = await run(['tournament', 'league.yml'], { cwd });
    t.match(tournament.stdout, /\nWarnings\n\n {2}ada made \d+ moves, and each was refused/);
    const forms = ['terminal', 'json', 'html', 'markdown'];
    for (const form of forms) {
      const { stdout } = await say(['report', '--as', form, 'league.db'], { cwd });
      t.match(stdout, /made \d+ moves, and each was refused/, form);
    }
  });

  t.test('the result counts what was refused, by rule, with the first of each', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, '--json', ...both], { cwd });
    const { players } = JSON.parse(stdout) as { readonly players: readonly PlayerResult[] };
    const rules = {
      piecedoesnotexist: { count: 2, first: 1, move: 'play 0 0 99Z1', why: 'piecedoesnotexist 99' },
    };
    t.match(players, [
      { messages: 2, refused: { of: 2, rules } },
      { messages: 2, refused: undefined },
    ]);
  });

  t.test('a player that never answers, and one that stops within a message, are named', async (t) => {
    const stall = ['--stall', '1500ms', '--seed', '1'];
    const silent = await run([...stall, readsLines, half], { cwd });
    t.match(
      silent.stdout,
      /player 1 \(.*\) was ready, and sent no whole message in the \d\.\d s of the game\n/,
    );
    t.match(silent.stdout, /player 2 \(.*\) was ready, and sent no whole message in .*: it began a peel/);
    const series = await run([...stall, '--games', '2', readsLines, winner], { cwd });
    t.match(series.stdout, /player 1 \(.*\) was ready, and sent no whole message in any of 2 games\n/);
  });
});

t.test('first seat', async (t) => {
  const passes =
    'echo ready; while read -r word rest; do case $word in turn) echo pass;; gameover) exit;; esac; done';
  const games = {
    scrabble: ['scrabble', '--max-turns', '3'],
    boggle: ['boggle', '--rules', 'turns', '--turns', '3'],
  } as const;

  /** Who had the first turn of each game, by name and seat. */
  async function began(t: Test, args: readonly string[]) {
    const cwd = t.testdir({ 'bot.sh': passes, 'words.txt': 'AA\n' });
    const run = (words: readonly string[]) => runHost(words, { cwd });
    const named = ['--name', 'Ada', '--name', 'Ben', 'sh bot.sh', 'sh bot.sh'];
    const rest = ['--dictionary', 'words.txt', '--record', 'records', '--json', ...named];
    const outcome = await run([...args, ...rest]);
    const results: readonly Result[] = resultsOf(outcome);
    t.equal(results.length > 0, true, outcome.stderr);
    const files = readdirSync(join(cwd, 'records')).map((file) => join('records', file));
    t.match(
      await say(['replay', '--verify', ...files], { cwd }),
      { status: 0 },
      'each record says the same again',
    );
    return results.map(({ id, players, seed }) => {
      const events = readFileSync(join(cwd, 'records', `${id}.jsonl`), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const { seat } = events.find(({ type }) => type === 'turn');
      return { seat, name: players[seat - 1]!.name, seed, options: events[0].options };
    });
  }

  for (const [name, game] of Object.entries(games)) {
    const series = [...game, '--seed', '1', '--games', '4', '--first', '2'];

    t.test(`${name}: the seat of --first begins in every game, and the record says so`, async (t) => {
      const always = { seat: 2, name: 'Ben', options: { first: 2 } };
      t.match(await began(t, [...series, '--no-rotate']), [always, always, always, always]);
    });

    t.test(`${name}: as seats rotate, others begin; mirrored, each player does with each seed`, async (t) => {
      const inTurn = [{ name: 'Ben' }, { name: 'Ada' }, { name: 'Ben' }, { name: 'Ada' }];
      t.match(await began(t, series), inTurn);
      const mirrored = await began(t, [...series, '--mirrored']);
      t.match(mirrored, inTurn);
      t.same(
        mirrored.map(({ seed }) => seed === mirrored[0]!.seed),
        [true, true, false, false],
      );
    });
  }

  t.test('a seat that cannot begin is a usage error', async (t) => {
    for (const [args, said] of [
      [['scrabble', '--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
      [
        ['boggle', '--rules', 'turns', '--first', '3'],
        /--first 3: expected a seat from 1 to 2, since 2 play/,
      ],
      [['boggle', '--first', '1'], /--first is for --rules turns: by the classic rules all play at once/],
      [['scrabble', '--first', '0'], /--first: expected a whole number from 1 to 16.*; got "?0/],
      [['bananagrams', '--first', '1'], /there is no option --first/],
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

  t.test(
    'With --view a game is told move by move on standard error, and the result stays alone',
    async (t) => {
      const { status, stdout, stderr } = await run([...table, '--view', '--json', ...players], { cwd });
      t.equal(status, 0, stderr);
      t.match(JSON.parse(stdout), { game: 'scrabble', outcome: 'won' });
      t.match(stderr, /1 Ada is dealt \S{7}\n[\s\S]*1 Ada plays [A-Z, ]+ for \d+: \d+ points/);
    },
  );

  t.test('On a terminal it is a picture, drawn again in one place', { skip: withoutTerminal }, async (t) => {
    const { stdout } = await run([...table, '--view', ...players], { cwd, terminal: true });
    t.match(stdout, /\[\d+A.\[J/s);
    t.match(stdout, /1 Ada: \d+ points, holds/);
  });

  t.test('One game can be looked at, not many at once', async (t) => {
    const outcome = await run([...table, '--view', '--games', '2', ...players], { cwd });
    t.match(outcome, {
      status: 2,
      stdout: '',
      stderr: /--view is for one game; for several use --record and wordhost replay --grids/,
    });
  });

  t.test(
    'A game of Scrabble is replayed with the board, the tiles and the points after each play',
    async (t) => {
      const folder = t.testdir({});
      await run([...table, '--quiet', '--record', folder, ...players], { cwd });
      const [name] = readdirSync(folder);
      const { stdout } = await say(['replay', '--grids', join(folder, name!)], { cwd });
      t.match(
        stdout,
        /1 Ada plays \S+ for \d+: (\d+) points\n\n +\S+ for \d+ +1 Ada: \d+ points, holds [A-Z?]+ +2 Ben: 0 points, holds [A-Z?]+\n/,
      );
      t.match(stdout, /1 Ada: -?\d+ points|has won/);
    },
  );
});

t.test('processes', async (t) => {
  const root = join(beside('../games'), '..', '..');
  const examples = join(root, 'examples', 'bananagrams');
  const bots = join(beside('../games'), 'bots');
  const compiled = join(t.testdir({}), 'player');

  const missing = ['python3', 'cc', 'awk'].filter((tool) => !isThere(tool));
  const skip = missing.length > 0 && `${missing.join(', ')}: not installed`;
  if (!skip) spawnSync('cc', ['-O2', '-o', compiled, join(examples, 'c', 'player.c')], { stdio: 'inherit' });

  const python = `python3 '${join(examples, 'python', 'player.py')}'`;
  const c = `'${compiled}'`;
  const awk = `awk -f '${join(examples, 'awk', 'player.awk')}'`;
  const oneByte = `python3 '${join(bots, 'one-byte.py')}'`;
  const allAtOnce = `python3 '${join(bots, 'all-at-once.py')}'`;
  const builtIn = (dialect: string) => `wordhost player bananagrams --dialect ${dialect}`;

  const tables: Readonly<Record<string, readonly string[]>> = {
    'a numbered Python bot and a plain C bot': [python, c],
    'a numbered Python bot and a plain awk bot': [python, awk],
    'three languages': [python, c, awk],
    'one that writes a byte at a time, and one that writes everything at once': [oneByte, allAtOnce],
    'the built-in player in both dialects, and both examples': [
      builtIn('numbered'),
      builtIn('plain'),
      python,
      c,
    ],
  };

  /** The winner's grid, judged by the command: with its own tiles. */
  async function verdictOn({ players, winner }: Result): Promise<{ status: number | null; stdout: string }> {
    const grid = String(players[winner! - 1]!.grid);
    const tiles = grid.replace(/[^A-Z]/g, '');
    return await say(['judge', 'bananagrams', '--tiles', tiles, grid]);
  }

  t.test('bots of all kinds at one table play to the end', { skip }, async (t) => {
    for (const [table, players] of Object.entries(tables))
      t.test(table, async (t) => {
        const outcome = await run(['--json', '--seed', '3', '--', ...players]);
        t.equal(outcome.status, 0, outcome.stderr);
        const [result] = resultsOf(outcome);
        t.match(result, { outcome: 'won', reason: 'bunch-empty' });
        t.match(await verdictOn(result!), { status: 0, stdout: 'legal\n' });
        const peels = result!.players.map((player) => Number(player.peels));
        t.equal(
          peels.reduce((sum, count) => sum + count),
          result!.peels,
          'each peel is somebody’s',
        );
      });
  });

  t.test('equal players, a plain and a numbered one: nobody is punished for a race', async (t) => {
    const bunch = 'A 90';
    const words = Array.from({ length: 90 }, (_, index) => 'A'.repeat(index + 1)).join('\n');
    const cwd = t.testdir({ bunch, 'words.txt': words });
    const options = '--json --games 4 --seed race --hand 1 --bunch bunch --dictionary words.txt';
    const bot = (dialect: string) => `node '${join(bots, 'answers-each.mjs')}' ${dialect}`;
    const outcome = await run([...options.split(' '), bot('numbered'), bot('plain')], { cwd });
    t.equal(outcome.status, 0, outcome.stderr);
    const results = resultsOf(outcome);
    t.equal(results.length, 4);
    for (const { players } of results)
      t.ok(
        players.some(({ late }) => Number(late) > 0),
        'both answer every gate, and one of them too late',
      );
  });

  t.test('the demo: a game to its end, with a grid that judge calls legal', async (t) => {
    const { status, stdout, stderr, ms } = await run(['demo']);
    t.equal(status, 0, stderr);
    t.match(stdout, /has won: the bunch is empty/);
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
