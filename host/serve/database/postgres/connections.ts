import { Client, Pool, type PoolClient } from 'pg';
import type { Address } from './address.ts';
import { settingsOf } from './client-settings.ts';
import { connectFault, hasNoTls } from './connect-fault.ts';
import { Connection } from './connection.ts';
import { isLoss, isOutdated } from './errors.ts';

/** So many transactions of this process run at once; the others wait for them. */
const MOST_CONNECTIONS = 8;

/** The server ends a statement itself before the client does. A proxy in between knows no settings when a connection begins. */
const SETTINGS = `SET client_encoding = 'UTF8'; SET statement_timeout = '30s';
  SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on`;

/** Connections that are opened when they are needed and kept. */
export class Connections {
  readonly #address: Address;
  readonly #pool: Pool;
  #isSecure: boolean;

  constructor(address: Address) {
    this.#address = address;
    this.#isSecure = address.sslMode !== 'disable' && !address.host.startsWith('/');
    const settings = () => settingsOf(address, this.#isSecure);
    this.#pool = new Pool({
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: 0,
      // A limit of time of the pool itself would also be one for those who wait for a connection.
      Client: class extends Client {
        constructor() {
          super(settings());
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

  /** Throws a `LostConnection` where none can be opened. */
  async with<Given>(work: (connection: Connection) => Promise<Given>): Promise<Given> {
    const client = await this.#opened();
    let fault: Error | undefined;
    const note = (error: Error) => {
      fault ??= error;
    };
    client.on('error', note);
    try {
      return await work(new Connection(client));
    } catch (error) {
      if (isLoss(error) || isOutdated(error)) note(error as Error);
      throw error;
    } finally {
      client.off('error', note);
      client.release(fault);
    }
  }

  /** When all that use one have ended. */
  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
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
