import type { CompiledQueries } from './compiled-queries.ts';
import type { Queries, Query, Value } from './database.ts';
import { checkedValue } from './values.ts';

export type Row = Readonly<Record<string, Value>>;

/** What a database does with statements; each may throw. */
interface Statements {
  all(sql: string, values: readonly Value[]): readonly Row[] | Promise<readonly Row[]>;
  run(sql: string, values: readonly Value[]): number | Promise<number>;
}

/** Queries until their transaction has ended. After one that was refused, all are: PostgreSQL does so, and SQLite does not. */
export class OpenQueries<Tables> implements Queries<Tables> {
  readonly #compiled: CompiledQueries<Tables>;
  readonly #statements: Statements;
  #refusal: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(compiled: CompiledQueries<Tables>, statements: Statements) {
    this.#compiled = compiled;
    this.#statements = statements;
  }

  readonly all = <Given extends object, Found>(query: Query<Tables, Given, Found>, values: Given) =>
    this.#ask(query, values, (sql, values) => this.#statements.all(sql, values)) as Promise<readonly Found[]>;

  readonly run = <Given extends object>(query: Query<Tables, Given, unknown>, values: Given) =>
    this.#ask(query, values, (sql, values) => this.#statements.run(sql, values));

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

  async #ask<Given extends object, Answer>(
    query: Query<Tables, Given, unknown>,
    values: Given,
    ask: (sql: string, values: readonly Value[]) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    if (this.#isOver) throw new Error('a query came after the end of its transaction');
    this.refuseFailed();
    try {
      const written = this.#compiled.written(query, values);
      return await ask(written.sql, written.values.map(checkedValue));
    } catch (error) {
      this.#refusal ??= { error };
      throw error;
    }
  }
}
