import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresDialect, sql, type Transaction } from 'kysely';
import { DatabaseError, Pool, type PoolClient, TypeOverrides, types } from 'pg';
import { withoutPassword } from '../../core/postgres-address.ts';
import { type Backend, Database, DatabaseFailure, type OpeningDatabase } from './database.ts';
import { type Address, readAddress } from './postgres-address.ts';
import {
  connectFault,
  hasNoTls,
  isCollision,
  isLoss,
  isOfServer,
  LostConnection,
  serverFault,
} from './postgres-faults.ts';

/** A new database may be made by another host at the same moment. */
const OPENING_MS = 60_000;

/** The database at an address. Several hosts may use it. */
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
      // What another host has done meanwhile must be seen after the wait for it.
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

/** So many transactions of this process run at once; the others wait. More would collide so often that less is done. */
const MOST_CONNECTIONS = 2;
/** The server ends a statement itself before the client does. A proxy in between knows no settings when a connection begins. */
const SETTINGS = `SET client_encoding = 'UTF8'; SET statement_timeout = '5s';
  SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on`;
const SILENCE_MS = 6_000;
/** So long a server may take to end the connections that are closed. */
const FAREWELL_MS = 1_000;

/** pg reads a BIGINT as a text. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

function backendAt(address: Address, name: string): Backend {
  const { host, port, user, database, ssl, options, sslMode, connectSeconds } = address;
  const sockets = new Set<Socket>();
  const pool = new Pool({
    ...{ host, port, user, database, ssl, sslnegotiation: 'postgres' },
    ...(options !== undefined && { options }),
    password: () => passwordOf(address),
    stream: () => openSocket(sockets),
    ...{ max: MOST_CONNECTIONS, idleTimeoutMillis: 0, keepAlive: true, types: rowTypes },
    connectionTimeoutMillis: connectSeconds * 1000,
    query_timeout: SILENCE_MS,
    // With it a query that is not answered in time ends its connection.
    pipeline: true,
    application_name: 'wordhost',
    onConnect: (client) => client.query(SETTINGS),
  });
  // A connection that ends: the pool opens another one, and queries on it fail.
  const ignore = () => {};
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  const connect = async (): Promise<PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!hasNoTls(error) || sslMode !== 'prefer') throw connectFault(error, address);
      pool.options.ssl = false;
      return await connect();
    }
  };
  return {
    name,
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
    canRetry: (error, hasBegun) =>
      isCollision(error) || (!hasBegun && isLoss(error) && !(error instanceof LostConnection)),
    problemOf: (error) => (isOfServer(error) ? serverFault(error as Error) : undefined),
    late: 'the server did not answer in time',
    async close(closed) {
      await Promise.race([closed, sleep(FAREWELL_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Only where the server asks for one. pg alone would take it from PGPASSWORD, which bots could read, too. */
function passwordOf({ user, password }: Address): string {
  if (password !== undefined) return password;
  throw new LostConnection(
    `the server asks for the password of "${user}". Write it into the address: postgres://${user}:PASSWORD@…`,
  );
}

/** The first bytes of what a server can answer: pg waits for the end of a message, however long it says it is. */
const beginnings = new Set('RENSv');

/** pg leaves it open where a connection is refused by this side. */
function openSocket(all: Set<Socket>): Socket {
  const socket = new Socket();
  all.add(socket);
  socket.once('close', () => all.delete(socket));
  return socket.once('data', (piece: Buffer) => {
    if (!beginnings.has(piece.toString('latin1', 0, 1)))
      socket.destroy(new LostConnection('what answers there does not speak the protocol of PostgreSQL'));
  });
}

const OLDEST_MAJOR = 12;
/** Of all that hosts do in one database: "wordhost". */
const LOCK = '8606223188502737780';

/** Takes a database to this version, all steps or none; the problem, where that cannot be. */
async function migrate<Tables>(
  queries: Transaction<Tables>,
  migrations: readonly string[],
): Promise<string | undefined> {
  const rows = async (text: string) => (await sql.raw<Record<string, string>>(text).execute(queries)).rows;
  const [server] = await rows("SELECT current_setting('server_version') AS version");
  if (Number.parseInt(server!.version!, 10) < OLDEST_MAJOR)
    return `expected PostgreSQL ${OLDEST_MAJOR} or newer; got ${server!.version}`;
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
