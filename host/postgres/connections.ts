import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool, type PoolClient, TypeOverrides, types } from 'pg';
import { parseJson } from '../core/json.ts';
import type { Address } from './address.ts';
import { connectFault, hasNoTls, LostConnection } from './faults.ts';

export interface ConnectionOptions {
  /** Connections at once. A query that needs another one waits. */
  readonly most: number;
  /** SQL for each session, when it begins. */
  readonly settings: string;
  /** A statement that is not answered in this time has lost its connection. */
  readonly silenceMs: number;
}

/** Connections to a server, opened as they are needed. */
export interface Connections {
  readonly dialect: Dialect;
  /** Throws a `LostConnection`. The caller releases the connection. */
  connect(): Promise<PoolClient>;
  /** After `closed`, which is the end of those that are in use. */
  close(closed: Promise<void>): Promise<void>;
}

/** A server may take this long to end closed connections. */
const FAREWELL_MS = 1_000;

/** pg reads a BIGINT as a text, and JSON of any length and depth. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);
for (const type of [types.builtins.JSON, types.builtins.JSONB]) rowTypes.setTypeParser(type, readJson);

/** Another host writes no more. */
const LONGEST_JSON = 2 ** 22;

/** A text that this project cannot have written is read as null. */
function readJson(text: string): unknown {
  if (text.length > LONGEST_JSON) return null;
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

export function connectionsTo(
  address: Address,
  { most, settings, silenceMs }: ConnectionOptions,
): Connections {
  const { host, port, user, database, ssl, options, sslMode, connectSeconds } = address;
  const sockets = new Set<Socket>();
  const pool = new Pool({
    host,
    port,
    user,
    database,
    ssl,
    sslnegotiation: 'postgres',
    ...(options !== undefined && { options }),
    password: () => passwordOf(address),
    stream: () => openSocket(sockets),
    max: most,
    idleTimeoutMillis: 0,
    keepAlive: true,
    types: rowTypes,
    connectionTimeoutMillis: connectSeconds * 1000,
    query_timeout: silenceMs,
    // This makes a query that is not answered in time end its connection.
    pipeline: true,
    application_name: 'wordhost',
    onConnect: (client) => client.query(settings),
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
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
    connect,
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
      socket.destroy(new LostConnection('the server does not speak the PostgreSQL protocol'));
  });
}
