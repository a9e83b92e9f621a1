import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import t from 'tap';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { binary, run, usageError } from './wordhost.ts';

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
  t.match(await say([...game, '--store', 'league.db', ...players], { cwd }), {
    status: 2,
    stderr: /--store league\..*not.*store.*comparison/,
  });
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
  writeFileSync(at('out/command.txt'), 'mine\n');
  t.match(await say(['store', 'export', 'all.db', 'out'], { cwd }), {
    status: 2,
    stderr: /out\/command\.txt cannot be used: .*exists.*not.*copy.*store.*not/,
  });
  t.equal(readFileSync(at('out/command.txt'), 'utf8'), 'mine\n');
  writeFileSync(at('out/command.txt'), '');
  const alone = await say(['store', 'export', '--results', '-', 'all.db'], { cwd });
  t.equal(alone.stdout, readFileSync(at('out/results.jsonl'), 'utf8'));
});

const noFull = !existsSync('/dev/full') && 'there is no /dev/full';
t.test('an export without space names its file and fails', { skip: noFull }, async (t) => {
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
});

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
    stderr: /lines\.db#1: expected at most 32768 .*record.*store; got 70000\. Use wordhost store/,
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
  t.match(await found('bare.db'), / {2}game 2: .*null, null/);
  change(copy('bits.db'), `UPDATE record SET packed = x'00' WHERE number = 3`);
  t.match(await found('bits.db'), / {2}game 3: the record of game 3 .*since.*saved/);
  change(copy('lies.db'), `UPDATE game SET result = replace(result, '"winner":1', '"winner":2')`);
  t.match((await say(['store', 'check', 'lies.db'], { cwd })).status, 0, 'without --verify nobody looks');
  t.match(await found('lies.db', '--verify', ...list), / {2}game 1: .*record ends/);
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
  for (const stdout of ['2 games from all.db; 2 were', '0 games from all.db; 4 were'])
    t.match(await merge('one.db', 'all.db'), { status: 0, stdout: `one.db: ${stdout} already there\n` });
  const copied = await merge('--json', 'new.db', 'all.db', 'one.db');
  t.equal(copied.status, 0, copied.stderr);
  t.same(jsonLines(copied.stdout), [
    { into: 'new.db', from: 'all.db', kept: 4, before: 0 },
    { into: 'new.db', from: 'one.db', kept: 0, before: 4 },
  ]);
  const [before, after] = await Promise.all(
    ['all.db', 'new.db'].map(
      async (name) => (await say(['store', 'export', '--results', '-', name], { cwd })).stdout,
    ),
  );
  t.equal(after, before, 'byte for byte');
  change(copy('other.db'), `UPDATE file SET canonical = replace(canonical, '"Ben"', '"Bob"')`);
  const otherSeed = `replace(result, '"seed":"', '"seed":"x')`;
  change(copy('diverged.db'), `UPDATE game SET result = ${otherSeed} WHERE number = 3`);
  change(copy('nameless.db'), 'DELETE FROM file');
  const cannot = (from: string, into: string) => `${from} cannot be merged into ${into}: `;
  const nameless = 'nameless.db does not record what was played';
  for (const [words, said] of [
    [
      ['all.db', 'other.db'],
      `${cannot('other.db', 'all.db')}it is a different comparison. players[1].name: `,
    ],
    [['all.db', './all.db'], './all.db is all.db itself'],
    [['all.db'], 'store merge: expected a target store'],
    [['made.db', 'no.db'], 'no.db: no such store'],
    [['all.db', 'diverged.db'], `${cannot('diverged.db', 'all.db')}they have different games 3`],
    [['all.db', 'nameless.db'], nameless],
    [['made.db', 'all.db', 'nameless.db'], `${cannot('nameless.db', 'made.db')}${nameless}`],
    [['nameless.db', 'all.db'], nameless],
  ] as const)
    t.match(await merge(...words), usageError(said), words.join(' '));
  const made = readdirSync(cwd).filter((name) => name.startsWith('made.db'));
  t.strictSame(made, [], 'nothing was made');
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
