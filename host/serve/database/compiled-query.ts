import type { Compilable, CompiledQuery, QueryResult, Transaction } from 'kysely';

/** Replaces a value of a row while a query is compiled. */
class Slot {
  readonly row: number;
  readonly field: string;

  constructor(row: number, field: string) {
    this.row = row;
    this.field = field;
  }
}

type Build<Tables, Values, Row> = (queries: Transaction<Tables>, values: Values) => Compilable<Row>;
type Run<Tables, Values, Row> = (queries: Transaction<Tables>, values: Values) => Promise<QueryResult<Row>>;

/**
 * Compiles a frequent query once per database, because that takes longer than most queries run. Values may
 * differ, but not the names and the order of columns.
 */
export function compiledQuery<Tables, Values extends object, Row>(
  build: Build<Tables, Values, Row>,
): Run<Tables, Values, Row> {
  const run = compiledRows<Tables, Values, Row>((queries, [values]) => build(queries, values!));
  return async (queries, values) => await run(queries, [values]);
}

/** Compiles once for each number of rows. */
export function compiledRows<Tables, Values extends object, Row>(
  build: Build<Tables, readonly Values[], Row>,
): Run<Tables, readonly Values[], Row> {
  // All transactions of a database share it.
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return async (queries, rows) => {
    const { adapter } = queries.getExecutor();
    const bySize = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(adapter, bySize);
    let query = bySize.get(rows.length);
    if (query === undefined) {
      query = build(queries, rows.map(slotsOf<Values>)).compile();
      bySize.set(rows.length, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? rows[value.row]![value.field as keyof Values] : value,
    );
    return await queries.executeQuery({ ...query, parameters });
  };
}

function slotsOf<Values extends object>(_: Values, row: number): Values {
  return new Proxy({} as Values, { get: (_, field) => new Slot(row, field as string) });
}
