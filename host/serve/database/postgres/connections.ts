import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryResult,
} from 'pg';
import { faultWithPath } from '../../../files/file-fault.ts';
import type { Row, Value } from '../database.ts';
import type { Address } from './address.ts';
import { connectFault, hasNoTls, isLoss, isOutdated, LostConnection, lossInWords } from './errors.ts';

/** So many transactions of this process run at once; the others wait for them. */
const MOST_CONNECTIONS = 8;

/** The server ends a statement itself before the client does. A proxy in between knows no settings when a connection begins. */
const SETTINGS = `SET client_encoding = 'UTF8'; SET statement_timeout = '5s';
  SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on`;

/** So long a server may take to end the connections that are closed. */
const FAREWELL_MS = 1000;

/** Connections that are opened when they are needed and kept. */
export class Connections {
  readonly #address: Address;
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  #isSecure: boolean;

  constructor(address: Address) {
    this.#address = address;
    this.#isSecure = address.sslMode !== 'disable' && !address.host.startsWith('/');
    const settings = () => settingsOf(address, this.#isSecure);
    const clients = this.#clients;
    this.#pool = new Pool({
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: 0,
      // A limit of time of the pool itself would also be one for those who wait for a connection.
      Client: class extends Client {
        constructor() {
          super(settings());
          clients.add(this);
          this.once('end', () => clients.delete(this));
        }
        override async connect(...[done]: readonly unknown[]): Promise<never> {
          const told = done as (error?: unknown) => void;
          try {
            await super.connect();
          } catch (error) {
            // pg leaves it open, where it is not the server that ends it.
            this.end();
            return told(error) as never;
          }
          return told() as never;
        }
      },
      onConnect: (client) => client.query(SETTINGS),
    });
    // A connection that ends while nobody uses it: the pool has let go of it.
    this.#pool.on('error', () => {});
  }

  /** Throws a `LostConnection` where none can be opened. At the end, by `performance.now()`, its connection is closed. */
  async with<Given>(
    work: (connection: Connection) => Promise<Given>,
    end = Number.POSITIVE_INFINITY,
  ): Promise<Given> {
    const client = await this.#openedBefore(end);
    let fault: Error | undefined;
    const note = (error: Error) => {
      fault ??= error;
    };
    client.on('error', note);
    const limit = timerUntil(end, () => cut(client));
    try {
      return await work(new Connection(client));
    } catch (error) {
      if (isLoss(error) || isOutdated(error)) note(error as Error);
      throw error;
    } finally {
      clearTimeout(limit);
      client.off('error', note);
      client.release(fault);
    }
  }

  /** When all that use one have ended. */
  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const timer = setTimeout(() => this.#clients.forEach(cut), FAREWELL_MS);
    await this.#pool.end();
    clearTimeout(timer);
  }

  /**
   * Half of the time is for the work: where more is asked than the server can do, what is begun comes to its end. A connection that
   * comes too late is for the next one that needs it.
   */
  async #openedBefore(end: number): Promise<PoolClient> {
    const late = Promise.withResolvers<never>();
    let isLate = false;
    const now = performance.now();
    const timer = timerUntil(now + (end - now) / 2, () => {
      isLate = true;
      late.reject(new LostConnection(NOT_IN_TIME));
    });
    const opened = this.#opened().finally(() => clearTimeout(timer));
    void opened.then((client) => isLate && client.release()).catch(() => {});
    return await Promise.race([opened, late.promise]);
  }

  async #opened(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (!hasNoTls(error) || this.#address.sslMode !== 'prefer') throw connectFault(error, this.#address);
      this.#isSecure = false;
      return this.#pool.connect().catch((error) => {
        throw connectFault(error, this.#address);
      });
    }
  }
}

const NOT_IN_TIME = 'the server did not answer in time';

function timerUntil(end: number, act: () => void): NodeJS.Timeout | undefined {
  return Number.isFinite(end) ? setTimeout(act, end - performance.now()) : undefined;
}

/** What was asked on it fails. */
function cut(client: ClientBase): void {
  const { stream } = (client as ClientBase & { readonly connection: { readonly stream: Duplex } }).connection;
  stream.destroy(new LostConnection(NOT_IN_TIME));
}

