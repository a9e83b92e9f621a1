import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { version } from '../../host/core/version.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { boggleOptions } from '../../host/games/boggle/options.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { seriesExperiment } from '../../host/runs/series.ts';
import { LARGEST_RECORD } from '../../host/runs/store/packed-record.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { say } from '../cli/in-process.ts';
import { run } from '../cli/wordhost.ts';
import { forgeStore } from '../fuzz/forged-stores.ts';
import { readCraftedStores } from '../fuzz/stores-as-promised.ts';
import { lexiconWith } from '../games/table.ts';
import { allOf } from '../support/all-of.ts';
import { playGames } from '../support/play-games.ts';
import { until } from '../support/until.ts';
import { type CraftedRows, craftStore, leadInCircles, pageOf, rootOf } from './store/crafted-store.ts';
import { gameOf } from './store/games-to-keep.ts';
import { gamesOf, openedToRead, openedToWrite } from './store/opened.ts';
import { killWriters } from './store/random-kills.ts';
import { type Started, startProgram } from './store/started-program.ts';

t.test('stores of strangers', async (t) => {
  /* Stores of strangers: none is opened that could run something, lead nowhere, or take memory that it has no bytes for. */

  const folder = t.testdir({ 'precious.txt': 'dear diary' });
  const modes = ['read', 'write'] as const;
  const whole = join(folder, 'whole.db');
  {
    await using store = await openedToWrite(whole);
    await store.saveFile({ text: 'name: x\n', canonical: '{"name":"x"}' });
    for (let number = 1; number <= 3; number++) await store.save(gameOf(number));
  }

  let crafted = 0;
  const nextPath = () => join(folder, `crafted-${++crafted}.db`);

  function copy(...sql: readonly string[]): string {
    const path = nextPath();
    copyFileSync(whole, path);
    const database = new DatabaseSync(path, { defensive: false });
    database.exec('PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF');
    for (const each of sql) database.exec(each);
    database.close();
    return path;
  }

  const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
  const schemas: readonly [what: string, sql: readonly string[], named: string][] = [
    [
      'games that are an endless view',
      [
        'DROP TABLE game',
        `CREATE VIEW game AS ${ENDLESS} SELECT i AS number, 'x' || i AS id, '{}' AS result FROM n`,
      ],
      'view, "game"',
    ],
    ['one view more', ['CREATE VIEW more AS SELECT 1'], 'view, "more"'],
    [
      'a trigger',
      ['CREATE TRIGGER now AFTER INSERT ON game BEGIN DELETE FROM record; END'],
      'trigger, "now"',
    ],
    ['a virtual table', ['CREATE VIRTUAL TABLE words USING fts5(word)'], 'table, "words"'],
    ['a column that is computed', ['ALTER TABLE game ADD COLUMN x TEXT AS (hex(result))'], 'table, "game"'],
    ['an index', ['CREATE INDEX results ON game (result)'], 'index, "results"'],
    ['an index of an expression', ['CREATE INDEX sums ON game (length(result))'], 'index, "sums"'],
    [
      'other columns of the same table',
      ["UPDATE sqlite_schema SET sql = replace(sql, 'result TEXT', 'result ANY') WHERE name = 'game'"],
      'table, "game"',
    ],
    ['a name with controls', ['CREATE TABLE "\u001b[31m\nred" (x)'], 'table, "\\u001b[31m\\nred"'],
  ];

  for (const [what, sql, named] of schemas)
    t.test(`${what}: it is no store, to read or to write`, async (t) => {
      const path = copy(...sql);
      for (const mode of modes)
        t.match(await openStore(path, { mode: mode as 'read' }), {
          ok: false,
          fault: { kind: 'not-a-store' },
          problem: `${path}: expected a store of wordhost; got a database with another ${named}, than one of wordhost has`,
        });
    });

  t.test('a table that is missing is said', async (t) => {
    const path = copy('DROP TABLE record');
    t.match(await openStore(path, { mode: 'read' }), {
      problem: `${path}: expected a store of wordhost; got a database in which some tables of a store are missing`,
    });
  });

  const gameRows = (...game: NonNullable<CraftedRows['game']>): CraftedRows => ({ game });
  const rows: readonly [what: string, rows: CraftedRows, words: string][] = [
    [
      'a result that is a number',
      gameRows([2, 'x', 7]),
      'table game, row 2: result: expected a string; got 7',
    ],
    [
      'bytes for an id',
      gameRows([3, Buffer.from('x'), '{}']),
      'table game, row 3: id: expected a string; got bytes',
    ],
    ['no result', gameRows([1, 'x', null]), 'table game, row 1: result: expected a string; got null'],
    [
      'a result of megabytes',
      gameRows([2, 'x', ' '.repeat(2_000_000)]),
      'table game, row 2: result: expected at most 1048576 characters; got 2000000',
    ],
    ['a result of a hundred megabytes', gameRows([2, 'x', Buffer.alloc(1e8)]), 'a value in it is too large'],
    [
      'a number that is larger than numbers are',
      gameRows([2n ** 60n, 'x', '{}']),
      'a number in it is too large',
    ],
  ];

  for (const [what, made, words] of rows)
    t.test(`${what}: the table and the row are named`, async (t) => {
      const path = craftStore(nextPath(), made);
      await using store = await openedToRead(path);
      await t.rejects(gamesOf(store), {
        name: 'StoreFailure',
        message: `${path}: the store is damaged: ${words}`,
      });
    });

  const canonicals: readonly [what: string, canonical: string, words: string][] = [
    ['half an object', '{', 'expected a JSON object; got "{"'],
    ['null', 'null', 'expected a JSON object; got "null"'],
    ['a list', '[]', 'expected a JSON object; got "[]"'],
    [
      'what is nested deep',
      `{"a":${'['.repeat(100_000)}`,
      'expected a JSON object with at most 64 levels of nested lists and objects; it has more',
    ],
  ];

  for (const [what, canonical, words] of canonicals)
    t.test(`${what}, where it says what was played: the table and the row are named`, async (t) => {
      const path = craftStore(nextPath(), {
        file: [
          [1, '', '{}', 'now'],
          [2, '', canonical, 'now'],
        ],
      });
      await using store = await openedToRead(path);
      await t.rejects(store.files(), {
        message: `the store is damaged: table file, row 2: canonical: ${words}`,
      });
    });

  t.test('files of more than 16 MiB together are not read', async (t) => {
    const large = ' '.repeat(2 ** 23);
    const file = [
      [1, large, '{}', 'now'],
      [2, '', `${large}{}`, 'now'],
    ];
    await using store = await openedToRead(craftStore(nextPath(), { file }));
    await t.rejects(store.files(), {
      message: 'table file, row 2: expected at most 16777216 characters up to it',
    });
  });

  t.test('a record is unpacked up to its length, and up to what a store takes', async (t) => {
    const bomb = zstdCompressSync(Buffer.alloc(2 ** 28));
    const record = [
      [1, '0'.repeat(64), 2 ** 28, bomb],
      [2, '0'.repeat(64), 10, bomb],
      [3, '0'.repeat(64), 2 ** 52, bomb],
      [4, '0'.repeat(64), -1, bomb],
      [5, '0'.repeat(64), 'x', bomb],
    ];
    await using store = await openedToRead(craftStore(nextPath(), { record }));
    const before = process.memoryUsage.rss();
    for (const number of [1, 2, 3, 4])
      await t.rejects(store.record(number), {
        message: `the record of game ${number} has changed since it was saved`,
      });
    await t.rejects(store.record(5), { message: 'table record, row 5: bytes: expected a number; got "x"' });
    t.ok(process.memoryUsage.rss() - before < 2 ** 27, 'no memory was taken for it');
  });

  t.test('a record too large for a store is left out, and that is said', async (t) => {
    await using store = await openedToWrite(nextPath());
    const record = new Uint8Array(LARGEST_RECORD + 1);
    t.same(await store.save({ ...gameOf(1), record }), { ok: true, isNew: true, left: 'record' });
    t.match(await store.counts(), { games: 1, records: 0 });
    t.same(await store.save({ ...gameOf(2), record: record.subarray(1) }), { ok: true, isNew: true });
    t.equal((await store.record(2))?.length, LARGEST_RECORD);
  });

  t.test('pages that lead to one another are found: no table is walked through without an end', async (t) => {
    for (const table of ['game', 'record'] as const) {
      const path = nextPath();
      copyFileSync(whole, path);
      leadInCircles(path, rootOf(path, table), pageOf(path, rootOf(path, table)));
      await using store = await openedToRead(path);
      await t.rejects(store.counts(), { message: `table ${table}, row 1: expected a row after 3` });
      if (table === 'game')
        await t.rejects(gamesOf(store), { message: 'table game, row 1: expected a row after 3' });
      t.not((await store.faults()).length, 0);
    }
    const path = nextPath();
    copyFileSync(whole, path);
    leadInCircles(path, rootOf(path, 'file'), pageOf(path, rootOf(path, 'file')));
    await using store = await openedToRead(path);
    await t.rejects(store.files(), { message: 'table file, row 1: expected a row after 1' });
  });

  t.test('a list of tables that leads in circles is found before SQLite reads it', async (t) => {
    const leaf = Buffer.alloc(4096);
    pageOf(whole, 1).subarray(100);
    Buffer.from(pageOf(whole, rootOf(whole, 'game'))).copy(leaf);
    const path = nextPath();
    copyFileSync(whole, path);
    leadInCircles(path, 1, leaf);
    for (const mode of modes)
      t.match(await openStore(path, { mode: mode as 'read' }), {
        ok: false,
        problem: `${path}: the store is damaged: the list of its tables is not in its first page`,
      });
  });

  t.test('a log in which that list leads in circles is found, too', async (t) => {
    const path = nextPath();
    copyFileSync(whole, path);
    const circles = nextPath();
    copyFileSync(whole, circles);
    leadInCircles(circles, 1, pageOf(whole, rootOf(whole, 'game')));
    writeFileSync(`${path}-wal`, logOf(pageOf(circles, 1)));
    t.match(await openStore(path, { mode: 'read' }), {
      ok: false,
      problem: 'the list of its tables is not in its first page',
    });
  });

  /** A log with one page, the first. That its sums are none does not matter: it is not handed to SQLite. */
  function logOf(page: Uint8Array): Buffer {
    const [header, frame] = [Buffer.alloc(32), Buffer.alloc(24)];
    header.writeUInt32BE(0x37_7f_06_82, 0);
    header.writeUInt32BE(4096, 8);
    header.fill(7, 16, 24);
    frame.writeUInt32BE(1, 0);
    frame.fill(7, 8, 16);
    return Buffer.concat([header, frame, page]);
  }

  t.test('what is no file beside a store is not opened, to read or to write', async (t) => {
    for (const ending of ['-journal', '-wal', '-shm', '-lock']) {
      const name = (path: string) => `${path.split('/').at(-1)}${ending}`;
      const makers: readonly [what: string, make: (path: string) => void][] = [
        ['a link', (path) => symlinkSync('precious.txt', path)],
        ['a link', (path) => symlinkSync('/dev/zero', path)],
        ['a link', (path) => symlinkSync('nowhere.txt', path)],
        ['a device or a pipe', (path) => spawnSync('mkfifo', [path])],
        ['a folder', (path) => mkdirSync(path)],
      ];
      for (const [what, make] of makers) {
        const path = nextPath();
        copyFileSync(whole, path);
        make(`${path}${ending}`);
        for (const mode of modes)
          t.match(await openStore(path, { mode: mode as 'read' }), {
            ok: false,
            problem: `${path}: ${name(path)} next to it is ${what}. Nothing was opened: move that file away`,
          });
      }
    }
    t.equal(readFileSync(join(folder, 'precious.txt'), 'utf8'), 'dear diary');
    t.notOk(existsSync(join(folder, 'nowhere.txt')), 'nothing is made at the end of a link');
  });

  t.test('a journal, by which SQLite would change a store before it is read, is refused', async (t) => {
    const path = nextPath();
    copyFileSync(whole, path);
    const magic = Buffer.from('d9d505f920a163d7', 'hex');
    writeFileSync(`${path}-journal`, Buffer.concat([magic, Buffer.alloc(504)]));
    for (const mode of modes)
      t.match(await openStore(path, { mode: mode as 'read' }), {
        ok: false,
        fault: { kind: 'beside' },
        problem: 'is a journal, which would let SQLite change it',
      });
    t.equal(Buffer.compare(readFileSync(path), readFileSync(whole)), 0);
  });

  t.test('one that was killed while its first page was made becomes a store', async (t) => {
    const path = nextPath();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL');
    database.close();
    truncateSync(path, 4096);
    const magic = Buffer.from('d9d505f920a163d7', 'hex');
    writeFileSync(`${path}-journal`, Buffer.concat([magic, Buffer.alloc(504)]));
    await using store = await openedToWrite(path);
    t.same(await store.save(gameOf(1)), { ok: true, isNew: true });
  });

  t.test('a lock with something in it is no lock', async (t) => {
    const path = nextPath();
    copyFileSync(whole, path);
    writeFileSync(`${path}-lock`, 'something');
    t.match(await openStore(path, { mode: 'write' }), {
      ok: false,
      problem: `${path}: ${path.split('/').at(-1)}-lock next to it is not an empty file, as the lock of a store is`,
    });
    t.equal(readFileSync(`${path}-lock`, 'utf8'), 'something');
  });

  t.test('the lock is gone with its writer, and another one is not taken for it', async (t) => {
    const path = nextPath();
    const first = await openedToWrite(path);
    t.ok(existsSync(`${path}-lock`));
    t.match(await openStore(path, { mode: 'write' }), { ok: false, fault: { kind: 'in-use' } });
    await first.close();
    t.notOk(existsSync(`${path}-lock`));
    writeFileSync(`${path}-lock`, '');
    await using second = await openedToWrite(path);
    t.same(
      await second.save(gameOf(1)),
      { ok: true, isNew: true },
      'one that a kill has left is locked again',
    );
    rmSync(`${path}-lock`);
  });
});

