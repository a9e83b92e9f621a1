import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Value } from '../database.ts';
import type { Row } from '../open-queries.ts';
import { checkedRow } from '../values.ts';

/** The statements of a database, each compiled once: that takes longer than most take to run. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #compiled = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, values: readonly Value[]): readonly Row[] {
    return this.#statement(sql)
      .all(...values.map(bound))
      .map(checkedRow);
  }

  run(sql: string, values: readonly Value[] = []): number {
    return Number(this.#statement(sql).run(...values.map(bound)).changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#compiled.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#compiled.set(sql, statement);
    return statement;
  }
}

/** A number would be bound as a fraction, and `7 / 2` be one: a whole number is a bigint to it. */
const bound = (value: Value): SQLInputValue => (typeof value === 'number' ? BigInt(value) : value);
