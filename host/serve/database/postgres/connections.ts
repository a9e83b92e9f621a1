import type { Duplex } from 'node:stream';
import { Client, type ClientBase, Pool, type PoolClient } from 'pg';
import type { Address } from './address.ts';
import { settingsOf } from './client-settings.ts';
import { connectFault, hasNoTls } from './connect-fault.ts';
import { Connection } from './connection.ts';
import { isLoss, isOutdated, LostConnection } from './errors.ts';

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
