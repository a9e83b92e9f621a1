import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { schema } from '../../../host/runs/store/file-place.ts';

type Value = SQLInputValue;

/** What is in a store, with any values: SQLite itself would hold a table to its types. */
export interface CraftedRows {
  /** version, text, canonical, keptAt */
  readonly file?: readonly (readonly Value[])[];
  /** number, id, result */
  readonly game?: readonly (readonly Value[])[];
  /** number, sha256, bytes, packed */
  readonly record?: readonly (readonly Value[])[];
}

const APPLICATION = 0x77_6f_72_64;

/** A store with these rows, whose tables say that they are those of wordhost; then what else is to be done with it. */
export function craftStore(path: string, rows: CraftedRows, ...more: readonly string[]): string {
  for (const ending of ['', '-wal', '-shm', '-journal', '-lock']) rmSync(`${path}${ending}`, { force: true });
  const database = new DatabaseSync(path, { defensive: false, allowExtension: false });
  const steps = schema.migrations.join(';');
  const lax = steps.replaceAll(/ STRICT| NOT NULL| TEXT| BLOB| REFERENCES game/g, '');
  database.exec(`PRAGMA journal_mode = DELETE; BEGIN; ${lax}`);
  for (const [table, all] of Object.entries(rows))
    for (const row of all ?? [])
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`).run(...row);
  database.exec('PRAGMA writable_schema = ON');
  for (const { name, sql } of tablesOf(steps))
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name);
  database.exec(
    `COMMIT; PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${schema.migrations.length}`,
  );
  for (const each of more) database.exec(each);
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
  return path;
}

function tablesOf(steps: string): readonly { readonly name: string; readonly sql: string }[] {
  const database = new DatabaseSync(':memory:');
  database.exec(steps);
  const query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table'";
  const tables = database.prepare(query).all() as unknown as readonly { name: string; sql: string }[];
  database.close();
  return tables;
}

const PAGE = 4096;
const [PAGE_COUNT_AT, INTERIOR, CHILDREN, DEPTH] = [28, 0x05, 300, 12];

/**
 * Makes the page of that number (from 1) lead to one page three hundred times, that to another one as often, and so on, down to
 * `leaf`: walking through it would give the rows of that page 300 times 300 times 300…
 */
export function leadInCircles(path: string, root: number, leaf: Uint8Array): void {
  const bytes = readFileSync(path);
  const pages = bytes.length / PAGE;
  const more: Buffer[] = [];
  for (let level = 1; level < DEPTH; level++)
    more.push(level + 1 < DEPTH ? interior(pages + level + 1) : Buffer.from(leaf));
  const at = (root - 1) * PAGE;
  const first = root === 1 ? 100 : 0;
  interior(pages + 1, first).copy(bytes, at + first, first);
  bytes.writeUInt32BE(pages + more.length, PAGE_COUNT_AT);
  writeFileSync(path, Buffer.concat([bytes, ...more]));
}

function interior(child: number, from = 0): Buffer {
  const page = Buffer.alloc(PAGE);
  const cell = PAGE - 5;
  page.writeUInt8(INTERIOR, from);
  page.writeUInt16BE(CHILDREN, from + 3);
  page.writeUInt16BE(cell, from + 5);
  page.writeUInt32BE(child, from + 8);
  for (let index = 0; index < CHILDREN; index++) page.writeUInt16BE(cell, from + 12 + 2 * index);
  page.writeUInt32BE(child, cell);
  page.writeUInt8(1, cell + 4);
  return page;
}

export function pageOf(path: string, number: number): Uint8Array {
  return readFileSync(path).subarray((number - 1) * PAGE, number * PAGE);
}

export function rootOf(path: string, table: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!;
  database.close();
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
  return Number(row.rootpage);
}
