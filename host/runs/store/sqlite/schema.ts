import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../fault.ts';

/** By which a store is known among other databases: "word". */
const APPLICATION = 0x77_6f_72_64;

/** What makes each version from the one before; the first from nothing. A line here is never changed: stores have been made by it. */
export const migrations: readonly string[] = [
  `CREATE TABLE file (
     version INTEGER PRIMARY KEY, text TEXT NOT NULL, canonical TEXT NOT NULL, keptAt TEXT NOT NULL) STRICT;
   CREATE TABLE game (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, result TEXT NOT NULL) STRICT;
   CREATE TABLE record (
     number INTEGER PRIMARY KEY REFERENCES game, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
   CREATE TABLE writer (
     one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, command TEXT NOT NULL, since TEXT NOT NULL) STRICT;`,
];

/** What speaks against reading a database as a store. */
export function faultOfSchema(database: DatabaseSync, steps = migrations): Fault | undefined {
  if (isEmpty(database)) return { kind: 'not-a-store', what: 'an empty file' };
  if (numberOf(database, 'application_id') !== APPLICATION)
    return { kind: 'not-a-store', what: 'a database of another program' };
  const version = numberOf(database, 'user_version');
  return version > steps.length ? { kind: 'newer', version, known: steps.length } : undefined;
}

/** Takes a store that may be written to this version: all steps, or none. One that is new or empty gets its first. */
export function migrate(database: DatabaseSync, steps = migrations): Fault | undefined {
  const isNew = isEmpty(database);
  const fault = isNew ? undefined : faultOfSchema(database, steps);
  if (fault) return fault;
  const version = numberOf(database, 'user_version');
  if (version === steps.length) return undefined;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${steps.length}; COMMIT`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
  return undefined;
}

/** Nothing was ever made in it, as when its maker was killed at once. */
function isEmpty(database: DatabaseSync): boolean {
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()!;
  return tables === 0 && numberOf(database, 'application_id') === 0;
}

function numberOf(database: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return database.prepare(`PRAGMA ${pragma}`).get()![pragma] as number;
}
