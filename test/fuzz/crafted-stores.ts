import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { changedObject } from '../events/crafted/mutants.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { craftStore, leadInCircles, pageOf, rootOf } from '../runs/store/crafted-store.ts';
import { openedToWrite } from '../runs/store/opened.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { Dice } from './dice.ts';

/** Stores as strangers could send them, each from a seed: a whole one in which something was changed. */
export interface Sources {
  readonly folder: string;
  readonly paths: readonly string[];
}

const records = oldRecords
  .filter(({ text }) => text.length < 200_000 && /"type":"end"/.test(text))
  .map(({ text }) => text);

/** A tournament and a comparison, with records of games that were played. */
export async function makeSources(folder: string): Promise<Sources> {
  const [league, compared] = [join(folder, 'league.db'), join(folder, 'compared.db')];
  const names = ['ada', 'ben', 'cyd', 'dan'];
  const recordOf = (number: number) => Buffer.from(records[number % records.length]!);
  await keepMadeUp(league, { names, rounds: 2, badEvery: 3, recordOf });
  change(league, `UPDATE game SET result = '{"number":' || number || ',' || substr(result, 2)`);
  await using store = await openedToWrite(compared);
  const players = ['new', 'old'].map((name) => ({ name, command: `./${name}` }));
  const test = { model: 'normalized', elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05 };
  const canonical = { kind: 'compare', game: 'scrabble', seed: '7', test, notWorse: false, players };
  await store.saveFile({ text: 'wordhost compare\n', canonical: JSON.stringify(canonical) });
  for (let number = 1; number <= 12; number++) {
    const { result } = gameOf(['new', 'old'], number, (number + 1) % 2, number % 2, number === 5);
    await store.save({
      ...{ number, id: result.id, result: JSON.stringify({ number, ...result }) },
      record: recordOf(number),
    });
  }
  return { folder, paths: [league, compared] };
}

export interface Crafted {
  readonly what: string;
  readonly path: string;
}

export function craftedStore({ folder, paths }: Sources, seed: number): Crafted {
  const dice = new Dice(seed);
  const path = join(folder, `case-${seed}.db`);
  copyFileSync(dice.oneOf(paths), path);
  const whats: string[] = [];
  const all = Object.entries(changes);
  // In their order: what comes last may be what SQLite would hang in, here as there.
  const places = new Set([dice.roll(all.length), ...(dice.roll(2) === 0 ? [dice.roll(all.length)] : [])]);
  for (const place of [...places].sort()) {
    const [kind, change] = all[place]!;
    try {
      whats.push(`${kind}: ${change(path, dice)}`);
    } catch (error) {
      // What was changed before has left nothing of a store.
      whats.push(`${kind}: not possible any more (${(error as Error).message})`);
    }
  }
  return { what: whats.join('; '), path };
}

const changes: Readonly<Record<string, (path: string, dice: Dice) => string>> = {
  row,
  canonical: (path, dice) => object(path, dice, 'file', 'version', 'canonical'),
  result: (path, dice) => object(path, dice, 'game', 'number', 'result'),
  record,
  bomb,
  // After all that reads rows, which may have no end then.
  schema,
  page,
  circles,
  beside,
};

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const schemas = [
  `DROP TABLE game; CREATE VIEW game AS ${ENDLESS} SELECT i AS number, 'x' || i AS id, '{}' AS result FROM n`,
  `DROP TABLE record; CREATE VIEW record AS ${ENDLESS} SELECT i AS number, '' AS sha256, 1 AS bytes, x'' AS packed FROM n`,
  `DROP TABLE file; CREATE VIEW file AS ${ENDLESS} SELECT i AS version, '' AS text, '{}' AS canonical, '' AS keptAt FROM n`,
  `DROP TABLE writer; CREATE VIEW writer AS ${ENDLESS} SELECT i AS one, 1 AS pid, 'x' AS command, '' AS since FROM n`,
  'CREATE TRIGGER now AFTER INSERT ON game BEGIN DELETE FROM game; END',
  'CREATE TRIGGER then_ INSTEAD OF INSERT ON v BEGIN SELECT 1; END',
  'CREATE VIRTUAL TABLE words USING fts5(word)',
  `ALTER TABLE game ADD COLUMN x TEXT AS (hex(result))`,
  'CREATE INDEX sums ON game (length(result))',
  'PRAGMA user_version = 2',
  'PRAGMA user_version = 0',
  'PRAGMA user_version = -1',
  'PRAGMA application_id = 7',
  'DROP TABLE record',
  "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'record') WHERE name = 'game'",
  "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'game'",
  "UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 'game'",
  "UPDATE sqlite_schema SET sql = NULL WHERE name = 'game'",
  "UPDATE sqlite_schema SET sql = 'CREATE TABLE game (' || printf('%.*c', 1000000, '(') WHERE name = 'game'",
  "UPDATE sqlite_schema SET type = 'view' WHERE name = 'game'",
];

