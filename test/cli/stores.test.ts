import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
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
import { openedToRead } from '../runs/store/opened.ts';
import { say } from './in-process.ts';
import { letterA, letterAOptions, patient, quick } from './letter-a.ts';
import { binary, run } from './wordhost.ts';

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
  t.match(again.stderr, /^all\.db has 4 games of it; they count, and it goes on$/m);
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

t.test('of one pair more games can be asked for, and of several only one', async (t) => {
  const seeds = async (name: string) => {
    const { stdout } = await say(['store', 'export', '--results', '-', name], { cwd });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seed as string);
  };
  for (const games of ['2', '6', '2', '4'])
    t.match(await compare('--games', games, '--seed', 'x', '--store', 'grown.db'), {
      status: 0,
      stdout: `NEW has 100.0 % of ${games} games.`,
    });
  const [first, second, ...more] = await seeds('grown.db');
  t.same([first, second], ['x', 'x']);
  t.equal(new Set([first, ...more]).size, 3, 'each pair has another');
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
    [[...game, '--store', 'all.db', ...players], 'test was null there, and is {"model"'],
  ];
  for (const [words, said] of cases) {
    const { status, stderr } = await say(words, { cwd });
    t.equal(status, 2, stderr);
    t.match(stderr, `wordhost: --store all.db has the games of another comparison: ${said}`);
    t.match(stderr, 'For this one take another store');
  }
});

t.test('a store that keeps a tournament is refused as such', async (t) => {
  const canonical = JSON.stringify({ wordhost: 1, kind: 'tournament', name: 'Letters' });
  change(copy('league.db'), `UPDATE file SET canonical = '${canonical}'`);
  const { status, stderr } = await say([...game, '--store', 'league.db', ...players], { cwd });
  t.equal(status, 2);
  t.match(stderr, '--store league.db has the games of a tournament: expected the store of a comparison');
});

t.test('another version of a player is refused', async (t) => {
  writeFileSync(at('bot.sh'), quick);
  const words = [...game, '--games', '2', '--store', 'bot.db', 'sh bot.sh', patient];
  t.equal((await run(words, { cwd })).status, 0);
  writeFileSync(at('bot.sh'), `# better\n${quick}`);
  const { status, stderr } = await run(words, { cwd });
  t.equal(status, 2);
  t.match(
    stderr,
    'has games of another version of sh bot.sh: bot.sh has changed since. For this version take',
  );
});

t.test('records need not be kept', async (t) => {
  const { status } = await compare('--games', '2', '--store', 'small.db', '--no-records');
  t.equal(status, 0);
  const { stdout } = await say(['store', 'check', 'small.db'], { cwd });
  t.match(stdout, /^small\.db: right\. 2 games, 0 records of 0 KiB, in \d+ KiB$/m);
  const replayed = await say(['replay', 'small.db#2'], { cwd });
  t.match(replayed, {
    status: 2,
    stderr: 'small.db#2: the result of game 2 is kept there, and no record of it',
  });
});