t.test('crowded', async (t) => {
  const cannotMount =
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
    'no disk can be mounted here';
  const isNotRoot = process.getuid?.() !== 0 && 'only root can start programs of another user';

  /** In a folder, where only the program sees what is mounted; `after` is what comes of it. */
  const among = (folder: string, mount: string, after = 'true') => [
    ...['unshare', '-m', 'sh', '-c'],
    `cd '${folder}' && ${mount} && "$@"; ${after}`,
    'disk',
  ];

  const keptIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('kept')).length;

  async function hasKept({ lines }: Started, count: number): Promise<void> {
    await until(
      () => lines.includes(`kept ${count}`),
      () => lines.join('\n'),
    );
  }

  /** Killed in the middle: what it kept last is only in the file beside the store. */
  async function killedStore(path: string, games: number): Promise<void> {
    const writer = startProgram(['write', path, String(games)], { env: { WAITS: '1' } });
    await hasKept(writer, games);
    writer.child.kill('SIGKILL');
    await writer.ended;
  }

  t.test('a full disk is reported and loses nothing', { skip: cannotMount }, async (t) => {
    const folder = t.testdir({ disk: {} });
    const path = join(folder, 'disk', 'league.db');
    const before = among(folder, 'mount -t tmpfs -o size=400k tmpfs disk', 'cp -R disk after');
    const lines = await startProgram(['write', path, '100000'], { before }).ended;
    t.match(lines.at(-1), `refused full: ${path}: its disk is full. Games saved before are safe`);
    const kept = keptIn(lines);
    t.ok(kept > 20, `${kept} were kept`);
    await using store = await openedToWrite(join(folder, 'after', 'league.db'));
    t.equal((await gamesOf(store)).length, kept);
    t.same(await store.faults(), []);
    t.same(await store.save(gameOf(kept + 1)), { ok: true, isNew: true });
  });

  t.test('a limit of file sizes: it is said, and what was kept is there', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const before = ['sh', '-c', 'ulimit -f 800 && exec "$@"', 'limited'];
    const lines = await startProgram(['write', path, '100000'], { before }).ended;
    t.match(lines.at(-1), `refused unwritable: ${path}: the system could not write it: a file size limit`);
    const kept = keptIn(lines);
    t.ok(kept > 20, `${kept} were kept`);
    await using store = await openedToRead(path);
    t.equal((await gamesOf(store)).length, kept);
    t.same(await store.faults(), []);
  });

  t.test('a store on a read-only disk is read', { skip: cannotMount }, async (t) => {
    const folder = t.testdir({ disk: {} });
    const path = join(folder, 'disk', 'league.db');
    {
      await using store = await openedToWrite(path);
      await store.save(gameOf(1));
    }
    const readOnly = { before: among(folder, 'mount --bind disk disk && mount -o remount,bind,ro disk') };
    const reads = async () => await startProgram(['read', path], readOnly).ended;
    t.same(await reads(), ['read 1']);
    const refused = await startProgram(['write', path, '2'], readOnly).ended;
    t.match(refused, [`refused read-only: ${path}: the folder of the store is read-only, but results`]);
    await killedStore(path, 3);
    t.ok(existsSync(`${path}-wal`));
    t.same(await reads(), ['read 1 2 3']);
  });

  t.test('a user who may only read reads every store', { skip: isNotRoot }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-read-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const path = join(folder, 'league.db');
    const before = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const reads = async () => await startProgram(['read', path], { before }).ended;
    const writer = startProgram(['write', path, '2'], { env: { WAITS: '1' } });
    await hasKept(writer, 2);
    t.same(await reads(), ['read 1 2'], 'while it is written');
    const [refused] = await startProgram(['write', path, '3'], { before }).ended;
    t.match(refused, `refused read-only: ${path}: the folder of the store is read-only, but results`);
    writer.child.stdin!.end();
    await writer.ended;
    t.same(await reads(), ['read 1 2'], 'when it was closed');
    await killedStore(path, 4);
    t.same(await reads(), ['read 1 2 3 4'], 'when its writer was killed');
  });

  t.test('the second of two commands is told who writes', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const first = startProgram(['write', path, '2'], { env: { WAITS: '1' } });
    await hasKept(first, 2);
    const [refused] = await startProgram(['write', path, '3']).ended;
    t.match(refused, `refused in-use: ${path}: process ${first.child.pid} has been writing to it since 20`);
    t.match(refused, `: wordhost write ${path} 2. A store has one writer at a time`);
    first.child.kill('SIGKILL');
    await first.ended;
    t.same(await startProgram(['write', path, '3']).ended, ['opened 2', 'kept 3']);
  });

  t.test('many readers see whole games while one process writes', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const writer = startProgram(['write', path, '1000']);
    await hasKept(writer, 1);
    const readers = Array.from({ length: 4 }, () => startProgram(['read', path]).ended);
    for (const [said = ''] of await Promise.all(readers)) {
      const [verb, ...numbers] = said.split(' ');
      t.equal(verb, 'read');
      t.ok(allOf(numbers, (number, index) => Number(number) === index + 1));
    }
    t.equal(keptIn(await writer.ended), 1000);
    t.same(readdirSync(join(path, '..')).sort(), ['league.db'], 'nothing else is left there');
  });

  t.test('a store and the file beside it, copied while nobody writes, are a copy', async (t) => {
    const folder = t.testdir();
    const path = join(folder, 'league.db');
    await killedStore(path, 3);
    for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, join(folder, `copy.db${ending}`));
    await using copy = await openedToRead(join(folder, 'copy.db'));
    t.equal((await gamesOf(copy)).length, 3);
  });
});

