import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { binary, type Outcome, resultsOf, run, succeed, usageError } from './wordhost.ts';

t.test('series', async (t) => {
  const cwd = t.testdir(letterA);
  const last = [...letterAOptions, '--bunch', 'last-bunch'];
  const named = ['--name', 'Ada', '--name', 'Ben'];
  const three = [...last, '--games', '3', ...named, quick, patient];

  t.test('with --games everybody moves on by one seat after each game', async (t) => {
    const outcome = await succeed(t, ['--json', ...three], { cwd });
    const seats = resultsOf(outcome).map(({ winner, players }) => ({
      winner,
      entries: players.map(({ entry, name }) => `${entry} ${name}`),
    }));
    t.same(seats, [
      { winner: 1, entries: ['1 Ada', '2 Ben'] },
      { winner: 2, entries: ['2 Ben', '1 Ada'] },
      { winner: 1, entries: ['1 Ada', '2 Ben'] },
    ]);
  });

  t.test('games say the hash of the seed of the run, from which their seeds follow', async (t) => {
    const outcome = await run(['--json', '--seed', 'published', '--record', 'games', ...three], { cwd });
    const hash = createHash('sha256').update('published').digest('hex');
    t.strictSame(
      resultsOf(outcome).map((result) => result['seed-hash']),
      [hash, hash, hash],
      outcome.stderr,
    );
    const verify = async (seed: string, ...paths: readonly string[]) =>
      await say(['replay', '--verify', '--run-seed', seed, ...paths], { cwd });
    t.match(await verify('published', 'games'), { status: 0, stdout: /3 records: all verified/ });
    t.match(await verify('other', 'games'), {
      status: 1,
      stdout: /not verified\. Line 1: its seed-hash is /,
    });
    const [name = ''] = readdirSync(join(cwd, 'games'));
    const record = readFileSync(join(cwd, 'games', name), 'utf8');
    const changed = (from: RegExp, to: string) => {
      writeFileSync(join(cwd, 'changed'), record.replaceAll(from, to));
    };
    changed(/"seed":"\w+"/g, '"seed":"chosen"');
    t.match(await verify('published', 'changed'), {
      status: 1,
      stdout: /chosen.*not follow/,
    });
    changed(/"seed-hash":"\w+",/g, '');
    t.match(await verify('published', 'changed'), { status: 1, stdout: /the game has no seed-hash/ });
    changed(/"seed-hash":"\w+"(?=.*"players")/g, `"seed-hash":"${'0'.repeat(64)}"`);
    t.match(await verify('published', 'changed'), { status: 1, stdout: /its seed-hash is 0000/ });
  });

  t.test('standings, by the place on the command line', async (t) => {
    const { stdout } = await run(three, { cwd });
    t.match(stdout, /^game 1: player 1 \(Ada\) has won: the bunch is empty .*seed \w+\)$/m);
    t.match(stdout, /^game 2: player 1 \(Ada\) has won/m);
    t.match(stdout, /^3 games\n +player +won +drawn +lost +out +share\n/m);
    t.match(stdout, /^ +Ada +3 +0 +0 +0 +100\.0%$/m);
    t.match(stdout, /^ +Ben +0 +0 +3 +0 +0\.0%$/m);
  });

  t.test('--require', async (t) => {
    const meet = async (...conditions: string[]) =>
      await run([...conditions.flatMap((condition) => ['--require', condition]), '--quiet', ...three], {
        cwd,
      });

    t.test('what holds leaves the status as it is', async (t) => {
      const { status, stderr } = await meet(
        'games.1>=55%',
        'games.2=0',
        'offences=0',
        'winner=1',
        'peels.1>=1',
      );
      t.match({ status, stderr }, { status: 0, stderr: '' });
    });

    t.test('what does not hold is said, each, and the status is 1', async (t) => {
      const { status, stderr } = await meet(
        'games.2>=55%',
        'winner=2',
        'offences.1>0',
        'peels.2>0',
        'winner=1',
      );
      t.equal(status, 1);
      t.match(stderr, /--require games\.2>=55% failed: it was 0% of 3 games/);
      t.match(stderr, /--require winner=2 failed: it was 1 in game 1/);
      t.match(stderr, /--require offences\.1>0 failed: it was 0 in 3 games/);
      t.match(stderr, /--require peels\.2>0 failed: it was 0 in game 1/);
      t.notMatch(stderr, /winner=1 does not/);
    });
  });

  t.test('the exit status is the worst of all games', async (t) => {
    const once = `if mkdir once 2>/dev/null; then printf x; else ${quick}; fi`;
    const outcome = await run([...last, '--games', '2', '--json', once, patient], { cwd });
    t.equal(outcome.status, 1);
    t.match(resultsOf(outcome), [{ players: [{ outcome: 'offender' }, {}] }, { outcome: 'won', winner: 2 }]);
    t.match(outcome.stderr, /^2 games, seed /m);
  });

  t.test('--quiet keeps the table of a series, and --standings writes it for programs', async (t) => {
    const outcome = await run(['--quiet', '--standings', 'standings.json', ...three], { cwd });
    t.match(outcome, { status: 0, stderr: '' });
    t.match(
      outcome.stdout,
      /^3 games\n {2}player +won .*\n {2}Ada .*\n {2}Ben .*\n\n {2}player +peels +thinking\/answer\n/m,
    );
    const standings = JSON.parse(readFileSync(join(cwd, 'standings.json'), 'utf8'));
    t.match(standings, { wordhost: 1, game: 'bananagrams', figure: 'peels', games: 3 });
    t.match(standings.players, [
      { entry: 1, name: 'Ada', won: 3, share: 1 },
      { entry: 2, name: 'Ben', won: 0, share: 0 },
    ]);
  });

  t.test('--standings writes over no file of something else', async (t) => {
    const outcome = await run(['--standings', 'words.txt', ...three], { cwd });
    t.match(
      outcome,
      usageError(/^wordhost: --standings words\.txt cannot be used: .*exists.*not.*standings/),
    );
    const nowhere = await run(['--standings', 'no/such/folder', ...three], { cwd });
    t.match(nowhere, usageError(/--standings no\/such\/folder cannot be used: no such file or folder/));
  });
});