t.test('options that say nothing together are refused', async (t) => {
  for (const [words, said] of [
    [['--no-records'], '--no-records: expected --store FILE with it; got none'],
    [['--store', 'x.db', '--record-bad', 'bad'], '--store and --record-bad: expected one of them'],
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
  t.match(stderr, "to show the game again: wordhost replay 'bad.db#1'");
  t.match(await say(['replay', 'bad.db#1'], { cwd }), { status: 0, stdout: /BBB/ });
});

t.test('how offences are counted may change from run to run, and the store keeps it', async (t) => {
  const words = [...game, '--games', '4', '--store', 'counted.db'];
  t.equal((await run([...words, offender, patient], { cwd })).status, 1);
  const again = await run([...words, '--offences', 'count', offender, patient], { cwd });
  t.match(again, { status: 0, stdout: /^NEW has 0\.0 % of 4 games\.$/m });
  await using store = await openedToRead(at('counted.db'));
  t.same(
    (await store.files()).map(({ canonical }) => JSON.parse(canonical).offences),
    [undefined, 'count'],
  );
});

t.test(
  'reports of a comparison that went on have the games of all runs, told as they were then',
  async (t) => {
    const compared = async (games: string, ...words: string[]) =>
      await run(
        [...game, '--games', games, '--offences', 'count', '--store', 'two.db', ...words, patient, offender],
        { cwd },
      );
    t.equal((await compared('4', '--tap', 'first.tap')).status, 0);
    const reports = ['--tap', 'all.tap', '--junit', 'all.xml', '--markdown', 'all.md'];
    const again = await compared('6', ...reports);
    t.equal(again.status, 0, again.stderr);
    const [before, now] = ['first.tap', 'all.tap'].map((name) => readFileSync(at(name), 'utf8'));
    /** Of the first four games; how long a game took is the same, too. */
    const cases = (text = '') => /^not ok 1 [\s\S]*?(?=^(not )?ok 5 )/m.exec(text)?.[0];
    t.match(cases(before), /BBB[\s\S]*command: "wordhost replay 'two\.db#1'"/);
    t.equal(cases(now), cases(before));
    t.match(now, /^1\.\.7$/m, 'six games, and the figures');
    t.match(now, '# 6 of 6 games went wrong.');
    const xml = readFileSync(at('all.xml'), 'utf8');
    t.equal(xml.match(/<testcase name="game /g)?.length, 6);
    const [, whole = 0, ...each] = [...xml.matchAll(/ time="([\d.]+)"/g)].map(([, time]) => Number(time));
    t.ok(whole >= each.reduce((sum, time) => sum + time, 0) - 0.01, 'the run took as long as its games');
    t.match(readFileSync(at('all.md'), 'utf8'), '6 of 6 games went wrong.');
  },
);

t.test('a game without a record is told with the command that plays it again', async (t) => {
  const words = [...game, '--games', '2', '--offences', 'count', '--store', 'bare.db', '--no-records'];
  await run([...words, patient, offender], { cwd });
  t.equal((await run([...words, '--tap', 'bare.tap', patient, offender], { cwd })).status, 0);
  const text = readFileSync(at('bare.tap'), 'utf8');
  t.match(text, /^not ok 2 - game 2: /m);
  t.match(text, /command: "wordhost bananagrams .* --seed \w+ .*--record games/);
});

t.test('a game of a store is shown and verified as a record is', async (t) => {
  const shown = await say(['replay', 'all.db#3'], { cwd });
  t.match(shown, { status: 0, stdout: /Ada/ });
  const verified = await say(['replay', '--verify', ...list, 'all.db#3', 'all.db#4'], { cwd });
  t.match(verified, {
    status: 0,
    stdout: /^all\.db#3: right\. .*\nall\.db#4: right\. .*\n2 records: all right$/m,
  });
  for (const [place, said] of [
    ['all.db#5', 'all.db#5: there is no game 5 in it. wordhost store check all.db says which there are'],
    [
      'all.db',
      'all.db: expected a record; got a store. A game of it is named by its number, such as all.db#1',
    ],
    ['no.db#5', 'no.db: there is no such store'],
    ['all.db#0', 'all.db#0: there is no such file'],
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
    stdout: 'all.db#1: right',
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
  t.match(verified, { status: 0, stdout: '4 records: all right' });
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
      /^wordhost: standard output could not be written: its disk is full \(ENOSPC\)\. No result is lost/,
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
      'lines.db#1: expected at most 32768 lines in the record of a store; there are 70000. wordhost store',
  });
  t.match(await say(['store', 'export', '--records', 'lines', 'lines.db'], { cwd }), { status: 0 });
});

t.test('an export writes over nothing else, and no name from a store leads elsewhere', async (t) => {
  for (const [words, said] of [
    [['all.db'], 'expected either a folder or --results and --records; got none'],
    [['all.db', 'out', '--results', 'x'], 'expected either a folder or --results and --records; got both'],
    [
      ['--results', 'notes.txt', 'all.db'],
      '--results notes.txt cannot be used: it is there and is no file of results',
    ],
    [['all.db', 'notes.txt'], 'notes.txt cannot be used: '],
    [['none.db', 'out'], 'none.db: there is no such store'],
  ] as const)
    t.match(await say(['store', 'export', ...words], { cwd }), { status: 2, stderr: said });
  t.equal(readFileSync(at('notes.txt'), 'utf8'), 'dear diary');
  change(copy('evil.db'), `UPDATE game SET id = '../../escaped' WHERE number = 2`);
  t.match(await say(['store', 'export', '--records', 'evil', 'evil.db'], { cwd }), { status: 0 });
  t.ok(readdirSync(at('evil')).includes('game-2.jsonl'));
});

t.test('a store that is not as it was kept is found out', async (t) => {
  const found = async (name: string, ...words: string[]) => {
    const { status, stdout } = await say(['store', 'check', ...words, name], { cwd });
    t.equal(status, 1, name);
    return stdout;
  };
  change(copy('text.db'), `UPDATE game SET result = 'x' WHERE number = 2`);
  t.match(
    await found('text.db'),
    /^text\.db: not right\. 4 games, .*\n {2}game 2: its result is no JSON object$/m,
  );
  change(
    copy('swap.db'),
    `UPDATE game SET result = (SELECT result FROM game WHERE number = 1) WHERE number = 2`,
  );
  t.match(await found('swap.db'), /^ {2}game 2: its result is of game 1, "/m);
  change(copy('bare.db'), `UPDATE game SET result = '{}' WHERE number = 2`);
  t.match(await found('bare.db'), '  game 2: its result is of game null, null');
  change(copy('bits.db'), `UPDATE record SET packed = x'00' WHERE number = 3`);
  t.match(await found('bits.db'), '  game 3: the record of game 3 is not as it was kept');
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
    [['no.db'], 'no.db: there is no such store'],
    [[], 'store check: expected a store'],
  ] as const)
    t.match(await say(['store', 'check', ...words], { cwd }), { status: 2, stderr: said });
});

t.test('stores of the same tournament are merged, each game once', async (t) => {
  change(copy('one.db'), 'DELETE FROM record WHERE number > 2; DELETE FROM game WHERE number > 2');
  const merge = async (...words: string[]) => await say(['store', 'merge', ...words], { cwd });
  t.match(await merge('one.db', 'all.db'), {
    status: 0,
    stdout: 'one.db: 2 games from all.db; 2 were there\n',
  });
  t.match(await merge('one.db', 'all.db'), {
    status: 0,
    stdout: 'one.db: 0 games from all.db; 4 were there\n',
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
      async (name) => (await run(['store', 'export', '--results', '-', name], { cwd })).stdout,
    ),
  );
  t.equal(after, before, 'byte for byte');
  change(copy('other.db'), `UPDATE file SET canonical = replace(canonical, '"Ben"', '"Bob"')`);
  t.match(await merge('all.db', 'other.db'), {
    status: 2,
    stderr: `other.db cannot be merged into all.db: it is another comparison. players[1].name: expected "Ben", as in all.db; got "Bob"`,
  });
  t.match(await merge('all.db', './all.db'), { status: 2, stderr: './all.db is all.db itself' });
  t.match(await merge('all.db'), { status: 2, stderr: 'store merge: expected a store to keep games in' });
  t.match(await merge('made.db', 'no.db'), { status: 2, stderr: 'no.db: there is no such store' });
  t.notOk(readdirSync(cwd).includes('made.db'), 'nothing was made');
  change(
    copy('diverged.db'),
    `UPDATE game SET result = replace(result, '"seed":"', '"seed":"x') WHERE number = 3`,
  );
  t.match(await merge('all.db', 'diverged.db'), {
    status: 2,
    stderr: 'diverged.db cannot be merged into all.db: each of them has another game 3',
  });
  change(copy('nameless.db'), 'DELETE FROM file');
  t.match(await merge('all.db', 'nameless.db'), {
    status: 2,
    stderr: 'nameless.db does not say what was played',
  });
  t.match(await merge('made.db', 'all.db', 'nameless.db'), {
    status: 2,
    stderr: 'nameless.db cannot be merged into made.db: nameless.db does not say what was played',
  });
  t.notOk(
    readdirSync(cwd).some((name) => name.startsWith('made.db')),
    'nothing was made',
  );
  t.match(await merge('nameless.db', 'all.db'), {
    status: 2,
    stderr: 'nameless.db does not say what was played',
  });
});

t.test('a store is read whole before one is locked to be merged into', async (t) => {
  for (const [name, sql, said] of [
    [
      'torn.db',
      `UPDATE record SET packed = x'00' WHERE number = 4`,
      'the record of game 4 is not as it was kept',
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
    stderr: 'store: expected check, export or merge; got nothing',
  });
  t.match(await say(['store', 'chek'], { cwd }), {
    status: 2,
    stderr: 'store: expected check, export or merge; got "chek"',
  });
});

t.test(
  'records of games that were not kept are gone with the run, and those that a kill has left with the next',
  async (t) => {
    mkdirSync(at('clean.db-running'));
    writeFileSync(at('clean.db-running/left.jsonl'), '{"n":1,');
    writeFileSync(at('file.db-running'), '');
    t.match(await compare('--games', '2', '--store', 'file.db'), { status: 3, stderr: 'file.db-running: ' });
    const { status } = await compare('--elo1', '400', '--jobs', '2', '--store', 'clean.db');
    t.equal(status, 0);
    t.same(
      readdirSync(cwd).filter((name) => name.startsWith('clean.db')),
      ['clean.db'],
    );
  },
);