t.test('played files', async (t) => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const bot = 'echo ready; echo done; cat > /dev/null\n';
  const cwd = t.testdir({ 'a b': { 'bot.sh': bot, 'net one.bin': 'net' }, c: { 'bot.sh': `# c\n${bot}` } });

  t.test('each game of a series has the hashes of what it was played with', async (t) => {
    const entries = ['one', 'two'].map((name) => ({ name, command: `sh bot.sh --net='net one.bin'` }));
    const openSeats = processSeats({
      sandbox: 'process',
      shell: '/bin/sh',
      cwd: join(cwd, 'a b'),
      graceNs: seconds(20),
      unreadCap: 2 ** 20,
      stderr: 'discard',
      commandFolder: undefined,
      own: new Map([['two', { cwd: join(cwd, 'c') }]]),
    });
    const series = playGames(
      seriesExperiment({
        game: boggle,
        options: settleOptions(boggleOptions, []),
        lexicon: lexiconWith(['AAA']),
        seed: 'files',
        limits: { readyTimeout: seconds(30), gameTimeout: 0 },
        games: 3,
        rotate: true,
        rejudges: 0,
        entries,
      }),
      { executor: new LocalExecutor({ openSeats }) },
    );
    const played: unknown[] = [];
    for await (const game of series) {
      if (!('report' in game)) throw game.failure;
      const byEntry = game.report.result.players.toSorted((one, other) => one.entry - other.entry);
      played.push(byEntry.map(({ files }) => files));
      if (game.game === 1) writeFileSync(join(cwd, 'a b', 'bot.sh'), `# new\n${bot}`);
    }
    const net = { file: 'net one.bin', sha256: hashOf('net') };
    const old = { file: 'bot.sh', sha256: hashOf(bot) };
    const fresh = { file: 'bot.sh', sha256: hashOf(`# new\n${bot}`) };
    const other = { file: 'bot.sh', sha256: hashOf(`# c\n${bot}`) };
    t.same(played, [
      [[old, net], [other]],
      [[fresh, net], [other]],
      [[fresh, net], [other]],
    ]);
  });

  t.test('result and record have them, and verify wherever the files are', async (t) => {
    const commands = ["sh 'a b/bot.sh'", 'wordhost player boggle --level few'];
    const game = ['boggle', '--seed', '1', '--time', '1s', '--events', 'game.jsonl', '--json', '--quiet'];
    const { stdout } = await run([...game, ...commands], { cwd });
    const { players } = JSON.parse(stdout) as { readonly players: readonly { readonly files?: unknown }[] };
    const files = [{ file: 'a b/bot.sh', sha256: hashOf(readFileSync(join(cwd, 'a b', 'bot.sh'), 'utf8')) }];
    t.same(
      players.map((player) => player.files),
      [files, [{ file: 'wordhost', sha256: null, version }]],
    );
    writeFileSync(join(cwd, 'a b', 'bot.sh'), 'exit 1\n');
    t.match(await run(['replay', '--verify', 'game.jsonl'], { cwd }), { status: 0, stdout: /verified/ });
    const record = readFileSync(join(cwd, 'game.jsonl'), 'utf8');
    writeFileSync(
      join(cwd, 'forged.jsonl'),
      record.replace(`"sha256":"${files[0]!.sha256}"`, `"sha256":"${'0'.repeat(64)}"`),
    );
    t.match(await run(['replay', '--verify', 'forged.jsonl'], { cwd }), { status: 1 });
  });

  t.test('a run says once that a player has changed in it', async (t) => {
    const learns = '[ -e c/new ] || { echo x >> c/net; : > c/new; }';
    const bot = `echo ready; while read -r word rest; do case $word in start) ${learns} ;; esac; done`;
    writeFileSync(join(cwd, 'c', 'learns.sh'), bot);
    writeFileSync(join(cwd, 'c', 'net'), 'net');
    const commands = ['sh c/learns.sh c/net', 'sh c/learns.sh'];
    const series = ['boggle', '--games', '3', '--time', '100ms', '--seed', '1'];
    const { stderr } = await run([...series, ...commands], { cwd });
    const notes = stderr.split('\n').filter((line) => line.startsWith('note:'));
    const why = 'has changed since the first game: the results come from more than one version';
    t.same(notes, [`note: player 1 (${commands[0]}): c/net ${why}`], stderr);
  });
});