t.test('jobs', async (t) => {
  const cwd = t.testdir(letterA);
  const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';
  const turns = ['scrabble', '--seed', '7', '--dictionary', 'words.txt'];

  interface Numbered {
    readonly number: number;
  }

  /** What a game came to, without its id and what is measured. */
  function cameTo(outcome: Outcome): object[] {
    const results = resultsOf(outcome) as (ReturnType<typeof resultsOf>[number] & Numbered)[];
    return results
      .map(({ id, startedAt, ms, loopDelayMs, overloaded, players, ...same }) => ({
        ...same,
        players: players.map(({ thinkMs, cpuMs, waitMs, maxRssKb, exit, ...player }) => player),
      }))
      .sort((one, other) => one.number - other.number);
  }

  t.test('a turn game has the same result whatever --jobs is', async (t) => {
    const series = [...turns, '--games', '8', '--json', '--record'];
    const play = (jobs: string) => run([...series, `games-${jobs}`, '--jobs', jobs, passes, passes], { cwd });
    const one = await play('1');
    t.equal(one.status, 0, one.stderr);
    t.same(
      cameTo(one).map((game) => (game as unknown as Numbered).number),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    const several = await play('3');
    t.equal(several.status, 0, several.stderr);
    t.same(cameTo(several), cameTo(one));
    t.equal(readdirSync(join(cwd, 'games-3')).length, 8);
    const [record = ''] = readdirSync(join(cwd, 'games-3'));
    const verified = await say(['replay', '--verify', join('games-3', record)], { cwd });
    t.match(verified, { status: 0, stdout: /: verified\. / });
  });

  t.test('--jobs', async (t) => {
    const mistakes: [words: string[], says: RegExp][] = [
      [['--jobs', '0'], /--jobs: expected a whole number from 1 to 1000, or auto; got "0"/],
      [['--jobs', 'many'], /--jobs: expected .*, or auto; got "many"/],
      [['--jobs', '2', '--trace'], /--jobs 2: --trace requires --jobs 1/],
    ];
    for (const [words, says] of mistakes)
      t.match(await say(['scrabble', '--games', '9', ...words, 'a', 'b'], { cwd }), usageError(says));
  });
});

t.test('match files', async (t) => {
  const cwd = t.testdir({ one: { inner: {} }, two: {}, said: {} });
  const file = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  const bot = (folder: string, text: string) => {
    file(join(folder, 'bot'), `#!/bin/sh\n${text}\necho ready; while read -r line; do :; done\n`);
    chmodSync(join(cwd, folder, 'bot'), 0o755);
  };
  const shared = 'time: 100ms\nseed: 1\nquiet: true\n';

  t.test('players of a file have their folders, variables and counts', async (t) => {
    for (const folder of ['one', 'two']) bot(folder, 'echo "$PWD $LEVEL $ALL" >> here');
    file(
      'match.yaml',
      `${shared}games: 2
env: [ALL=both, LEVEL=low]
copies: 2
players:
  - command: ./bot
    cwd: one
    env: [LEVEL=s3cr3t]
  - { command: ./bot, name: other, cwd: two, copies: 1 }
`,
    );
    const args = ['boggle', '--config', 'match.yaml', '--record', 'kept', '--json'];
    const { stdout } = await succeed(t, args, { cwd });
    t.equal(readFileSync(join(cwd, 'one/here'), 'utf8'), `${join(cwd, 'one')} s3cr3t both\n`.repeat(4));
    t.equal(readFileSync(join(cwd, 'two/here'), 'utf8'), `${join(cwd, 'two')} low both\n`.repeat(2));
    const [first, second] = jsonLines(stdout);
    const names = ({ players }: typeof first) => players.map(({ name }: { name: string }) => name);
    t.same(names(first), ['./bot', './bot #2', 'other']);
    t.same(names(second), ['./bot #2', 'other', './bot'], 'the seats are rotated');
    const records = readdirSync(join(cwd, 'kept')).map((name) =>
      readFileSync(join(cwd, 'kept', name), 'utf8'),
    );
    t.equal(records.length, 2);
    for (const text of records) t.notMatch(text, 's3cr3t', 'variables are in no record');
    const verified = await say(['replay', '--verify', 'kept'], { cwd });
    t.equal(verified.status, 0, verified.stdout + verified.stderr);
  });

  t.test('the command that repeats a game of a file seats its players as they sat', async (t) => {
    bot('one', 'echo "?"');
    bot('two', '');
    file(
      'bad.yaml',
      `${shared}games: 2\nplayers: [{ command: ./bot, cwd: one }, { command: ./bot, cwd: two }]\n`,
    );
    const args = ['boggle', '--config', 'bad.yaml'];
    const { stderr } = await run(args, { cwd });
    const lines = [...stderr.matchAll(/to record and replay the game: (.*)$/gm)].map(([, line]) => line!);
    t.equal(lines.length, 2, stderr);
    const pasted = await run([lines[1]!], {
      cwd,
      host: ['sh', '-c', `wordhost() { '${process.execPath}' '${binary}' "$@"; }; eval "$1"`, 'sh'],
    });
    t.equal(pasted.status, 1, pasted.stderr);
    const [record] = readdirSync(join(cwd, 'games'));
    const [head] = readFileSync(join(cwd, 'games', record!), 'utf8').split('\n');
    const { players, seed } = JSON.parse(head!);
    t.same(
      players.map(({ name }: { name: string }) => name),
      ['./bot #2', './bot'],
    );
    t.match(lines[1], `--seed ${seed} --seat 2 --seat 1 `);
    t.match(pasted.stderr, /player 2 \(\.\/bot\): protocol/);
  });

  t.test('a limit is for its player alone', { skip: hasProc ? false : 'needs /proc' }, async (t) => {
    const many = 'sleep 9 & sleep 9 & sleep 9 &';
    for (const folder of ['one', 'two']) bot(folder, many);
    file(
      'limits.yaml',
      `${shared}players: [{ command: ./bot, cwd: one, max-processes: 2 }, { command: ./bot, cwd: two, name: free }]\n`,
    );
    const { stdout } = await run(['boggle', '--config', 'limits.yaml', '--time', '60s', '--json'], { cwd });
    const { players } = JSON.parse(stdout);
    t.match(players, [
      { outcome: 'offender', offence: { kind: 'flood', rule: 'processes' } },
      { outcome: 'won' },
    ]);
  });

  t.test('a file that cannot be played is a mistake of its user, before anything is started', async (t) => {
    bot('one', 'touch started');
    const refused = async (players: string, says: RegExp, more: readonly string[] = []) => {
      file('wrong.yaml', `${shared}players:\n  - { command: ./bot, cwd: one }\n  - ${players}\n`);
      t.match(await say(['boggle', '--config', 'wrong.yaml', ...more], { cwd }), usageError(says));
    };
    await refused(
      '{ command: ./bot, cwd: none }',
      /wrong\.yaml:\d+:\d+: players\[1\]\.cwd none cannot be used: no such file or folder/,
    );
    await refused(
      '{ command: ./bot, cwd: one/bot }',
      /players\[1\]\.cwd one\/bot cannot be used: .*part.*not.*folder/,
    );
    await refused('{ cwd: one }', /players\[1\]\.command: expected.*shell; got nothing/);
    await refused(
      '{ command: ./bot, env: NO_SUCH }',
      /players\[1\]\.env NO_SUCH: .*environment.*no variable NO_SUCH/,
    );
    await refused('./bot', /wrong\.yaml.*command line/, ['./bot']);
    await refused('./bot', /boggle is for 1 to \d+ players; got 128/, ['--copies', '64']);
    await refused(
      './bot\n  x: 1',
      /^wordhost: wrong\.yaml:7:1: All mapping items must start at the same column$/m,
    );
    t.notOk(readdirSync(join(cwd, 'one')).includes('started'));
    const other = await say(['check', 'boggle', '--config', 'wrong.yaml', './bot'], { cwd });
    t.match(other, { status: 2 });
  });

  const strict = await probeSandbox('strict');
  const skip = 'problem' in strict ? strict.problem : false;

  t.test('under strict each player of a file sees its own folder alone', { skip }, async (t) => {
    for (const folder of ['', 'one', 'one/inner', 'two']) {
      mkdirSync(join(cwd, folder), { recursive: true });
      chmodSync(join(cwd, folder), 0o755);
    }
    const places = ['one', 'one/inner', 'two'];
    for (const place of places) {
      file(join(place, 'secret'), `${place} is seen\n`);
      chmodSync(join(cwd, place, 'secret'), 0o644);
      const others = places.map((other) => join(cwd, other, 'secret')).join(' ');
      bot(place, `cat ${others} >&2`);
    }
    const list = places.map(
      (place) => `{ command: ./bot, name: in-${place.replace('/', '-')}, cwd: ${place} }`,
    );
    file('apart.yaml', `${shared}sandbox: strict\nstderr: inherit\nplayers: [${list.join(', ')}]\n`);
    const { stderr } = await run(['boggle', '--config', 'apart.yaml'], { cwd });
    t.same([...stderr.matchAll(/^.*is seen$/gm)].map(([line]) => line).sort(), [
      'in-one-inner: one/inner is seen',
      'in-one: one is seen',
      'in-two: two is seen',
    ]);
  });
});
