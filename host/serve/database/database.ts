import { type Compilable, type CompiledQuery, type Dialect, DummyDriver, Kysely } from 'kysely';
import { HostFailure } from '../../core/errors.ts';

/** Whole numbers and text, which both databases keep alike. Times are whole milliseconds, and what is true is 1. */
export type Value = string | number | null;

/**
 * A query as kysely builds it. It is built once, with places for the values that come with each call: so it is a constant, and does nothing
 * with a value but to hand it to kysely. Columns are BIGINT or TEXT; a sum is cast to BIGINT before it is divided, texts
 * are sorted by whoever reads them, and what may be there already is inserted with `onConflict`.
 */
type Query<Tables, Values, Row> = (build: Kysely<Tables>, values: Values) => Compilable<Row>;

/** Queries of one transaction, with values by the names that a query has for them. */
export interface Queries<Tables> {
  all<Given extends object, Row>(query: Query<Tables, Given, Row>, values: Given): Promise<readonly Row[]>;
  /** How many rows it changed. */
  run<Given extends object>(query: Query<Tables, Given, unknown>, values: Given): Promise<number>;
}

/** To close it waits for the transactions that were asked for before. */
export interface Database<Tables> extends AsyncDisposable {
  /**
   * All of it or nothing; done again when the database says that it collided with another. So the work must have no effect but by
   * its queries, and it asks for no transaction of its own. When it throws, nothing is kept. What the database refused for a reason outside of the SQL (a full disk, a
   * lost connection) is a `DatabaseFailure`.
   */
  transaction<Given>(
    work: (queries: Queries<Tables>) => Promise<Given>,
    limits?: TransactionLimits,
  ): Promise<Given>;
  /** The program ends: what is asked for from now on has no more than this time, in milliseconds, from now. */
  hurry(ms: number): void;
}

export interface TransactionLimits {
  /** After so many milliseconds a transaction that has not come to its end is a `DatabaseFailure`. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5_000;

/** How long a transaction may wait, for whatever comes before it: each has a limit of its own, so that waits do not add up. */
export class Patience {
  #last = Number.POSITIVE_INFINITY;

  /** When a transaction that is asked for now is given up, by `performance.now()`. */
  endOf({ patienceMs = PATIENCE_MS }: TransactionLimits = {}): number {
    return Math.min(performance.now() + patienceMs, this.#last);
  }

  hurry(ms: number): void {
    this.#last = Math.min(this.#last, performance.now() + ms);
  }
}

/** The database could not do what it was asked: neither a mistake in the SQL nor one of the caller. */
export class DatabaseFailure extends HostFailure {
  override readonly name = 'DatabaseFailure';
}

export type OpeningDatabase<Tables> =
  | { readonly ok: true; readonly database: Database<Tables> }
  /** Why not, in words, with the place. */
  | { readonly ok: false; readonly problem: string };

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

/** What kysely must know of a database to write its SQL. */
export type Writer = Omit<Dialect, 'createDriver'>;

/** Where a value will be. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** To build and write the queries of a move takes kysely half as long as all else that the move needs: each is kept. */
export class CompiledQueries<Tables> {
  readonly #build: Kysely<Tables>;
  readonly #kept = new WeakMap<object, CompiledQuery>();

  constructor(writer: Writer) {
    const dialect: Dialect = {
      createDriver: () => new DummyDriver(),
      createAdapter: () => writer.createAdapter(),
      createQueryCompiler: () => writer.createQueryCompiler(),
      createIntrospector: (kysely) => writer.createIntrospector(kysely),
    };
    this.#build = new Kysely({ dialect });
  }

  /** The SQL of a query, and its values in their order. */
  written<Given extends object>(query: Query<Tables, Given, unknown>, values: Given) {
    const { sql, parameters } = this.#compiled(query);
    return { sql, values: parameters.map((each) => valueAt(each, values)) };
  }

  #compiled<Given extends object>(query: Query<Tables, Given, unknown>): CompiledQuery {
    const kept = this.#kept.get(query);
    if (kept) return kept;
    const places = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
    const compiled = query(this.#build, places as Given).compile();
    this.#kept.set(query, compiled);
    return compiled;
  }
}

function valueAt(parameter: unknown, values: object): Value | undefined {
  return parameter instanceof Placeholder
    ? (values as Readonly<Record<string, Value>>)[parameter.name]
    : (parameter as Value);
}

/** A value that both databases keep as it is. Anything else is a mistake of ours. */
function checkedValue(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('a value of a query is missing');
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`expected a whole number up to 2^53; got ${value}`);
  if (typeof value === 'string' && value.includes('\0'))
    throw new RangeError('expected a text without NUL, which PostgreSQL cannot keep');
  return value;
}

/** A row as SQLite gives it. */
export function checkedRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> {
  for (const name in row)
    if (!isValue(row[name]))
      throw new RangeError(`${name}: expected a whole number up to 2^53 or a text; got ${row[name]}`);
  return row as Readonly<Record<string, Value>>;
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}
