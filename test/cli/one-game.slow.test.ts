import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { jsonLines } from '../support/json-lines.ts';
import { isThere } from '../support/without.ts';
import { say } from './in-process.ts';
import { dealt, letterAOptions, patient, quick } from './letter-a.ts';
import { afterDeal, against, failed, folderOfPlayers, offender, tryOutcomes } from './outcome-rows.ts';
import { resultsOf, run, run as runHost, withoutTerminal } from './wordhost.ts';

const beside = (path: string) => join(import.meta.dirname, path);

const bots = join(import.meta.dirname, '..', 'games', 'bots');

t.test('outcomes', async (t) => {
  const cwd = folderOfPlayers(t);

  await tryOutcomes(t, cwd, [
    {
      rule: 'a player alone wins if it gets to the end',
      players: ['printf r; head -c 7 >/dev/null; printf p006001AAAAAA; exec sleep 60'],
      options: ['--bunch', 'last-bunch', '--hand', '6'],
      status: 0,
      game: { outcome: 'won', reason: 'bunch-empty', winner: 1, peels: 1 },
      became: [{ outcome: 'won' }],
    },
    against('a file that is no program has failed', './notes.txt', failed('not-executable'), {
      says: /^player 1 \(\.\/notes\.txt\): could not be started \(not-executable\): .*is not executable/m,
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
    against('who closes its output in mid-game has left', afterDeal('exec >&-'), {
      outcome: 'left',
      cause: 'closed',
    }),
    against('who exits with another status has crashed', `printf r; ${dealt}; exit 3`, {
      outcome: 'left',
      cause: 'crashed',
      exit: { code: 3, signal: null },
    }),
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
      says: /A in the hand but not used/,
    }),
    against(
      'a dump of a tile that it does not hold',
      afterDeal('printf dB'),
      offender('illegal', 'tiles', 1),
    ),
    against('a peel in two pieces', afterDeal('printf p004001AA.A'), offender('illegal', 'connected', 1)),
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
    against('who exits between ready and the deal has failed', '', failed('exited'), {
      players: ['printf r', `sleep 0.3; ${patient}`],
    }),
  ]);

  t.test('a bot that is not there: one clear line, exit 1, at once', async (t) => {
    const { status, stdout, stderr, ms } = await run(['--ready-timeout', '5m', 'no_such_bot', './other'], {
      cwd,
    });
    t.equal(status, 1);
    t.match(
      stderr,
      /^player 1 \(no_such_bot\): could not be started \(not-found\): .*cannot find the program no_such_bot/m,
    );
    t.match(
      stderr,
      /^player 2 \(\.\/other\): could not be started \(not-found\): .*cannot find the file \.\/other/m,
    );
    t.match(stdout, /no winner: no player is left/);
    t.ok(ms < 60_000, `${Math.round(ms)} ms`);
  });

  t.test('a silent Python bot gets the line that flushes', async (t) => {
    const { status, stderr } = await run(['--ready-timeout', '5s', `python3 ${bots}/silent.py`, patient]);
    t.equal(status, 1);
    t.match(
      stderr,
      /player 1 .*silent.*was not ready within 5 s.*did not flush its output \(in Python: print\(.*flush=True\)\)/,
    );
  });

  t.test('a newline after r', async (t) => {
    const newline = `python3 ${bots}/newline.py`;

    t.test('is an offence, and the byte is marked', async (t) => {
      const { status, stderr } = await run([...letterAOptions, newline, patient], { cwd });
      t.equal(status, 1);
      t.match(stderr, /protocol \(byte\): a newline at byte 1: .*not even a newline \(printf/);
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

  t.test('acts after the verdict change nothing; a SIGKILL is noted', async (t) => {
    const stubborn = `trap "" TERM; printf r; while :; do sleep 0.02; done`;
    const options = ['--bunch', 'last-bunch', '--grace', '200ms', '--json'];
    const outcome = await run([...letterAOptions, ...options, quick, stubborn], { cwd });
    t.equal(outcome.status, 0, outcome.stderr);
    t.match(resultsOf(outcome)[0]!.players[1], { outcome: 'lost', exit: { killed: true } });
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
  const says = (...lines: readonly string[]) =>
    `set -- ${lines.map((line) => `"${line}"`).join(' ')}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then echo "\${1:-pass}"; [ $# -eq 0 ] || shift; fi; done`;

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
      { cwd },
    );
    t.match(failed, { status: 1, stderr: /score\.1>=9 failed: it was 1/ });
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

  t.test('--view redraws the board in one place', { skip: withoutTerminal }, async (t) => {
    const player = 'wordhost player boggle --level few --pause 20ms';
    const { stdout } = await run(['boggle', '--seed', '4', '--view', ...names, player, player], {
      cwd,
      terminal: true,
    });
    t.match(stdout, /\[\d+A.\[J/s);
    t.match(stdout, /1 Ada: \d+ points?, \d+ words?/);
    t.match(stdout, /\d: [A-Z]+ \d+/);
  });

  t.test('The demo plays by itself, and says what to try next', async (t) => {
    const { status, stdout } = await run(['demo', 'boggle', '--seed', '42'], { cwd });
    t.equal(status, 0);
    t.match(stdout, /1 Ada finds [A-Z]+ for \d+\n/);
    t.match(stdout, /has won: all players are done|a draw: all players are done/);
    t.match(stdout, /with a bot of your own/);
  });
});

t.test('silence', async (t) => {
  const cwd = t.testdir({});
  const reads = 'cat > /dev/null';

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
});

t.test('warnings', async (t) => {
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
      `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused by the rule piecedoesnotexist; for example ${where}: play 0 0 99Z1: this game has no tile 99(; [\\w ]+)?, with the hand [A-Z?]+, on [\\w/]+ / 0/\\d+ \\d+`,
    );

  t.test('so are a series, a comparison, a tournament and its report', async (t) => {
    const series = await run(['scrabble', ...turns, '--games', '2', '--markdown', 'series.md', ...both], {
      cwd,
    });
    t.match(series.stdout, each(4, 'game 1, move 1'));
    const compared = await run(
      ['compare', 'scrabble', ...turns, '--games', '2', '--markdown', '-', ...both],
      { cwd },
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
      const events = jsonLines(readFileSync(join(cwd, 'records', `${id}.jsonl`), 'utf8'));
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
});