function schema(path: string, dice: Dice): string {
  const sql = dice.oneOf(schemas);
  change(path, sql);
  return sql.slice(0, 60);
}

export function change(path: string, sql: string, ...values: SQLInputValue[]): void {
  const database = new DatabaseSync(path, { defensive: false });
  try {
    database.exec(
      'PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON',
    );
    if (values.length > 0) database.prepare(sql).run(...values);
    else database.exec(sql);
  } finally {
    database.close();
  }
}

const values: Readonly<Record<string, () => SQLInputValue>> = {
  null: () => null,
  'a number': () => 7,
  'a fraction': () => 1.5,
  'less than nothing': () => -1,
  'more than a number': () => 2n ** 62n,
  'an empty text': () => '',
  'half an object': () => '{',
  'a text of megabytes': () => 'x'.repeat(3_000_000),
  bytes: () => Buffer.alloc(10, 0xff),
  'many bytes': () => Buffer.alloc(60_000_000),
};

/** Any value in any column: the store is made again, by a maker that holds its tables to nothing. */
function row(path: string, dice: Dice): string {
  const rows = rowsOf(path);
  const table = dice.oneOf(Object.keys(rows) as (keyof typeof rows)[]);
  const [name, value] = dice.oneOf(Object.entries(values));
  const at = dice.roll(rows[table].length);
  const column = dice.roll(rows[table][at]!.length);
  rows[table][at] = rows[table][at]!.with(column, value());
  craftStore(path, rows);
  return `${table}, row ${at + 1}, column ${column + 1}: ${name}`;
}

export function rowsOf(path: string) {
  const database = new DatabaseSync(path);
  try {
    const all = (table: string, columns: string) =>
      (database.prepare(`SELECT ${columns} FROM ${table}`).all() as Record<string, SQLInputValue>[]).map(
        (each) => Object.values(each),
      );
    return {
      file: all('file', 'version, text, canonical, keptAt'),
      game: all('game', 'number, id, result'),
      record: all('record', 'number, sha256, bytes, packed'),
    };
  } finally {
    database.close();
  }
}

function object(path: string, dice: Dice, table: string, key: string, column: string): string {
  const database = new DatabaseSync(path);
  try {
    const all = database.prepare(`SELECT ${key} AS key, ${column} AS text FROM ${table}`).all();
    const { key: at, text } = dice.oneOf(all) as { key: number; text: string };
    const other = changedObject(text, dice);
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(other.text, at);
    return `${at}: ${other.what}`;
  } finally {
    database.close();
  }
}

/** A line of a record is another; its hash is right. */
function record(path: string, dice: Dice): string {
  const { record } = rowsOf(path);
  const [number, , , packed] = dice.oneOf(record) as [number, string, number, Uint8Array];
  const lines = zstdDecompressSync(packed).toString('utf8').trimEnd().split('\n');
  const at = dice.roll(lines.length);
  const other = changedObject(lines[at]!, dice);
  keepRecord(path, number, Buffer.from(`${lines.with(at, other.text).join('\n')}\n`));
  return `${number}, line ${at + 1}: ${other.what}`;
}

export function keepRecord(path: string, number: number, bytes: Buffer, length = bytes.length): void {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const sql = 'UPDATE record SET sha256 = ?, bytes = ?, packed = ? WHERE number = ?';
  change(path, sql, hash, length, zstdCompressSync(bytes), number);
}

const LINE = '{"n":2,"t":1,"type":"ready","seat":1,"bytes":[0,1],"in":[1,1]}\n';

