import { type CompiledQuery, type Dialect, DummyDriver, Kysely } from 'kysely';
import type { Query, Value } from './database.ts';

/** What kysely must know of a database to write its SQL. */
export type Writer = Omit<Dialect, 'createDriver'>;

/** Where a value will be. */
class Place {
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
    const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });
    const compiled = query(this.#build, places as Given).compile();
    this.#kept.set(query, compiled);
    return compiled;
  }
}

function valueAt(parameter: unknown, values: object): Value | undefined {
  return parameter instanceof Place
    ? (values as Readonly<Record<string, Value>>)[parameter.name]
    : (parameter as Value);
}