interface Answer {
  readonly rows: readonly Row[];
  /** How many rows a statement has changed. */
  readonly changed: number;
  /** Such as `COMMIT`. */
  readonly command: string;
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
/** Under its name the server keeps a statement compiled. */
const names = new Map<string, string>();

/** A connection as long as it is used for one thing: what is asked of it is sent at once, and answered in its order. */
export class Connection {
  readonly #client: ClientBase;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  /** One statement, with `$1`, `$2`… for its values. */
  async query(sql: string, values: readonly Value[] = []): Promise<Answer> {
    const name = names.get(sql) ?? `s${names.size + 1}`;
    names.set(sql, name);
    return answer(await inWords(this.#client.query<Row>({ name, text: sql, values: [...values] })));
  }

  /** One or more statements without values. */
  async command(sql: string): Promise<Answer> {
    const results: QueryResult<Row> | QueryResult<Row>[] = await inWords(this.#client.query<Row>(sql));
    return answer(Array.isArray(results) ? results.at(-1)! : results);
  }
}

function answer({ rows, rowCount, command }: QueryResult<Row>): Answer {
  return { rows, command, changed: changing.has(command) ? (rowCount ?? 0) : 0 };
}

/** What the server did not say, and what is not about a row, is that the connection is lost. */
async function inWords<Given>(asked: Promise<Given>): Promise<Given> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof RangeError) throw error;
    throw new LostConnection(lossInWords(error as Error), error);
  }
}

const SILENCE_MS = 60_000;

/** What pg must know to open a connection. */
function settingsOf(address: Address, isSecure: boolean): ClientConfig {
  const { host, port, user, database, options, connectSeconds } = address;
  return {
    ...{ host, port, user, database },
    password: () => passwordOf(address),
    ssl: isSecure && trust(address),
    sslnegotiation: 'postgres',
    stream: checkedSocket,
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * 1000,
    query_timeout: SILENCE_MS,
    application_name: 'wordhost',
    ...(options !== undefined && { options }),
    types: rowValues,
    // A transaction begins with its first query, and its end needs no second journey.
    pipeline: true,
  };
}

/** Only where the server asks for one. pg alone would take it from PGPASSWORD, which bots could read, too. */
function passwordOf({ user, password }: Address): string {
  if (password !== undefined) return password;
  throw new LostConnection(
    `the server asks for the password of "${user}". Write it into the address: postgres://${user}:PASSWORD@…`,
  );
}

function trust({ sslMode, sslRootCertificate }: Address): ConnectionOptions {
  if (sslMode === 'prefer' || sslMode === 'require') return { rejectUnauthorized: false };
  return {
    ...(sslRootCertificate !== undefined && { ca: certificates(sslRootCertificate) }),
    ...(sslMode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

function certificates(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LostConnection(`sslrootcert: ${faultWithPath(error as Error)}`, error);
  }
}

/** The first bytes of what a server can answer: pg waits for the end of a message, however long it says it is. */
const beginnings = new Set('RENSv');

function checkedSocket(): Socket {
  const socket = new Socket();
  socket.once('data', (piece: Buffer) => {
    if (!beginnings.has(piece.toString('latin1', 0, 1)))
      socket.destroy(new LostConnection('what answers there does not speak the protocol of PostgreSQL'));
  });
  return socket;
}

type Reader = (text: string) => Value;

const asText: Reader = (text) => text;

const asNumber: Reader = (text) => {
  // A sum of whole numbers is a decimal number to PostgreSQL.
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`expected a whole number up to 2^53; got ${text}`);
  return number;
};

const asTruth: Reader = (text) => (text === 't' ? 1 : 0);

/** By the numbers of the types, which are the same in every PostgreSQL. */
const readers: ReadonlyMap<number, Reader> = new Map([
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, asNumber] as const),
  ...[18, 19, 25, 705, 1042, 1043, 2278].map((type) => [type, asText] as const),
  [16, asTruth],
]);

/** How pg reads values: other types than whole numbers and texts are a mistake in the query. */
const rowValues = {
  getTypeParser: (type: number): Reader => readers.get(type) ?? refuser(type),
} as unknown as CustomTypesConfig;

function refuser(type: number): Reader {
  return () => {
    throw new RangeError(`expected a whole number or a text; got the type ${type} of PostgreSQL`);
  };
}
