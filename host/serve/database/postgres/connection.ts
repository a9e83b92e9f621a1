import type { Socket } from 'node:net';
import type { Row, Value } from '../database.ts';
import type { Address } from './address.ts';
import { Channel } from './channel.ts';
import { connect } from './connect.ts';
import { isOutdated, PostgresError } from './errors.ts';
import { logIn } from './login.ts';
import { type Column, columnsOf, commandOf, textsOf } from './wire/backend.ts';
import { bind, describe, execute, parse, query, sync, terminate } from './wire/frontend.ts';
import { numberedPlaceholders } from './wire/placeholders.ts';
import { rowOf } from './wire/row-values.ts';

export interface Answer {
  readonly rows: readonly Row[];
  /** Such as `UPDATE 3`. */
  readonly command: string;
}

/** A statement that the server has compiled. */
interface Statement {
  readonly name: string;
  isCompiled: boolean;
  columns: readonly Column[];
}

/** What was asked and is not answered yet. */
interface Asked {
  readonly statement: Statement;
  readonly rows: Row[];
  command: string;
  error?: unknown;
  readonly settle: (answered: Asked) => void;
}

/** The server ends a statement itself before. */
const SILENCE_MS = 60_000;
const SETTINGS =
  "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'; SET standard_conforming_strings = on";

/** One connection: what is asked of it is answered in the order in which it was asked. */
export class Connection {
  readonly #socket: Socket;
  readonly #channel: Channel;
  readonly #statements = new Map<string, Statement>();
  readonly #asked: Asked[] = [];
  #made = 0;

  private constructor(socket: Socket, channel: Channel) {
    this.#socket = socket;
    this.#channel = channel;
    socket.on('timeout', () => channel.lose(`the server did not answer within ${SILENCE_MS / 1000} s`));
    this.#listen();
  }

  /** Throws a `LostConnection` that says why there is none. */
  static async open(address: Address): Promise<Connection> {
    const limit = AbortSignal.timeout(address.connectSeconds * 1000);
    const socket = await connect(address, limit);
    const channel = new Channel(socket);
    const late = () => channel.lose(`the server did not answer within ${address.connectSeconds} s`);
    limit.addEventListener('abort', late);
    try {
      await logIn(channel, address);
      const connection = new Connection(socket, channel);
      await connection.command(SETTINGS);
      return connection;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      limit.removeEventListener('abort', late);
    }
  }

  get isLost(): boolean {
    return this.#channel.isLost;
  }

  /** SQL with `?` for each value. */
  query(sql: string, values: readonly Value[] = []): Promise<Answer> {
    const texts = values.map((value) => (value === null ? null : String(value)));
    const known = this.#statements.get(sql);
    const statement = known ?? { name: `s${++this.#made}`, isCompiled: false, columns: [] };
    this.#statements.set(sql, statement);
    const { name } = statement;
    const compile = known ? [] : [parse(name, numberedPlaceholders(sql)), describe(name)];
    return this.#ask(statement, ...compile, bind(name, texts), execute, sync).catch((error) => {
      if (!statement.isCompiled || isOutdated(error)) this.#statements.delete(sql);
      throw error;
    });
  }

  /** One or more statements without values; the rows are not read. */
  command(sql: string): Promise<Answer> {
    return this.#ask({ name: '', isCompiled: false, columns: [] }, query(sql));
  }

  close(): void {
    this.#channel.end(terminate);
  }

  #ask(statement: Statement, ...messages: readonly Buffer[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#channel.send(...messages);
      const settle = (asked: Asked) => (asked.error === undefined ? resolve(asked) : reject(asked.error));
      this.#asked.push({ statement, rows: [], command: '', settle });
      this.#socket.setTimeout(SILENCE_MS);
    });
  }

  async #listen(): Promise<void> {
    try {
      for (;;) {
        const { type, body } = await this.#channel.next();
        const asked = this.#asked[0];
        if (asked) this.#hear(asked, type, body);
        else if (type === 'E') throw new PostgresError(body);
      }
    } catch (error) {
      this.#channel.lose((error as Error).message, error);
      for (const asked of this.#asked.splice(0)) asked.settle({ ...asked, error: asked.error ?? error });
    }
  }

  #hear(asked: Asked, type: string, body: Buffer): void {
    switch (type) {
      case '1':
        asked.statement.isCompiled = true;
        return;
      case 'T':
        asked.statement.columns = columnsOf(body);
        return;
      case 'D':
        this.#keepRow(asked, body);
        return;
      case 'C':
        asked.command = commandOf(body);
        return;
      case 'E':
        asked.error ??= new PostgresError(body);
        return;
      case 'Z':
        this.#asked.shift();
        if (this.#asked.length === 0) this.#socket.setTimeout(0);
        asked.settle(asked);
        return;
      default:
        // Notices, settings, and that something is done which has no result.
        return;
    }
  }

  /** A row that is not of whole numbers and texts is a mistake in the query: the other rows are for nobody. */
  #keepRow(asked: Asked, body: Buffer): void {
    if (asked.error !== undefined) return;
    try {
      asked.rows.push(rowOf(asked.statement.columns, textsOf(body)));
    } catch (error) {
      asked.error = error;
    }
  }
}
