import { LOCK } from './attempt.ts';
import type { Connection } from './connection.ts';
import { LostConnection } from './errors.ts';

const OLDEST_MAJOR = 12;
const SERVER = "SELECT current_setting('server_version') AS version";
const VERSION = 'SELECT version FROM wordhost_version';
const TABLES = `SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY tablename`;

/** Takes a database to this version, all steps or none; the problem, where that cannot be. Throws what the server refuses. */
export async function migrate(
  connection: Connection,
  migrations: readonly string[],
): Promise<string | undefined> {
  await refuseOld(connection);
  // What another one has done meanwhile must be seen after the wait for it.
  await connection.command('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await connection.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const problem = await migrated(connection, migrations);
    await connection.command(problem === undefined ? 'COMMIT' : 'ROLLBACK');
    return problem;
  } catch (error) {
    await connection.command('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function migrated(connection: Connection, migrations: readonly string[]): Promise<string | undefined> {
  const version = await versionOf(connection);
  if (typeof version === 'string') return version;
  if (version > migrations.length)
    return `the store is of version ${version}, made by a newer wordhost; this one reads versions up to ${migrations.length}. Install the newer wordhost`;
  for (const step of migrations.slice(version)) await connection.command(step);
  await connection.query('UPDATE wordhost_version SET version = $1', [migrations.length]);
  return undefined;
}

/** 0: it was empty. A text: the problem. */
async function versionOf(connection: Connection): Promise<number | string> {
  const { rows } = await connection.query(TABLES);
  if (rows.length === 0) {
    await connection.command(
      'CREATE TABLE wordhost_version (version BIGINT NOT NULL); INSERT INTO wordhost_version VALUES (0)',
    );
    return 0;
  }
  if (rows.some(({ tablename }) => tablename === 'wordhost_version'))
    return (await connection.query(VERSION)).rows[0]?.version as number;
  return `expected a store of wordhost or an empty database; got one with the table "${rows[0]!.tablename}" of another program`;
}

async function refuseOld(connection: Connection): Promise<void> {
  const version = String((await connection.query(SERVER)).rows[0]?.version);
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new LostConnection(`expected PostgreSQL ${OLDEST_MAJOR} or newer; got ${version}`);
}
