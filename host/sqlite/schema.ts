import { DatabaseSync } from 'node:sqlite';
import { visibleJson } from '../core/text.ts';
import type { Fault } from './fault.ts';

/**
 * The kinds of stores, each with the number by which a database of SQLite names its program: "word", "wweb".
 * With `isSent` a store may come from a stranger, and its tables are compared.
 */
const kinds = {
  games: { application: 0x77_6f_72_64, name: 'a store of games', isSent: true },
  web: { application: 0x77_77_65_62, name: 'the store of `wordhost serve`', isSent: false },
} as const;

export interface Schema {
  readonly of: keyof typeof kinds;
  /** Makes each version from the one before, and the first from an empty database. */
  readonly migrations: readonly string[];
}

/** Says why a database cannot be read as a store. */
export function faultOfSchema(database: DatabaseSync, { of, migrations }: Schema): Fault | undefined {
  if (isEmpty(database)) return { kind: 'empty' };
  const application = numberOf(database, 'application_id');
  if (application !== kinds[of].application) return otherKind(application, of);
  const version = numberOf(database, 'user_version');
  if (version > migrations.length) return { kind: 'newer', version, known: migrations.length };
  return kinds[of].isSent ? faultOfTables(database, migrations.slice(0, Math.max(0, version))) : undefined;
}

interface Entry {
  readonly type: unknown;
  readonly name: unknown;
  readonly sql: unknown;
}

/** Other objects than the tables of the version (a view, a trigger, a computed column) could run for ever. */
function faultOfTables(database: DatabaseSync, steps: readonly string[]): Fault | undefined {
  const expected = new Set(entriesMadeBy(steps).map(textOf));
  const found = entriesIn(database);
  const other = found.find((entry) => !expected.has(textOf(entry)));
  if (other) return { kind: 'not-a-store', what: `a database with another ${entryInWords(other)}` };
  if (found.length === expected.size) return undefined;
  return { kind: 'not-a-store', what: 'a database in which some tables of a store are missing' };
}

const textOf = ({ type, name, sql }: Entry) => JSON.stringify([type, name, sql]);
const LONGEST_NAME = 60;

function entryInWords({ type, name }: Entry): string {
  const known = ['table', 'index', 'view', 'trigger'].find((each) => each === type) ?? 'entry';
  return `${known}, ${visibleJson(String(name).slice(0, LONGEST_NAME))}, than one of wordhost has`;
}

function entriesIn(database: DatabaseSync): readonly Entry[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema').all() as unknown as readonly Entry[];
}

function entriesMadeBy(steps: readonly string[]): readonly Entry[] {
  const database = new DatabaseSync(':memory:');
  try {
    for (const step of steps) database.exec(step);
    return entriesIn(database);
  } finally {
    database.close();
  }
}

function otherKind(application: number, expected: keyof typeof kinds): Fault {
  const known = Object.values(kinds).find((kind) => kind.application === application);
  return known
    ? { kind: 'other-store', expected: kinds[expected].name, found: known.name }
    : { kind: 'not-a-store', what: 'a database of another program' };
}

/** Takes a store that may be written to this version: all steps, or none. One that is new or empty gets its first. */
export function migrate(database: DatabaseSync, schema: Schema): Fault | undefined {
  if (!isEmpty(database)) {
    const fault = faultOfSchema(database, schema);
    if (fault || numberOf(database, 'user_version') === schema.migrations.length) return fault;
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    const { application } = kinds[schema.of];
    // Another process may have done it meanwhile.
    const version = numberOf(database, 'user_version');
    for (const step of schema.migrations.slice(version)) database.exec(step);
    const reached = Math.max(version, schema.migrations.length);
    database.exec(`PRAGMA application_id = ${application}; PRAGMA user_version = ${reached}; COMMIT`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
  return undefined;
}

/** Nothing is made in it: its maker has just begun, or was killed at once. */
function isEmpty(database: DatabaseSync): boolean {
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()!;
  return tables === 0 && numberOf(database, 'application_id') === 0;
}

function numberOf(database: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return database.prepare(`PRAGMA ${pragma}`).get()![pragma] as number;
}
