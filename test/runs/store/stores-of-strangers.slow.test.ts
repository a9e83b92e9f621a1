import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import t from 'tap';
import { LARGEST_RECORD } from '../../../host/runs/store/packed-record.ts';
import { openStore } from '../../../host/runs/store/store.ts';
import { type CraftedRows, craftStore, leadInCircles, pageOf, rootOf } from './crafted-store.ts';
import { gameOf } from './games-to-keep.ts';
import { gamesOf, openedToRead, openedToWrite } from './opened.ts';

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
  ['a trigger', ['CREATE TRIGGER now AFTER INSERT ON game BEGIN DELETE FROM record; END'], 'trigger, "now"'],
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
  ['a result that is a number', gameRows([2, 'x', 7]), 'table game, row 2: result: expected a string; got 7'],
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
    problem: /list.*tables.*not.*page/,
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
  t.same(await second.save(gameOf(1)), { ok: true, isNew: true }, 'one that a kill has left is locked again');
  rmSync(`${path}-lock`);
});
