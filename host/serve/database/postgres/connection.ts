import { type ClientBase, DatabaseError, type QueryResult } from 'pg';
import type { Value } from '../database.ts';
import type { Row } from '../open-queries.ts';
import { LostConnection, lossInWords } from './errors.ts';

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
