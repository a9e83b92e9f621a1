import type { Queries, Row, Value } from './database.ts';
import { checkedValue } from './values.ts';

/** What a database does with statements; each may throw. */
interface Statements {
  all(sql: string, values: readonly Value[]): readonly Row[] | Promise<readonly Row[]>;
  run(sql: string, values: readonly Value[]): number | Promise<number>;
}

/** Queries until their transaction has ended. After one that was refused, all are: PostgreSQL does so, and SQLite does not. */
export class OpenQueries implements Queries {
  readonly #statements: Statements;
  #refusal: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  readonly all = (sql: string, ...values: readonly Value[]) =>
    this.#ask(() => this.#statements.all(sql, values.map(checkedValue)));

  readonly run = (sql: string, ...values: readonly Value[]) =>
    this.#ask(() => this.#statements.run(sql, values.map(checkedValue)));

  /** Why a query was refused, if one was. */
  get refusal(): unknown {
    return this.#refusal?.error;
  }

  /** Throws why a query was refused, even where its error was caught. */
  refuseFailed(): void {
    if (this.#refusal) throw this.#refusal.error;
  }

  end(): void {
    this.#isOver = true;
  }

  async #ask<Given>(query: () => Given | Promise<Given>): Promise<Given> {
    if (this.#isOver) throw new Error('a query came after the end of its transaction');
    this.refuseFailed();
    try {
      return await query();
    } catch (error) {
      this.#refusal ??= { error };
      throw error;
    }
  }
}
