import type { Address } from './address.ts';
import { Connection } from './connection.ts';

/** So many transactions of this process run at once; the others wait for them. */
const MOST_CONNECTIONS = 8;

/** Connections that are opened when they are needed and kept. */
export class Pool {
  readonly #address: Address;
  readonly #free: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Throws a `LostConnection` where none can be opened. */
  async with<Given>(work: (connection: Connection) => Promise<Given>): Promise<Given> {
    if (this.#used === MOST_CONNECTIONS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#used++;
    try {
      const connection = this.#taken() ?? (await Connection.open(this.#address));
      try {
        return await work(connection);
      } finally {
        if (!connection.isLost) this.#free.push(connection);
      }
    } finally {
      // Its place goes to who has waited longest.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#used--;
    }
  }

  close(): void {
    for (const connection of this.#free.splice(0)) connection.close();
  }

  /** The one that was used last: it is the least likely to be lost. */
  #taken(): Connection | undefined {
    for (;;) {
      const connection = this.#free.pop();
      if (!connection?.isLost) return connection;
    }
  }
}
