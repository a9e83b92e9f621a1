import type { Compilable, CompiledQuery, QueryResult, Transaction } from 'kysely';

/** In the place of a value of one field, while a query is compiled. */
class Slot {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

/**
 * A query that is made often: built and compiled once for a database, which takes longer than most queries take to run. Its values
 * differ each time; which columns it names, and in which order, may not.
 */
export function compiledQuery<Tables, Values extends object, Row>(
  build: (queries: Transaction<Tables>, values: Values) => Compilable<Row>,
): (queries: Transaction<Tables>, values: Values) => Promise<QueryResult<Row>> {
  const slots = new Proxy({} as Values, { get: (_, field) => new Slot(field as string) });
  // There is one for each database, whatever transaction it is.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (queries, values) => {
    const { adapter } = queries.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(queries, slots).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.field as keyof Values] : value,
    );
    return await queries.executeQuery({ ...query, parameters });
  };
}
