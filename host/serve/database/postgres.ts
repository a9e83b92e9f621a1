import { sql, type Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import { withoutPassword } from '../../core/postgres-address.ts';
import { type Address, readAddress } from '../../postgres/address.ts';
import { connectionsTo } from '../../postgres/connections.ts';
import {
  isCollision,
  isLoss,
  isOfServer,
  LostConnection,
  serverFault,
  serverTooOld,
} from '../../postgres/faults.ts';
import { type Backend, Database, DatabaseFailure, type OpeningDatabase } from './database.ts';

/** Another host may create the database at the same moment. */
const OPENING_MS = 60_000;

/** Opens a database that several hosts may use. */
export async function openPostgres<Tables>(
  where: string,
  migrations: readonly string[],
): Promise<OpeningDatabase<Tables>> {
  const read = readAddress(where);
  if (!read.ok) return read;
  const name = withoutPassword(where);
  const database = new Database<Tables>(backendAt(read.address, name));
  const problem = await database
    .transaction((queries) => migrate(queries, migrations), {
      patienceMs: OPENING_MS,
      // After waiting for another host, its changes must be visible.
      isolationLevel: 'read committed',
    })
    .catch((error: Error) => {
      if (error instanceof DatabaseFailure || error instanceof DatabaseError) return error;
      throw error;
    });
  if (problem === undefined) return { ok: true, database };
  await database[Symbol.asyncDispose]();
  if (problem instanceof DatabaseFailure) return { ok: false, problem: problem.message };
  return { ok: false, problem: `${name}: ${typeof problem === 'string' ? problem : serverFault(problem)}` };
}

/** More parallel transactions of a process would collide so often that less is done. */
const MOST_CONNECTIONS = 2;
/** The server cancels a statement before the client does. A proxy may drop settings of the connection. */
const SETTINGS = `SET client_encoding = 'UTF8'; SET statement_timeout = '5s';
  SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on`;
const SILENCE_MS = 6_000;

function backendAt(address: Address, name: string): Backend {
  const connections = connectionsTo(address, {
    most: MOST_CONNECTIONS,
    settings: SETTINGS,
    silenceMs: SILENCE_MS,
  });
  return {
    name,
    dialect: connections.dialect,
    canRetry: (error, hasBegun) =>
      isCollision(error) || (!hasBegun && isLoss(error) && !(error instanceof LostConnection)),
    problemOf: (error) => (isOfServer(error) ? serverFault(error as Error) : undefined),
    late: 'the server did not answer in time',
    close: (closed) => connections.close(closed),
  };
}

/** The lock of all hosts in a database: "wordhost". */
const LOCK = '8606223188502737780';

/** Applies all migrations or none. Returns the problem. */
async function migrate<Tables>(
  queries: Transaction<Tables>,
  migrations: readonly string[],
): Promise<string | undefined> {
  const rows = async (text: string) => (await sql.raw<Record<string, string>>(text).execute(queries)).rows;
  const [server] = await rows("SELECT current_setting('server_version') AS version");
  const tooOld = serverTooOld(server!.version!);
  if (tooOld !== undefined) return tooOld;
  await rows(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const tables = await rows(
    'SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  if (tables.length === 0)
    await rows(
      'CREATE TABLE wordhost_version (version BIGINT NOT NULL); INSERT INTO wordhost_version VALUES (0)',
    );
  else if (!tables.some(({ tablename }) => tablename === 'wordhost_version'))
    return `expected a store of wordhost or an empty database; got one with the table "${tables[0]!.tablename}" of another program`;
  const version = Number((await rows('SELECT version FROM wordhost_version'))[0]?.version);
  if (version > migrations.length)
    return `the store is of version ${version}, made by a newer wordhost; this one reads versions up to ${migrations.length}. Install the newer wordhost`;
  for (const step of migrations.slice(version)) await rows(step);
  await rows(`UPDATE wordhost_version SET version = ${migrations.length}`);
  return undefined;
}
