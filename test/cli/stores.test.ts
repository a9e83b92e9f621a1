import { execFileSync, fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { HostFailure, VoidMatch } from '../../host/core/errors.ts';
import { version } from '../../host/core/version.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Setup } from '../../host/runs/worker-pool.ts';
import { Worker } from '../../host/runs/worker-pool.ts';
import type { HostingRequest } from '../../host/seats/process/process-seats.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { planOf } from '../contracts/plan-of.ts';
import { lexiconWith } from '../games/table.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { say } from './in-process.ts';
import { dealt, letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { addressOf, ask, events } from './pages.ts';
import { binary, run, start, until } from './wordhost.ts';

/** It answers no turn. */
const loops = 'echo ready; exec sleep 60';
const passes = 'echo ready; while read -r line; do case $line in turn*) echo pass;; esac; done';

t.test('stores', async (t) => {
  /* One comparison of two pairs, kept in a store, and what can be done with it. */

  const cwd = t.testdir({ ...letterA, 'notes.txt': 'dear diary' });
  const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
  const players = ['--name', 'Ada', '--name', 'Ben', quick, patient];
  const compare = (...words: string[]) => run([...game, ...words, ...players], { cwd });
  const at = (name: string) => join(cwd, name);
  const copy = (name: string) => {
    copyFileSync(at('all.db'), at(name));
    return name;
  };
  const change = (name: string, sql: string) => {
    const database = new DatabaseSync(at(name));
    database.exec(sql);
    database.close();
  };
  const list = ['--dictionary', 'words.txt'];
  /** Peels with a word that is none. */
  const offender = 'printf r; head -c 4 >/dev/null; printf p003001BBB; exec sleep 60';

  const first = await compare('--games', '4', '--store', 'all.db');
  t.equal(first.status, 0, first.stderr);
  t.match(first.stdout, /^NEW has 100\.0 % of 4 games\.$/m);

  t.test('the same command again plays nothing, and says the same', async (t) => {
    const again = await compare('--games', '4', '--store', 'all.db', '--results', 'all.jsonl');
    t.equal(again.stdout, first.stdout);
    t.match(again.stderr, /^all\.db has 4 games from an earlier run; resuming$/m);
    const seeds = [first, again].map(({ stderr }) => /seed (\w+)$/m.exec(stderr)?.[1]);
    t.equal(seeds[0], seeds[1], 'the seed that was drawn is that of the store');
    const results = readFileSync(at('all.jsonl'), 'utf8').trim().split('\n');
    t.same(
      results.map((line) => JSON.parse(line).number),
      [1, 2, 3, 4],
      'results of earlier runs are written, too',
    );
    t.same(
      readdirSync(cwd).filter((name) => name.startsWith('all.db')),
      ['all.db'],
    );
  });

  t.test('more games can be asked for', async (t) => {
    const name = copy('more.db');
    const { status, stdout } = await compare('--games', '6', '--json', '--store', name, '--record', 'own');
    t.equal(status, 0);
    t.match(JSON.parse(stdout), { games: 6, pairs: 3, won: 6 });
    t.equal(readdirSync(at('own')).length, 2, 'a folder of records has those of the new games');
    const checked = await say(['store', 'check', '--json', '--verify', ...list, name], { cwd });
    t.match(JSON.parse(checked.stdout), {
      store: name,
      ok: true,
      games: 6,
      records: 6,
      verified: true,
      problems: [],
    });
  });

  t.test('a comparison that began in a version with fewer options goes on with their defaults', async (t) => {
    const name = copy('older.db');
    const rewrite = (edit: (definition: Record<string, Record<string, unknown>>) => void) => {
      using database = new DatabaseSync(at(name));
      const { canonical } = database.prepare('SELECT canonical FROM file').get()!;
      const definition = JSON.parse(String(canonical));
      edit(definition);
      database.prepare('UPDATE file SET canonical = ?').run(JSON.stringify(definition));
    };
    rewrite(({ options, hosting }) => {
      t.equal(options!['game-timeout'], '30m');
      t.equal(hosting!.farewell, '250ms');
      delete options!['game-timeout'];
      delete hosting!.farewell;
    });
    const { status, stderr } = await compare('--games', '4', '--store', name);
    t.equal(status, 0, stderr);
    t.match(stderr, /^older\.db has 4 games from an earlier run; resuming$/m);
    rewrite(({ hosting }) => delete hosting!.farewell);
    const other = await compare('--games', '4', '--store', name, '--farewell', '1s');
    t.match(other, { status: 2, stderr: 'hosting.farewell was "250ms" there, and is "1s" now' });
  });

  t.test('what makes it another comparison is refused, and named', async (t) => {
    const kept = ['--games', '4', '--store', 'all.db'];
    const cases: readonly [words: readonly string[], said: string][] = [
      [
        [...game, ...kept, '--name', 'Ada', quick, patient],
        'players[1].name was "Ben" there, and is "printf r; exec',
      ],
      [[...game, ...kept, '--seed', '9', ...players], 'seed was "'],
      [[...game, ...kept, '--hand', '2', ...players], 'options.hand was "3" there, and is "2" now'],
      [[...game, ...kept, '--memory', '1G', ...players], 'hosting.memory was null there, and is "1G" now'],
      [[...game, '--store', 'all.db', ...players], 'test was null there, and is {"kind":"anytime"'],
    ];
    for (const [words, said] of cases) {
      const { status, stderr } = await say(words, { cwd });
      t.equal(status, 2, stderr);
      t.match(stderr, `wordhost: --store all.db belongs to another comparison: ${said}`);
      t.match(stderr, 'Use another store');
    }
  });

  t.test('a store that keeps a tournament is refused as such', async (t) => {
    const canonical = JSON.stringify({ wordhost: 1, kind: 'tournament', name: 'Letters' });
    change(copy('league.db'), `UPDATE file SET canonical = '${canonical}'`);
    const { status, stderr } = await say([...game, '--store', 'league.db', ...players], { cwd });
    t.equal(status, 2);
    t.match(stderr, '--store league.db is not the store of a comparison');
  });

  t.test('options that say nothing together are refused', async (t) => {
    for (const [words, said] of [
      [['--no-records'], '--no-records requires --store FILE'],
      [['--store', 'x.db', '--record-bad', 'bad'], '--store and --record-bad: use one or the other'],
      [['--store', 'no/x.db'], 'no/x.db: its folder'],
      [['--store', 'notes.txt'], 'notes.txt: expected a store of wordhost; got another file'],
    ] as const)
      t.match(await say([...game, ...words, ...players], { cwd }), { status: 2, stderr: said });
    t.equal(readFileSync(at('notes.txt'), 'utf8'), 'dear diary');
  });

  t.test('the report of a bad game names it in its store', async (t) => {
    const { status, stderr } = await run([...game, '--games', '2', '--store', 'bad.db', offender, patient], {
      cwd,
    });
    t.equal(status, 1);
    t.match(stderr, "to replay the game: wordhost replay 'bad.db#1'");
    t.match(await say(['replay', 'bad.db#1'], { cwd }), { status: 0, stdout: /BBB/ });
  });

  t.test('a game of a store is shown and verified as a record is', async (t) => {
    const shown = await say(['replay', 'all.db#3'], { cwd });
    t.match(shown, { status: 0, stdout: /Ada/ });
    const verified = await say(['replay', '--verify', ...list, 'all.db#3', 'all.db#4'], { cwd });
    t.match(verified, {
      status: 0,
      stdout: /^all\.db#3: verified\. .*\nall\.db#4: verified\. .*\n2 records: all verified$/m,
    });
    for (const [place, said] of [
      ['all.db#5', 'all.db#5: it has no game 5. To list its games: wordhost store check all.db'],
      ['all.db', 'all.db: expected a record; got a store. Add the number of a game, such as all.db#1'],
      ['no.db#5', 'no.db: no such store'],
      ['all.db#0', 'all.db#0: no such file'],
      ['notes.txt#1', 'notes.txt: expected a store of wordhost; got another file'],
    ] as const)
      t.match(await say(['replay', place], { cwd }), { status: 2, stderr: `wordhost: ${said}` });
  });

  t.test('a file whose name has a # stays a file', async (t) => {
    await say(['store', 'export', '--records', 'named', 'all.db'], { cwd });
    const [record = ''] = readdirSync(at('named'));
    renameSync(join(at('named'), record), at('all.db#1'));
    t.match(await say(['replay', '--verify', ...list, 'all.db#1'], { cwd }), {
      status: 0,
      stdout: 'all.db#1: verified',
    });
    renameSync(at('all.db#1'), join(at('named'), record));
  });

  t.test('a store is exported as files that other commands read', async (t) => {
    const exported = await say(['store', 'export', 'all.db', 'out'], { cwd });
    t.match(exported, { status: 0, stdout: 'all.db: 4 games, 4 records\n', stderr: '' });
    t.same(readdirSync(at('out')).sort(), ['command.txt', 'records', 'results.jsonl']);
    t.match(await say(['stats', 'out/results.jsonl', '--json'], { cwd }), {
      status: 0,
      stdout: '"games":4,"pairs":2',
    });
    const verified = await say(['replay', '--verify', ...list, 'out/records'], { cwd });
    t.match(verified, { status: 0, stdout: '4 records: all verified' });
    t.match(await say(['store', 'export', 'all.db', 'out'], { cwd }), { status: 0 }, 'a second time, too');
    const alone = await say(['store', 'export', '--results', '-', 'all.db'], { cwd });
    t.equal(alone.stdout, readFileSync(at('out/results.jsonl'), 'utf8'));
  });

  const noFull = !existsSync('/dev/full') && 'there is no /dev/full';
  t.test(
    'an export that finds no room names its file, and says nothing as if it were done',
    { skip: noFull },
    async (t) => {
      t.match(await say(['store', 'export', '--results', '/dev/full', 'all.db'], { cwd }), {
        status: 3,
        stdout: '',
        stderr: /^wordhost: \/dev\/full: its disk is full \(ENOSPC\)\n$/,
      });
      const wordhost = `'${process.execPath}' '${binary}'`;
      const shell = spawnSync('/bin/sh', ['-c', `${wordhost} store export --results - all.db > /dev/full`], {
        cwd,
        encoding: 'utf8',
      });
      t.equal(shell.status, 3);
      t.match(
        shell.stderr,
        /^wordhost: cannot write to standard output: its disk is full \(ENOSPC\)\. No result is lost/,
      );
      t.notMatch(shell.stderr, /4 games/);
    },
  );

  t.test('a record of very many lines is not read from a store, and can be exported', async (t) => {
    const lines = Buffer.from('{"n":1}\n'.repeat(70_000));
    const hash = createHash('sha256').update(lines).digest('hex');
    const database = new DatabaseSync(at(copy('lines.db')));
    database
      .prepare('UPDATE record SET sha256 = ?, bytes = ?, packed = ? WHERE number = 1')
      .run(hash, lines.length, zstdCompressSync(lines));
    database.close();
    t.match(await say(['replay', 'lines.db#1'], { cwd }), {
      status: 2,
      stderr:
        'lines.db#1: expected at most 32768 lines in the record of a store; got 70000. Use wordhost store',
    });
    t.match(await say(['store', 'export', '--records', 'lines', 'lines.db'], { cwd }), { status: 0 });
  });

  t.test('an export writes over nothing else, and no name from a store leads elsewhere', async (t) => {
    for (const [words, said] of [
      [['all.db'], 'expected either a folder or --results and --records; got none'],
      [['all.db', 'out', '--results', 'x'], 'expected either a folder or --results and --records; got both'],
      [
        ['--results', 'notes.txt', 'all.db'],
        '--results notes.txt cannot be used: it exists and is not a file of results',
      ],
      [['all.db', 'notes.txt'], 'notes.txt cannot be used: '],
      [['none.db', 'out'], 'none.db: no such store'],
    ] as const)
      t.match(await say(['store', 'export', ...words], { cwd }), { status: 2, stderr: said });
    t.equal(readFileSync(at('notes.txt'), 'utf8'), 'dear diary');
    change(copy('evil.db'), `UPDATE game SET id = '../../escaped' WHERE number = 2`);
    t.match(await say(['store', 'export', '--records', 'evil', 'evil.db'], { cwd }), { status: 0 });
    t.ok(readdirSync(at('evil')).includes('game-2.jsonl'));
  });

  t.test('a store that is damaged is found out', async (t) => {
    const found = async (name: string, ...words: string[]) => {
      const { status, stdout } = await say(['store', 'check', ...words, name], { cwd });
      t.equal(status, 1, name);
      return stdout;
    };
    change(copy('text.db'), `UPDATE game SET result = 'x' WHERE number = 2`);
    t.match(
      await found('text.db'),
      /^text\.db: damaged\. 4 games, .*\n {2}game 2: its result is not a JSON object$/m,
    );
    change(
      copy('swap.db'),
      `UPDATE game SET result = (SELECT result FROM game WHERE number = 1) WHERE number = 2`,
    );
    t.match(await found('swap.db'), /^ {2}game 2: its result is of game 1, "/m);
    change(copy('bare.db'), `UPDATE game SET result = '{}' WHERE number = 2`);
    t.match(await found('bare.db'), '  game 2: its result is of game null, null');
    change(copy('bits.db'), `UPDATE record SET packed = x'00' WHERE number = 3`);
    t.match(await found('bits.db'), '  game 3: the record of game 3 has changed since it was saved');
    change(copy('lies.db'), `UPDATE game SET result = replace(result, '"winner":1', '"winner":2')`);
    t.match((await say(['store', 'check', 'lies.db'], { cwd })).status, 0, 'without --verify nobody looks');
    t.match(await found('lies.db', '--verify', ...list), '  game 1: its record ends with another result');
    truncateSync(at(copy('half.db')), 8192);
    t.match(await found('half.db'), 'the store is truncated');
    t.match(JSON.parse(await found('half.db', '--json')), {
      store: 'half.db',
      ok: false,
      problems: [{ problem: String }],
    });
    for (const [words, said] of [
      [['notes.txt'], 'notes.txt: expected a store of wordhost; got another file'],
      [['no.db'], 'no.db: no such store'],
      [[], 'store check: expected a store'],
    ] as const)
      t.match(await say(['store', 'check', ...words], { cwd }), { status: 2, stderr: said });
  });

  t.test('stores of the same tournament are merged, each game once', async (t) => {
    change(copy('one.db'), 'DELETE FROM record WHERE number > 2; DELETE FROM game WHERE number > 2');
    const merge = async (...words: string[]) => await say(['store', 'merge', ...words], { cwd });
    t.match(await merge('one.db', 'all.db'), {
      status: 0,
      stdout: 'one.db: 2 games from all.db; 2 were already there\n',
    });
    t.match(await merge('one.db', 'all.db'), {
      status: 0,
      stdout: 'one.db: 0 games from all.db; 4 were already there\n',
    });
    const copied = await merge('--json', 'new.db', 'all.db', 'one.db');
    t.equal(copied.status, 0, copied.stderr);
    t.same(
      copied.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [
        { into: 'new.db', from: 'all.db', kept: 4, before: 0 },
        { into: 'new.db', from: 'one.db', kept: 0, before: 4 },
      ],
    );
    const [before, after] = await Promise.all(
      ['all.db', 'new.db'].map(
        async (name) => (await say(['store', 'export', '--results', '-', name], { cwd })).stdout,
      ),
    );
    t.equal(after, before, 'byte for byte');
    change(copy('other.db'), `UPDATE file SET canonical = replace(canonical, '"Ben"', '"Bob"')`);
    t.match(await merge('all.db', 'other.db'), {
      status: 2,
      stderr: `other.db cannot be merged into all.db: it is a different comparison. players[1].name: expected "Ben", as in all.db; got "Bob"`,
    });
    t.match(await merge('all.db', './all.db'), { status: 2, stderr: './all.db is all.db itself' });
    t.match(await merge('all.db'), { status: 2, stderr: 'store merge: expected a target store' });
    t.match(await merge('made.db', 'no.db'), { status: 2, stderr: 'no.db: no such store' });
    t.notOk(readdirSync(cwd).includes('made.db'), 'nothing was made');
    change(
      copy('diverged.db'),
      `UPDATE game SET result = replace(result, '"seed":"', '"seed":"x') WHERE number = 3`,
    );
    t.match(await merge('all.db', 'diverged.db'), {
      status: 2,
      stderr: 'diverged.db cannot be merged into all.db: they have different games 3',
    });
    change(copy('nameless.db'), 'DELETE FROM file');
    t.match(await merge('all.db', 'nameless.db'), {
      status: 2,
      stderr: 'nameless.db does not record what was played',
    });
    t.match(await merge('made.db', 'all.db', 'nameless.db'), {
      status: 2,
      stderr: 'nameless.db cannot be merged into made.db: nameless.db does not record what was played',
    });
    t.notOk(
      readdirSync(cwd).some((name) => name.startsWith('made.db')),
      'nothing was made',
    );
    t.match(await merge('nameless.db', 'all.db'), {
      status: 2,
      stderr: 'nameless.db does not record what was played',
    });
  });

  t.test('a store is read whole before one is locked to be merged into', async (t) => {
    for (const [name, sql, said] of [
      [
        'torn.db',
        `UPDATE record SET packed = x'00' WHERE number = 4`,
        'the record of game 4 has changed since it was saved',
      ],
      [
        'half-result.db',
        `UPDATE game SET result = '{' WHERE number = 4`,
        'table game, row 4: result: expected a JSON',
      ],
      [
        'half-file.db',
        `UPDATE file SET canonical = '{'`,
        'table file, row 1: canonical: expected a JSON object',
      ],
    ] as const) {
      change(copy(name), sql);
      const { status, stderr } = await say(['store', 'merge', 'fresh.db', name], { cwd });
      t.ok(status === 2 || status === 3, name);
      t.match(stderr, said);
      t.match(stderr, name);
      t.same(
        readdirSync(cwd).filter((each) => each.startsWith('fresh.db')),
        [],
        'nothing was made, nor locked',
      );
    }
  });

  t.test('what is none of its verbs is refused', async (t) => {
    t.match(await say(['store'], { cwd }), {
      status: 2,
      stderr: 'store: expected check, export, info or merge; got nothing',
    });
    t.match(await say(['store', 'chek'], { cwd }), {
      status: 2,
      stderr: 'store: expected check, export, info or merge; got "chek"',
    });
  });
});

t.test('tournament', async (t) => {
  const strictHere = !('problem' in (await probeSandbox('strict')));
  const bots = { quick, patient, crashes: `printf r; ${dealt}; exit 3`, offends: 'printf x' };

  const league = (players: readonly string[], more = '', format = 'kind: round-robin') =>
    [
      'name: Letters',
      'game: bananagrams',
      'options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }',
      'players:',
      ...players.map(
        (player) =>
          `  - { name: ${player}, command: ${JSON.stringify(bots[player.replace(/\d/, '') as 'quick'])} }`,
      ),
      `format: { ${format} }`,
      'seed: letters',
      more,
      '',
    ].join('\n');

  function folderOf(t: Test, text: string) {
    const cwd = t.testdir({
      'league.yml': text,
      ...letterA,
      bots: { one: { run: '' }, 'two words': { 'bot.py': '' }, three: {} },
    });
    const write = (now: string) => writeFileSync(join(cwd, 'league.yml'), now);
    const play = (...words: string[]) => run(['tournament', ...words, 'league.yml'], { cwd });
    return { cwd, write, play };
  }

  const jsonLines = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  t.test('a tournament is played, kept, and not played again; players and rounds can be added', async (t) => {
    const { cwd, write, play } = folderOf(t, league(['quick', 'patient']));
    const first = await play('--json', '--jobs', '1');
    t.equal(first.status, 0, first.stderr);
    t.match(jsonLines(first.stdout), [{ number: 1, game: 'bananagrams', outcome: 'won' }]);
    t.match(first.stderr, /^Letters: 1 game, seed letters, saved in league\.db$/m);
    t.ok(existsSync(join(cwd, 'league.db')));
    const again = await play();
    t.equal(again.status, 0, again.stderr);
    t.match(again.stderr, /^Letters: 1 of 1 games are played/m);
    t.match(again.stdout, /^ {2}1 +quick +1 +1 +0 +1 .*\n {2}2 +patient/m);
    write(league(['patient', 'crashes', 'quick'], '', 'kind: round-robin, rounds: 2'));
    const more = await play('--json', '--jobs', '2');
    t.equal(more.status, 0, `a player that crashes has lost: ${more.stderr}`);
    t.match(more.stderr, /^Letters: 1 of 6 games are played/m);
    t.match(more.stderr, /^player 3 \(crashes\): /m);
    const numbers = jsonLines(more.stdout).map(({ number }) => number);
    t.same(numbers.sort(), [2, 3, 4, 5, 6]);
    write(league(['patient', 'quick']));
    const refused = await play();
    t.match(refused, {
      status: 2,
      stderr: /is not the tournament of the 6 games in league\.db: format\.rounds was 2 and is 1/,
    });
  });

  t.test('conditions of CI, and an offender that ends it all', async (t) => {
    const { cwd, write, play } = folderOf(
      t,
      league(['quick', 'patient'], '', 'kind: round-robin, rounds: 2'),
    );
    const { status, stderr } = await play('--require', 'games.patient>=1', '--no-records', '--quiet');
    t.equal(status, 1);
    t.equal(stderr, 'wordhost: --require games.patient>=1 failed: it was 0 of 2 games\n');
    write(league(['crashes', 'patient'], 'offender: stop', 'kind: round-robin, rounds: 5'));
    const stopped = await run(['tournament', '--store', 'other.db', 'league.yml', '--jobs', '1'], { cwd });
    t.equal(stopped.status, 1, stopped.stderr);
    t.match(stopped.stdout, /^1 game between 2 players, .*stopped: .* in game 1$/m);
  });

  t.test('a player that never answers is out after three turns, or after as many as are set', async (t) => {
    const file = (options: string) => `game: scrabble
options: { dictionary: words.txt, timeout: 10s, margin: 10ms${options} }
players:
  - { name: loops, command: ${JSON.stringify(loops)}, options: { timeout: 20ms } }
  - { name: passes, command: ${JSON.stringify(passes)} }
format: { kind: round-robin }
seed: letters
`;
    const { cwd, write, play } = folderOf(t, '');
    const cases = [
      ['', [], 3],
      [', max-timeouts: 2', [], 2],
      [', max-timeouts: 2', ['--max-timeouts', '1'], 1],
    ] as const;
    for (const [index, [options, words, timeouts]] of cases.entries()) {
      write(file(options));
      const { stdout, stderr } = await play('--json', '--store', `${index}.db`, ...words);
      const looping = jsonLines(stdout)[0].players.find(({ name }: { name: string }) => name === 'loops');
      t.match(
        looping,
        { outcome: 'offender', timeouts, offence: { kind: 'time', rule: 'timeouts' } },
        stderr,
      );
      t.match(stderr, /turns? (in a row )?ran out of time \(--max-timeouts\)$/m);
      t.match(stderr, /^ {2}in the turns that timed out it used \S+ s of processor time/m);
      const verified = await say(['replay', '--verify', '--dictionary', 'words.txt', `${index}.db#1`], {
        cwd,
      });
      t.equal(verified.status, 0, verified.stderr);
    }
    const endless = await play('--json', '--store', 'endless.db', '--max-timeouts', 'none');
    t.match(jsonLines(endless.stdout)[0], { reason: 'scoreless', players: [{ outcome: String }, {}] });
    const other = await play('--store', 'endless.db');
    t.match(other, { status: 2, stderr: /options\.max-timeouts was "none" and is "2"/ });
    write(league(['quick', 'patient']));
    const race = await say(['tournament', '--max-timeouts', '2', 'league.yml'], { cwd });
    t.match(race, { status: 2, stderr: /--max-timeouts: bananagrams has no such option: leave out --max-t/ });
  });

  t.test('a dry run starts each player once, says who is broken or slow, and keeps no game', async (t) => {
    const { cwd, play } = folderOf(
      t,
      `game: scrabble
options: { dictionary: words.txt, timeout: 10s, margin: 10ms }
players:
  - { name: crashes, command: "echo boo >&2; echo >>started; exit 3" }
  - { name: loops, command: ${JSON.stringify(loops)}, options: { timeout: 20ms } }
  - { name: random, command: wordhost player random }
  - { name: wrong, command: ${JSON.stringify(passes.replace('echo pass', 'echo play 0 0 1A1'))} }
format: { kind: round-robin, rounds: 13, mirrored: true }
`,
    );
    const { status, stdout, stderr } = await play('--dry-run', '--jobs', '1');
    t.equal(status, 0, stderr);
    const lines = stdout.split('\n');
    t.equal(lines[0], 'league: round-robin, 4 players, 156 games');
    t.match(
      lines[1],
      /^about \d+ (s|min) for all of them, 1 game at once: \S+ m?s a game, from the times of/,
    );
    t.same(lines.slice(2, 4), ['1 slow: loops', '2 broken: crashes, wrong']);
    for (const row of [
      /^ {2}player +state +a turn +a game$/m,
      /^ {2}crashes +broken$/m,
      /^ {2}loops +slow +\d+ ms +\d+ ms$/m,
      /^ {2}random +ok +[\d.]+ ms +[\d.]+ m?s$/m,
    ])
      t.match(stdout, row);
    for (const told of [
      /^4 players: each plays a short game against wordhost player random$/m,
      /^player 1 \(crashes\): could not be started \(exited\): exited with status 3 .*\n(.*\n)* {2}\| boo$/m,
      /^player 2 \(loops\): time \(timeouts\): 3 turns in a row ran out of time \(--max-timeouts\)$/m,
      /^player 4 \(wrong\) made \d+ moves, and each was refused(?:, most often \(\d+ times\))? by the rule \w+; for example move \d+: /m,
    ])
      t.match(stderr, told);
    t.equal(readFileSync(join(cwd, 'started'), 'utf8'), '\n', 'it was started once');
    t.notOk(existsSync(join(cwd, 'league.db')));
  });

  t.test('a roster is a tournament file with a player for each folder', async (t) => {
    const { cwd } = folderOf(t, league(['quick', 'patient']));
    const { status, stdout } = await say(['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
    t.equal(status, 0);
    t.equal(
      stdout,
      [
        '# Save it next to bots, and play it: wordhost tournament FILE',
        '# For bots of other people, add: options: { sandbox: strict, memory: 512M }',
        '# 2 of 3 folders are not players: the comments below say why.',
        'name: bots',
        'game: boggle',
        'players:',
        '  # one: its file run is not executable: use chmod +x',
        '  # three: it has no executable program',
        '  - { name: two words, command: python3 ./bot.py, cwd: bots/two words }',
        'format: { kind: round-robin, rounds: 1, seats: 2, mirrored: true }',
        'offender: lose',
        '',
      ].join('\n'),
    );
  });

  t.test('the folder of a player that it cannot be started in is a mistake of its line', async (t) => {
    const { cwd, write } = folderOf(t, league(['quick', 'patient']));
    const beside = (name: string) => join(cwd, name);
    writeFileSync(beside('file'), '');
    execFileSync('mkfifo', [beside('pipe')]);
    symlinkSync('there', beside('back'));
    symlinkSync('back', beside('there'));
    symlinkSync('bots/one', beside('link'));
    mkdirSync(beside('closed'), { mode: 0o000 });
    const folders: Record<string, RegExp> = {
      '/proc/self/root/../../etc/none': /no such file or folder/,
      '/proc/self/root/../../etc':
        /\/proc\/self\/root\/\.\.\/\.\.\/etc cannot be used: no such file or folder/,
      'link/../one': /no such file or folder/,
      file: /a part of its path is not a folder/,
      pipe: /a part of its path is not a folder/,
      none: /none cannot be used: no such file or folder/,
      back: /its symbolic links form a loop/,
      'a\0b': /a\\x00b cannot be used: its name has a NUL character/,
      'a\nb': /cwd a\\nb cannot be used/,
      ['x'.repeat(5_000)]: /cwd x{255}… cannot be used: its name is too long/,
      ['x/'.repeat(2_500)]: /… cannot be used: (its name is too long|no such file or folder)/,
      ' ': /expected a folder; got " "/,
      ...(strictHere && {
        closed:
          /permission denied|players run as the user nobody, who cannot read \S+\. Change its permissions/,
        '/proc/self/fd': /is private to each player/,
      }),
    };
    const text = league(['quick', 'patient']).replace(
      'hand: 3',
      `hand: 3, sandbox: ${strictHere ? 'strict' : 'auto'}`,
    );
    for (const [folder, why] of Object.entries(folders)) {
      write(text.replace('name: patient,', `name: patient, cwd: ${JSON.stringify(folder)},`));
      const { status, stderr } = await say(['tournament', '--quiet', 'league.yml'], { cwd });
      t.equal(status, 2, stderr);
      t.match(stderr, /^wordhost: league\.yml:6:22: players\[1\]\.cwd/, folder.slice(0, 99));
      t.match(stderr, why);
    }
  });

  t.test('mistakes are refused before anything is started', async (t) => {
    const { cwd, write } = folderOf(t, league(['quick', 'patient']));
    const refused = async (words: readonly string[], said: RegExp) => {
      const { status, stderr } = await say(['tournament', ...words], { cwd });
      t.equal(status, 2, stderr);
      t.match(stderr, said);
      t.notOk(existsSync(join(cwd, 'league.db')));
    };
    await refused([], /expected a tournament file, as in/);
    await refused(['none.yml'], /none\.yml/);
    writeFileSync(join(cwd, 'a.db'), 'SQLite format 3\0…');
    await refused(
      ['a.db'],
      /a\.db: expected a tournament file; got a store\. To show its standings: wordhost report a\.db; to resume, use/,
    );
    await refused(['--game', 'boggle', 'league.yml'], /--game requires --roster FOLDER/);
    await refused(['--roster', 'bots'], /--game: expected a game, .*; got nothing/);
    await refused(['--roster', 'none', '--game', 'boggle'], /--roster none cannot be read/);
    await refused(
      ['--roster', 'bots/three', '--game', 'boggle'],
      /expected a folder with one folder for each player/,
    );
    for (const more of [[], ['--dry-run']])
      await refused(
        ['--store', 'postgres://ann:secret@127.0.0.1:1/farm', 'league.yml', ...more],
        /^wordhost: postgres:\/\/ann:…@127\.0\.0\.1:1\/farm#league: cannot connect to PostgreSQL at 127\.0\.0\.1:1\. Start it, or correct the address/,
      );
    await refused(['--require', 'games.nobody>=1', 'league.yml'], /unknown player nobody/);
    const text = league(['quick', 'patient']);
    const inFile = async (old: string, now: string, said: RegExp) => {
      write(text.replace(old, now));
      await refused(['league.yml'], said);
    };
    await inFile(
      'game: bananagrams',
      'game: chess',
      /league\.yml:2:1: game: expected a game, .*; got "chess"/,
    );
    await inFile('hand: 3', 'hand: none', /league\.yml:3:\d+: options\.hand: expected a whole number/);
    await inFile(
      'hand: 3',
      'games: 3',
      /league\.yml:3:\d+: options\.games: it is not an option of a game; .* by `rounds`/,
    );
    const misplaced = {
      rounds: /options\.rounds: it is not an option of a game: set it in `format`/,
      seed: /options\.seed: .*: set it next to `options`/,
      jobs: /options\.jobs: .*: set it on the command line, as --jobs/,
      hnad: /options\.hnad: .*; did you mean hand\?/,
      copies: /options\.copies: .*; a tournament has no such option either/,
    };
    for (const [name, said] of Object.entries(misplaced)) await inFile('hand: 3', `${name}: 3`, said);
    write(text.replace(/command: "[^\n]*" \}/, 'command: python3 }'));
    await refused(
      ['league.yml'],
      /league\.yml:5:\d+: players\[0\]\.command: python3 alone would read .* add the file of the bot/,
    );
    await inFile('hand: 3', 'hand: [3, 4]', /options\.hand: expected one value/);
    await inFile(
      'kind: round-robin',
      'kind: swiss, seats: 2, ronds: 3',
      /league\.yml:7:\d+: format\.ronds: .*did you mean rounds/,
    );
    await inFile('name: quick,', 'name: quick, cwd: nowhere,', /players\[0\]\.cwd nowhere cannot be used/);
    await inFile(
      'name: quick,',
      'name: quick, options: { memory: much },',
      /league\.yml:5:\d+: players\[0\]\.options\.memory: expected a size/,
    );
    await inFile(
      'name: quick,',
      'name: quick, options: { hand: 4 },',
      /league\.yml:5:\d+: players\[0\]\.options\.hand: it is the same for all players/,
    );
    await inFile('name: quick,', 'name: quick, env: [1=2],', /players\[0\]\.env 1=2: expected NAME/);
    await inFile('words.txt', 'nothing.txt', /nothing\.txt/);
  });
});

t.test('compare', async (t) => {
  const cwd = t.testdir({ ...letterA, 'notes.txt': 'nothing to lose\n' });
  const game = ['compare', 'bananagrams', ...letterAOptions, '--bunch', 'last-bunch'];
  /** The games that decide; the test is told to be content with few. */
  const large = ['--elo0', '0', '--elo1', '400'];
  const named = ['--name', 'Ada', '--name', 'Ben'];
  const compare = (...words: string[]) => run([...game, '--seed', '1', ...words], { cwd });

  t.test('a player that always wins is better, and one that always loses is not', async (t) => {
    const better = await compare(...large, ...named, quick, patient);
    t.equal(better.status, 0, better.stderr);
    t.match(better.stderr, /^NEW Ada against OLD Ben, in mirrored pairs, seed 1$/m);
    t.match(
      better.stdout,
      /^NEW is better: it has 100\.0 % of \d+ games\.\nIf there were no difference, at most about 5 % of such comparisons would have this result\.\n\n/,
    );
    t.match(
      better.stdout,
      /^games +\d+: won \d+, drawn 0, lost 0\npairs +(\d+): 0 with 0 points, .*, \1 with 2$/m,
    );
    const worse = await compare(...large, patient, quick);
    t.match(worse, {
      status: 1,
      stdout:
        /^NEW is not better: it has 0\.0 % of \d+ games\.\nIf NEW were better by 400 Elo \(normalized\), at/,
    });
  });

  t.test('two commands for one program are said to be so, and two programs are not', async (t) => {
    for (const [name, text] of Object.entries({ one: passes, other: passes, third: `${passes} # 2` }))
      writeFileSync(join(cwd, `${name}.sh`), text);
    const same = 'NEW and OLD are the same program: the content of one.sh and other.sh is equal (files that';
    const cases: readonly (readonly [players: readonly string[], note: string | undefined])[] = [
      [['sh one.sh', 'sh other.sh'], same],
      [['sh one.sh 1', 'sh other.sh 2'], undefined],
      [['sh one.sh', 'sh third.sh'], undefined],
      [['wordhost player random', 'wordhost player random'], 'NEW and OLD are the same command'],
      [['wordhost player random', 'wordhost player longest'], undefined],
    ];
    const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
    for (const [players, note] of cases) {
      const { stderr } = await run(['compare', 'scrabble', ...turns, ...players], { cwd });
      if (note === undefined) t.notMatch(stderr, /the same/, players.join(', '));
      else t.ok(stderr.includes(`\nnote: ${note}`), stderr);
    }
  });

  t.test('a built-in player is of the version of wordhost, whatever its folder has', async (t) => {
    const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
    const players = ['wordhost player random', 'wordhost player longest'];
    const words = [
      'compare',
      'scrabble',
      ...turns,
      '--store',
      'built-in.db',
      '--junit',
      'all.xml',
      ...players,
    ];
    for (const content of ['one', 'rebuilt']) {
      writeFileSync(join(cwd, 'player'), content);
      const { status, stderr } = await run(words, { cwd });
      t.not(status, 2, stderr);
    }
    const report = readFileSync(join(cwd, 'all.xml'), 'utf8');
    t.ok(report.includes(`"version of wordhost (wordhost player random)" value="${version}"`), report);
    t.notMatch(report, /sha256 of player/);
    const store = new DatabaseSync(join(cwd, 'built-in.db'));
    store.exec(`UPDATE game SET result = replace(result, '"version":"${version}"', '"version":"0.0.1"')`);
    store.close();
    t.match(await run(words, { cwd }), {
      status: 2,
      stderr: /another version of .*: wordhost has changed\./,
    });
  });

  t.test('a stored comparison says how to see its moves', async (t) => {
    const turns = ['--dictionary', 'words.txt', '--seed', '1', '--max-turns', '2', '--games', '2'];
    const players = ['wordhost player random', 'wordhost player longest'];
    for (const [words, isSaid] of [
      [['--store', 'moves.db'], true],
      [['--store', 'results.db', '--no-records'], false],
      [[], false],
    ] as const) {
      const { stderr } = await run(['compare', 'scrabble', ...turns, ...words, ...players], { cwd });
      t.equal(/^to see which moves cost points: wordhost analyze moves\.db$/m.test(stderr), isSaid, stderr);
    }
  });

  t.test('a player that never answers is out, as it is where a game of it is repeated', async (t) => {
    const turns = ['--dictionary', 'words.txt', '--timeout', '200ms', '--margin', '10ms', '--seed', '1'];
    const { status, stdout, stderr } = await run(['compare', 'scrabble', ...turns, loops, passes], { cwd });
    t.equal(status, 1, stderr);
    // The machine of the tests may be overloaded, which excuses it.
    const isExcused = / was late twice and stays in the comparison/.test(stderr);
    t.match(
      stdout,
      isExcused
        ? /^NEW (?:is not better|committed)/m
        : /^NEW committed an offense: the comparison ended after 1 game\.$/m,
    );
    t.match(stderr, / --max-timeouts 3 --margin 10ms .*--mirrored --seed \w+ --record games /);
    const alone = await run(['scrabble', ...turns, '--json', loops, passes], { cwd });
    t.match(JSON.parse(alone.stdout), { reason: 'scoreless', players: [{ timeouts: 3 }, {}] });
  });

  t.test('without options eight pairs decide, also resumed, and on several jobs', async (t) => {
    const shown = (outcome: { readonly stdout: string }) => {
      const { seconds, ...line } = JSON.parse(outcome.stdout);
      return line;
    };
    const better = await compare('--json', ...named, quick, patient);
    t.equal(better.status, 0, better.stderr);
    t.match(shown(better), { verdict: 'better', games: 16, pairs: 8, sprt: null });
    t.match(shown(better).test, { kind: 'anytime', better: 3.3447, bound: 2.9957, accepted: 'better' });
    const again = ['--json', '--store', 'any.db', ...named];
    const part = await compare(...again, '--max-games', '6', quick, patient);
    t.equal(part.status, 4, part.stderr);
    t.match(shown(part), { verdict: 'undecided', games: 6 });
    const resumed = await compare(...again, '--jobs', '3', quick, patient);
    t.equal(resumed.status, 0, resumed.stderr);
    t.strictSame(shown(resumed), shown(better));
    const worse = await compare('--json', patient, quick);
    t.equal(worse.status, 1);
    t.match(shown(worse), { verdict: 'worse', pairs: 8 });
    const other = await compare(...again, '--elo1', '400', quick, patient);
    t.match(other, { status: 2, stderr: 'belongs to another comparison: test' });
  });

  t.test('a store that was begun with a sequential test keeps it', async (t) => {
    const store = ['--json', '--store', 'sprt.db'];
    const begun = await compare(...store, '--test', 'sprt', '--max-games', '4', quick, patient);
    t.equal(begun.status, 4, begun.stderr);
    const { canonical } = new DatabaseSync(join(cwd, 'sprt.db')).prepare('SELECT canonical FROM file').get()!;
    t.strictSame(JSON.parse(String(canonical)).test, {
      ...{ model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
    });
    const resumed = await compare(...store, '--max-games', '20', quick, patient);
    t.equal(resumed.status, 4, resumed.stderr);
    const line = JSON.parse(resumed.stdout);
    t.match(line, { games: 20, sprt: { model: 'normalized', accepted: null } });
    t.notOk('test' in line);
    const other = await compare(...store, '--test', 'anytime', quick, patient);
    t.match(other, { status: 2, stderr: 'belongs to another comparison: test' });
  });

  t.test('a number of games, their figures as JSON, and their results in a file', async (t) => {
    const { status, stdout, stderr } = await compare(
      '--games',
      '4',
      '--json',
      '--results',
      'r.jsonl',
      quick,
      patient,
    );
    t.equal(status, 0, stderr);
    t.match(JSON.parse(stdout), {
      ...{ wordhost: 1, kind: 'compare', game: 'bananagrams', seed: '1', games: 4, pairs: 2 },
      ...{ pentanomial: [0, 0, 0, 0, 2], won: 4, drawn: 0, lost: 0, score: 1, margin: null, sprt: null },
      ...{ offences: [0, 0], timeouts: [0, 0], verdict: 'counted', seconds: Number },
    });
    const results = readFileSync(join(cwd, 'r.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.same(
      results.map(({ number, players }) => [number, players[0].entry]),
      [
        [1, 1],
        [2, 2],
        [3, 1],
        [4, 2],
      ],
    );
    t.equal(results[0].seed, results[1].seed, 'a pair has one seed');
    t.not(results[1].seed, results[2].seed);
    const stats = await say(['stats', '--json', 'r.jsonl'], { cwd });
    t.match(JSON.parse(stats.stdout), { games: 4, pairs: 2, pentanomial: [0, 0, 0, 0, 2] });
  });

  t.test('results that cannot be written are a failure of the host', async (t) => {
    const { status, stdout, stderr } = await compare(
      '--games',
      '2',
      '--results',
      '/dev/full',
      quick,
      patient,
    );
    t.equal(status, 3);
    t.match(stdout, /^NEW has 100\.0 % of 2 games\.$/m, 'the figures are told all the same');
    t.match(stderr, /^wordhost: --results \/dev\/full is incomplete: its disk is full/m);
  });

  const mistakes: [words: string[], says: RegExp][] = [
    [['compare'], /compare: expected a game, .* and then two players.*; got nothing/],
    [['compare', 'chess', 'a', 'b'], /compare: expected a game, .*; got "chess"/],
    [['compare', 'boggle', './new'], /compare: expected two players, NEW and OLD; got 1/],
    [['compare', 'boggle'], /compare: expected two players, NEW and OLD; got 0/],
    [['compare', 'boggle', '--games', '3', 'a', 'b'], /--games: expected an even number.*; got 3/],
    [
      ['compare', 'boggle', '--games', '4', '--elo1', '5', 'a', 'b'],
      /--games and --elo1: use one or the other/,
    ],
    [['compare', 'boggle', '--elo0', '5', '--elo1', '5', 'a', 'b'], /expected elo0 below elo1/],
    [
      ['compare', 'bananagrams', '--model', 'margin', 'a', 'b'],
      /--model margin: expected a game with points; bananagrams has none/,
    ],
    [
      ['compare', 'boggle', '--results', 'notes.txt', 'a', 'b'],
      /--results notes\.txt cannot be used: .*not a file of results/,
    ],
    [['compare', 'boggle', '--mirrored', 'a', 'b'], /--mirrored/],
  ];
  for (const [words, says] of mistakes)
    t.test(words.join(' '), async (t) => t.match(await say(words, { cwd }), { status: 2, stderr: says }));

  t.test('a player that was taken for the name of the store leaves no store', async (t) => {
    const refused = await say(['compare', 'boggle', '--store', './new', './old'], { cwd });
    t.match(refused, { status: 2, stderr: /expected two players, NEW and OLD; got 1/ });
    t.notOk(existsSync(join(cwd, 'new')));
  });
});

t.test('watch', async (t) => {
  const cwd = t.testdir({});
  const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
  const made = { names: ['ada', 'ben', 'cyd'], rounds: 2, badEvery: 2, recordOf: () => record };
  const store = join(cwd, 'league.db');
  await keepMadeUp(store, { ...made, games: 2 });

  t.test(
    'a store is shown on the page that commands have, and who looks is told of each change',
    async (t) => {
      const running = start(['watch', 'league.db'], { cwd });
      const url = await addressOf(t, running);
      t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/$/);
      const { port, origin } = new URL(url);
      t.match(await ask(`${origin}/`), { status: 404 }, 'who does not know the address sees nothing');

      const page = await ask(url);
      t.equal(page.status, 200);
      for (const said of [
        '2 of 6 games played',
        'Standings',
        'Crosstable',
        'Who is broken, and why',
        '<a href="games/2">game 2</a>',
        'A store has only finished games',
      ])
        t.match(page.text, said);
      t.match(page.headers, {
        'content-security-policy': /connect-src 'self'.*frame-ancestors 'none'/,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      t.match(await ask(`${url}games/2`), { status: 200, text: /<h1>Game 2: / });
      t.match(await ask(`${url}games/3`), { status: 404, text: /unknown game/ });

      t.equal((await ask(url, { host: `localhost:${port}` })).status, 200);
      for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`])
        t.match(await ask(url, { host }), { status: 403 }, host);
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
        t.equal((await ask(url, { method })).status, 405);
      t.match(await ask(`${url}etc/passwd`), { status: 404 });
      t.match(await ask(url, { method: 'HEAD' }), { status: 200, text: '' });

      const told = events(url);
      await until(
        () => told.text.includes('event: everything'),
        () => told.text,
      );
      await keepMadeUp(store, { ...made, games: 3 });
      await until(
        () => told.text.includes('3 of 6 games played') && told.text.includes('games/3'),
        () => told.text,
      );
      t.match((await ask(url)).text, '3 of 6 games played');

      running.child.kill('SIGINT');
      t.match(await running.ended, { status: 130 });
      t.match(told.text, 'event: end');
    },
  );

  t.test(
    'the report of a watched store is as it is when it is asked for, and leads to its games',
    async (t) => {
      const running = start(['watch', 'league.db'], { cwd });
      const url = await addressOf(t, running);
      t.match((await ask(url)).text, '<a href="report">report</a>');
      const report = await ask(`${url}report`);
      t.equal(report.status, 200);
      t.match(report.text, '3 of 6 games between 3 players');
      t.match(report.text, '<a href="games/3">game 3</a>');
      t.match(report.text, 'id="games-1-2"');
      t.match(report.headers['content-security-policy'], /^default-src 'none'; style-src 'sha256-/);
      await keepMadeUp(store, { ...made, games: 4 });
      t.match((await ask(`${url}report`)).text, '4 of 6 games between 3 players');
      running.child.kill('SIGTERM');
      t.match(await running.ended, { status: 143 });
    },
  );

  t.test('a store in which all games are played says so once; no store says that it is live', async (t) => {
    await keepMadeUp(join(cwd, 'finished.db'), made);
    await keepMadeUp(join(cwd, 'half.db'), { ...made, games: 3 });
    for (const [store, head] of [
      ['finished.db', 'data-over="finished">6 games played</p>'],
      ['half.db', 'data-over="shows the store">3 of 6 games played</p>'],
    ] as const) {
      const running = start(['watch', store], { cwd });
      const { text } = await ask(await addressOf(t, running));
      t.match(text, `<p class="lead" ${head}`);
      t.notMatch(text, '6 of 6');
      running.child.kill('SIGTERM');
      t.match(await running.ended, { status: 143 });
    }
  });

  t.test('a port that is in use, and a store that is not there, are said in a sentence', async (t) => {
    const first = start(['watch', 'league.db'], { cwd });
    const { port } = new URL(await addressOf(t, first));
    const second = await start(['watch', '--port', port, 'league.db'], { cwd }).ended;
    t.match(second, {
      status: 2,
      stderr: `--port ${port}: cannot listen: address in use: --port 0 for any free port`,
    });
    t.match(await start(['watch', 'nothing.db'], { cwd }).ended, {
      status: 2,
      stderr: /no such store/,
    });
    first.child.kill('SIGTERM');
    t.match(await first.ended, { status: 143 });
  });
});

t.test('worker', async (t) => {
  const lexicon = lexiconWith(['AB']);
  const { request } = planOf({ game: scrabble, lexicon });
  const hosting: HostingRequest = {
    sandbox: 'off',
    shell: '/bin/sh',
    cwd: undefined,
    graceNs: 0,
    unreadCap: 1,
    stderr: 'discard',
    commandFolder: undefined,
  };
  const setup: Setup = { game: 'scrabble', lexicon, hosting, recording: { record: undefined } };
  const told = { interrupt: undefined, decided: undefined };

  function started(t: Test, program: string, execPath = process.execPath): Worker {
    const cwd = t.testdir({ 'worker.mjs': program });
    const child = fork(join(cwd, 'worker.mjs'), { execPath, execArgv: [], serialization: 'advanced' });
    return new Worker(child, setup);
  }

  async function failure(worker: Worker): Promise<Error> {
    return await worker.play(request, told).then(
      () => new Error('it was played'),
      (error: Error) => error,
    );
  }

  t.test('one that ends before it is ready is a failure of the host', async (t) => {
    const worker = started(t, 'process.exit(4)');
    const error = await failure(worker);
    t.ok(error instanceof HostFailure && !(error instanceof VoidMatch));
    t.match(error.message, /^the processes that play the games \(--jobs\) cannot be started: exit status 4$/);
    t.notOk(worker.lives);
    await worker.end();
  });

  t.test('so is one that cannot be started at all', async (t) => {
    const worker = started(t, '', '/nowhere/node');
    t.match((await failure(worker)).message, /cannot be started: spawn \/nowhere\/node ENOENT/);
    await worker.end();
  });

  t.test('one that ends later makes its games void; what it has told counts', async (t) => {
    const worker = started(
      t,
      `process.on('message', ({ is, request }) => {
      if (is !== 'play') return;
      process.send({ is: 'ready' });
      if (request.id === 'told') process.send({ is: 'over', id: 'told', report: { records: ['here'] } });
      else process.exit(5);
    });`,
    );
    const over = worker.play({ ...request, id: 'told' }, told);
    const lost = worker.play(request, told);
    t.match(await over, { records: ['here'] });
    await t.rejects(lost, { message: 'the process of wordhost that played it has ended (exit status 5)' });
    await worker.end();
  });

  t.test('its failures are errors here as they were there', async (t) => {
    const worker = started(
      t,
      `process.on('message', ({ is, request }) => {
      if (is === 'play') process.send({ is: 'failed', id: request.id, failure: { of: request.seed, text: 'why' } });
    });`,
    );
    const failed = (of: string) =>
      worker.play({ ...request, id: of, seed: of }, told).catch((error: Error) => error);
    t.ok((await failed('void')) instanceof VoidMatch);
    const ofHost = await failed('host');
    t.ok(ofHost instanceof HostFailure && !(ofHost instanceof VoidMatch));
    const bug = await failed('bug');
    t.match(bug, { message: 'why', stack: 'why' });
    t.notOk(bug instanceof HostFailure);
    await worker.end();
    t.notOk(worker.lives);
  });
});