killWriters(24);

t.test('whoever forges a game of a store is found out', async (t) => {
  const folder = t.testdir();
  const games = { bananagrams: 'bananagrams', scrabble: 'random', boggle: 'boggle' } as const;
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);
  for (const [game, player] of Object.entries(games)) {
    const store = join(folder, `${game}.db`);
    const options = game === 'boggle' ? ['--time', '300ms'] : [];
    const command = `wordhost player ${player}`;
    const words = [
      'compare',
      game,
      ...'--games 4 --seed 3'.split(' '),
      ...options,
      '--store',
      store,
      command,
      command,
    ];
    t.match(await run(words), { status: 0 });
    t.match(await say(['store', 'check', '--verify', store]), { status: 0 });
    const odd: string[] = [];
    let same = 0;
    for (const seed of seeds) {
      const path = join(folder, 'forged.db');
      copyFileSync(store, path);
      const { what, isSame } = forgeStore(path, seed);
      const { status, stdout, stderr } = await say(['store', 'check', '--verify', path]);
      if (isSame) same++;
      if (isSame ? status === 3 : status === 0 || status === 3)
        odd.push(`seed ${seed}: ${what}: status ${status}: ${stdout}${stderr}`);
      rmSync(path);
    }
    t.strictSame(odd, []);
    t.ok(same < seeds.length / 2, `${game}: ${same} changes change nothing`);
  }
});

t.test('stores of strangers: each command ends, says what is wrong, and takes little memory', async (t) => {
  await readCraftedStores(t, 1000, 60);
});
