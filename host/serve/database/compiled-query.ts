import type { Compilable, CompiledQuery, QueryResult, Transaction } from 'kysely';

/** In the place of a value of one row, while a query is compiled. */
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
 * A query that is made often: built and compiled once for a database, which takes longer than most queries take to run. Its values
 * differ each time; which columns it names, and in which order, may not.
 */
export function compiledQuery<Tables, Values extends object, Row>(
  build: Build<Tables, Values, Row>,
): Run<Tables, Values, Row> {
  const run = compiledRows<Tables, Values, Row>((queries, [values]) => build(queries, values!));
  return async (queries, values) => await run(queries, [values]);
}

/** The same with the values of several rows: built and compiled once for each number of them. */
export function compiledRows<Tables, Values extends object, Row>(
  build: Build<Tables, readonly Values[], Row>,
): Run<Tables, readonly Values[], Row> {
  // There is one for each database, whatever transaction it is.
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
