import {
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import t from 'tap';
import { CompiledQueries, type Writer } from '../../../host/serve/database/compiled-queries.ts';

interface Tables {
  readonly word: { readonly id: string; readonly points: number };
}

const writers: Readonly<Record<string, Writer>> = {
  'select "id" from "word" where "points" > ? and "id" in (?, ?) and "points" < ? limit ?': {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  },
  'select "id" from "word" where "points" > $1 and "id" in ($2, $3) and "points" < $4 limit $5': {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  },
};

t.test('a query is built once for each database, and its values come to their places', async (t) => {
  for (const [expected, writer] of Object.entries(writers)) {
    let built = 0;
    const query = (
      build: Kysely<Tables>,
      { least, first, most }: Record<'least' | 'most', number> & { first: string },
    ) => {
      built++;
      const words = build.selectFrom('word').select('id').where('points', '>', least);
      return words.where('id', 'in', [first, 'Z']).where('points', '<', 9).limit(most);
    };
    const queries = new CompiledQueries<Tables>(writer);
    for (const [least, first] of [
      [1, 'A'],
      [0, ''],
    ] as const)
      t.same(queries.written(query, { least, first, most: 2 }), {
        sql: expected,
        values: [least, first, 'Z', 9, 2],
      });
    t.equal(built, 1);
  }
});