/** Much in few bytes. */
function bomb(path: string, dice: Dice): string {
  const { record } = rowsOf(path);
  const [number, , , packed] = record[0] as [number, string, number, Uint8Array];
  const [first = ''] = zstdDecompressSync(packed).toString('utf8').split('\n');
  const bombs: Readonly<Record<string, () => void>> = {
    'a gigabyte of nothing': () => keepRecord(path, number, Buffer.alloc(2 ** 29), 2 ** 31),
    'as much as a store takes': () => keepRecord(path, number, Buffer.alloc(2 ** 24)),
    'as many lines': () => keepRecord(path, number, Buffer.from(LINE.repeat(2 ** 24 / LINE.length))),
    'as many lines of a game': () =>
      keepRecord(
        path,
        number,
        Buffer.from(`${first}\n${LINE.repeat((2 ** 24 - first.length) / LINE.length - 1)}`),
      ),
    'as many lines as are read': () =>
      keepRecord(path, number, Buffer.from(`${first}\n${LINE.repeat(32_000)}`)),
    'what is nested': () => keepRecord(path, number, Buffer.from(`${first}\n${'['.repeat(2 ** 24)}\n`)),
    'lengths that are none': () => change(path, 'UPDATE record SET bytes = ?', 2 ** 52),
  };
  const [name, make] = dice.oneOf(Object.entries(bombs));
  make();
  return name;
}

/** What a disk or a file transfer could do, and what it could not. */
function page(path: string, dice: Dice): string {
  const bytes = readFileSync(path);
  const pages = Math.max(1, Math.floor(bytes.length / 4096));
  const [one, other] = [dice.roll(pages) * 4096, dice.roll(pages) * 4096];
  const kinds: Readonly<Record<string, () => void>> = {
    'some bytes': () => {
      for (let count = 1 + dice.roll(20); count > 0; count--) bytes[dice.roll(bytes.length)] = dice.roll(256);
    },
    'bytes of the header': () => {
      for (let count = 1 + dice.roll(4); count > 0; count--) bytes[dice.roll(108)] = dice.roll(256);
    },
    'the head of a page': () => {
      for (let count = 1 + dice.roll(6); count > 0; count--) bytes[one + dice.roll(16)] = dice.roll(256);
    },
    'a page of another place': () => bytes.copy(bytes, one, other, other + 4096),
    'a page of nothing': () => bytes.fill(0, one, one + 4096),
    'a page of noise': () => {
      for (let at = one; at < Math.min(bytes.length, one + 4096); at++) bytes[at] = dice.roll(256);
    },
  };
  const [name, make] = dice.oneOf(Object.entries(kinds));
  make();
  writeFileSync(path, bytes);
  if (dice.roll(8) === 0) truncateSync(path, dice.roll(bytes.length));
  return name;
}

function circles(path: string, dice: Dice): string {
  const table = dice.oneOf(['sqlite_schema', 'file', 'game', 'record', 'sqlite_autoindex_game_1']);
  const root = table === 'sqlite_schema' ? 1 : rootOf(path, table);
  const leaf = dice.oneOf(['file', 'game', 'record']);
  leadInCircles(path, root, pageOf(path, rootOf(path, leaf)));
  return `${table}, to ${leaf}`;
}

function beside(path: string, dice: Dice): string {
  const ending = dice.oneOf(['-journal', '-wal', '-shm', '-lock']);
  const at = `${path}${ending}`;
  const noise = Buffer.from(Array.from({ length: 5000 }, () => dice.roll(256)));
  const journal = Buffer.from('d9d505f920a163d7ffffffff', 'hex');
  const makers: Readonly<Record<string, () => void>> = {
    'a link': () => symlinkSync('/dev/zero', at),
    'a link to nothing': () => symlinkSync('nowhere', at),
    'a pipe': () => spawnSync('mkfifo', [at]),
    'a folder': () => mkdirSync(at),
    nothing: () => writeFileSync(at, ''),
    noise: () => writeFileSync(at, noise),
    'a journal of noise': () => writeFileSync(at, Buffer.concat([journal, noise])),
    'the store': () => copyFileSync(path, at),
    'a hole': () => {
      appendFileSync(at, '');
      truncateSync(at, 2 ** 33);
    },
  };
  const [name, make] = dice.oneOf(Object.entries(makers));
  make();
  return `${ending} is ${name}`;
}
