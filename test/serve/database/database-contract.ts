import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Test } from 'tap';
import type { Database } from '../../../host/serve/database/database.ts';
import { openDatabase } from '../../../host/serve/database/open.ts';

/** A kind of database, and where an empty one of its kind is for each test. */
export interface Kind {
  readonly name: string;
  empty(t: Test): Promise<string>;
}

const accounts = `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT);
  CREATE TABLE entry (account TEXT NOT NULL REFERENCES account (name), number BIGINT NOT NULL, PRIMARY KEY (account, number))`;

interface Account {
  readonly name: string;
  readonly points: number;
  readonly note: string | null;
}

export interface Tables {
  readonly account: Account;
  readonly entry: { readonly account: string; readonly number: number };
}

type Build = Kysely<Tables>;

export const insert = (build: Build, { name, points, note }: Account) =>
  build.insertInto('account').values({ name, points, note });
const pointsByName = (build: Build, { name }: { readonly name: string }) =>
  build.selectFrom('account').select('points').where('name', '=', name);
const setPoints = (build: Build, { name, points }: Omit<Account, 'note'>) =>
  build.updateTable('account').set({ points }).where('name', '=', name);
const all7 = (build: Build) => build.updateTable('account').set({ points: 7 });
const addToOthers = (build: Build, { more, name }: { readonly more: number; readonly name: string }) =>
  build
    .updateTable('account')
    .set((account) => ({ points: account('points', '+', more) }))
    .where('name', '<>', name);
const halfOf = (build: Build, { half }: { readonly half: number }) =>
  build
    .selectFrom('account')
    .select('name')
    .where(({ eb }) => eb(eb('points', '/', eb.lit(2)), '=', half));
const everything = (build: Build) => build.selectFrom('account').selectAll();
const count = (build: Build) => build.selectFrom('account').select(({ fn }) => fn.countAll<number>().as('n'));

/** SQL as it is written. */
export const written =
  <Row>(raw: RawBuilder<Row>) =>
  <Any>(build: Kysely<Any>): Compilable<Row> => ({ compile: () => raw.compile(build) });

export async function opened<Made = Tables>(
  where: string,
  migrations: readonly string[] = [accounts],
): Promise<Database<Made>> {
  const opening = await openDatabase<Made>(where, migrations);
  if (opening.ok) return opening.database;
  throw new Error(opening.problem);
}

const add = (database: Database<Tables>, name: string, points = 0, note: string | null = null) =>
  database.transaction(({ run }) => run(insert, { name, points, note }));

async function pointsOf(database: Database<Tables>, name: string): Promise<number | undefined> {
  const [row] = await database.transaction(({ all }) => all(pointsByName, { name }));
  return row?.points;
}

/** What is true of every database. */
export function testDatabase(t: Test, { name, empty }: Kind): void {
  const test = (rule: string, run: (t: Test, where: string, database: Database<Tables>) => Promise<void>) =>
    t.test(`${name}: ${rule}`, async (t) => {
      const where = await empty(t);
      await using database = await opened(where);
      await run(t, where, database);
    });

  test('what a transaction did is there after it', async (t, _, database) => {
    const given = await database.transaction(async (queries) => {
      t.equal(await queries.run(insert, { name: 'ann', points: 3, note: 'first' }), 1);
      return queries.all(everything, {});
    });
    t.same(given, [{ name: 'ann', points: 3, note: 'first' }], 'a transaction sees what it did');
    t.equal(await pointsOf(database, 'ann'), 3);
    t.equal(await pointsOf(database, 'bob'), undefined);
  });

  test('a transaction that throws leaves nothing behind', async (t, _, database) => {
    await add(database, 'ann', 1);
    const failing = database.transaction(async ({ run }) => {
      await run(all7, {});
      await run(insert, { name: 'bob', points: 2, note: null });
      throw new Error('no more');
    });
    await t.rejects(failing, { message: 'no more' });
    t.equal(await pointsOf(database, 'ann'), 1);
    t.equal(await pointsOf(database, 'bob'), undefined);
  });

  test('SQL that is refused undoes its transaction, and the next one is unharmed', async (t, _, database) => {
    await add(database, 'ann', 1);
    for (const text of ['SELEC', 'SELECT nothing FROM account', 'INSERT INTO account (name) VALUES (NULL)']) {
      const failing = database.transaction(async ({ run, all }) => {
        await run(all7, {});
        await all(written(sql.raw(text)), {});
      });
      await t.rejects(failing, { name: /^error$/i }, text);
      t.equal(await pointsOf(database, 'ann'), 1, text);
    }
  });

  test('a query that is refused fails its transaction even where its error is caught', async (t, _, database) => {
    await add(database, 'ann', 1);
    const failing = database.transaction(async ({ run }) => {
      await run(all7, {});
      await run(insert, { name: 'ann', points: 1, note: null }).catch(() => {});
    });
    await t.rejects(failing);
    t.equal(await pointsOf(database, 'ann'), 1);
  });

  test('a query after the end of its transaction is refused', async (t, _, database) => {
    const queries = await database.transaction(async (queries) => queries);
    await t.rejects(queries.all(pointsByName, { name: 'ann' }), { message: /after the end/ });
    await t.rejects(queries.run(insert, { name: 'ann', points: 1, note: null }), {
      message: /after the end/,
    });
    t.equal(await pointsOf(database, 'ann'), undefined);
  });

  test('whole numbers up to 2^53, texts and none come back as they went', async (t, _, database) => {
    const texts = [
      ...[
        '',
        ' ',
        "it's",
        '"',
        '\\',
        '\\x00',
        '?',
        '$1',
        '--',
        ';',
        '\n\r\t',
        'NULL',
        '{}',
        '\u0001',
        '\uFFFD',
      ],
      ...[
        'é',
        'e\u0301',
        'ß',
        'Ω',
        '漢字',
        '👩‍👩‍👧',
        '\u{10FFFF}',
        '\u202E',
        '\uFEFF',
        '\u2028',
        'x'.repeat(2_000_000),
      ],
    ];
    const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    await database.transaction(async ({ run }) => {
      for (const note of texts) await run(insert, { name: note.slice(0, 1000), points: 0, note });
      for (const points of numbers) await run(insert, { name: `n${points}`, points, note: null });
    });
    const rows = await database.transaction(({ all }) => all(everything, {}));
    const ofName = new Map(rows.map((row) => [row.name, row]));
    t.equal(rows.length, texts.length + numbers.length);
    for (const [index, text] of texts.entries())
      t.ok(ofName.get(text.slice(0, 1000))?.note === text, `text ${index}`);
    for (const number of numbers)
      t.same(ofName.get(`n${number}`), { name: `n${number}`, points: number, note: null });
  });

  test('what is no whole number, and a text with NUL, is refused on its way in and out', async (t, _, database) => {
    for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      await t.rejects(add(database, 'x', bad));
    await t.rejects(add(database, 'a\0b'), { message: /NUL/ });
    for (const text of ['SELECT 9007199254740993 AS x', 'SELECT 1.5 AS x', 'SELECT -9007199254740993 AS x'])
      await t.rejects(
        database.transaction(({ all }) => all(written(sql.raw(text)), {})),
        { name: 'RangeError' },
        text,
      );
  });

  test('counts, sums, divisions and comparisons are the same numbers', async (t, _, database) => {
    for (const [name, points] of Object.entries({ a: 7, b: 8, c: 2 })) await add(database, name, points);
    const [row] = await database.transaction(({ all }) =>
      all(
        written(sql`SELECT count(*) AS n, sum(points) AS total, max(points) AS most, CAST(sum(points) AS BIGINT) / count(*) AS share, 7 / 2 AS half,
          CASE WHEN max(points) > 7 THEN 1 ELSE 0 END AS many FROM account`),
        {},
      ),
    );
    t.same(row, { n: 3, total: 17, most: 8, share: 5, half: 3, many: 1 });
    t.same(
      await database.transaction(({ all }) => all(halfOf, { half: 3 })),
      [{ name: 'a' }],
      'a division by a given number is whole too',
    );
  });

  test('a question mark in quotes or a comment is none of the values', async (t, _, database) => {
    await add(database, 'ann', 1, 'why?');
    const [row] = await database.transaction(({ all }) =>
      all(
        written(sql`SELECT note AS "what?", 'is it? ''?''' AS text /* really? */ FROM account -- why?
          WHERE note = 'why?' AND name = ${'ann'}`),
        {},
      ),
    );
    t.same(row, { 'what?': 'why?', text: "is it? '?'" });
  });

  test('a value too many or too few is refused', async (t, _, database) => {
    const compiled = (build: Build) => pointsByName(build, { name: 'a' }).compile();
    for (const parameters of [
      ['a', 'b'],
      ['a', 1, 2],
    ])
      await t.rejects(
        database.transaction(({ all }) =>
          all((build: Build) => ({ compile: () => ({ ...compiled(build), parameters }) }), {}),
        ),
      );
    await t.rejects(
      database.transaction(({ all }) => all(pointsByName, {} as { name: string })),
      { message: 'a value of a query is missing' },
    );
  });

  test('an insertion of what is there already changes no row', async (t, _, database) => {
    const insertNew = (build: Build, account: Account) =>
      insert(build, account).onConflict((conflict) => conflict.column('name').doNothing());
    const both = await database.transaction(async ({ run }) => [
      await run(insertNew, { name: 'a', points: 1, note: null }),
      await run(insertNew, { name: 'a', points: 2, note: null }),
    ]);
    t.same(both, [1, 0]);
    t.equal(await pointsOf(database, 'a'), 1);
  });

  test('the number of changed rows is that of the statement', async (t, _, database) => {
    for (const name of ['a', 'b', 'c']) await add(database, name);
    const counts = await database.transaction(async ({ run, all }) => [
      await run(addToOthers, { more: 1, name: 'a' }),
      await run((build: Build) => build.deleteFrom('account').where('name', '=', 'nobody'), {}),
      (await all((build: Build) => build.updateTable('account').set({ points: 5 }).returning('name'), {}))
        .length,
      await run((build: Build) => build.deleteFrom('account'), {}),
    ]);
    t.same(counts, [2, 0, 3, 3]);
  });

  test('a reference to what is not there is refused', async (t, _, database) => {
    await t.rejects(
      database.transaction(({ run }) =>
        run((build: Build) => build.insertInto('entry').values({ account: 'x', number: 1 }), {}),
      ),
    );
  });

  test('50 transactions at once that read and then write lose nothing', async (t, where, database) => {
    await using other = await opened(where);
    await add(database, 'ann');
    const one = (on: Database<Tables>) =>
      on.transaction(async ({ all, run }) => {
        const [row] = await all(pointsByName, { name: 'ann' });
        const points = row!.points + 1;
        await run(setPoints, { points, name: 'ann' });
        return points;
      });
    const given = await Promise.all(
      Array.from({ length: 50 }, (_, index) => one(index % 2 === 0 ? database : other)),
    );
    t.same(
      given.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index + 1),
      'each saw another number',
    );
    t.equal(await pointsOf(database, 'ann'), 50);
  });

  test('of 50 that take the same free place at once, one gets it', async (t, where, database) => {
    await using other = await opened(where);
    const take = (on: Database<Tables>, index: number) =>
      on.transaction(async ({ all, run }) => {
        const taken = await all(
          (build: Build) => build.selectFrom('account').select('name').where('note', '=', 'first'),
          {},
        );
        if (taken.length > 0) return 0;
        return run(insert, { name: `player ${index}`, points: 0, note: 'first' });
      });
    const given = await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(index % 2 === 0 ? database : other, index)),
    );
    t.equal(
      given.reduce((sum, each) => sum + each),
      1,
    );
  });

  test('what was committed is there when it is opened again, and migrations are applied once', async (t, where, database) => {
    await add(database, 'ann', 3);
    await database[Symbol.asyncDispose]();
    const more = [
      accounts,
      "INSERT INTO account (name, points) VALUES ('bob', 1)",
      'ALTER TABLE account ADD COLUMN mail TEXT',
    ];
    for (const _ of [1, 2]) {
      await using again = await opened(where, more);
      const rows = await again.transaction(({ all }) =>
        all(written(sql`SELECT name, points, mail FROM account ORDER BY points`), {}),
      );
      t.same(rows, [
        { name: 'bob', points: 1, mail: null },
        { name: 'ann', points: 3, mail: null },
      ]);
    }
    t.match(await openDatabase(where, [accounts]), {
      ok: false,
      problem: 'the store is of version 3, made by a newer wordhost; this one reads versions up to 1',
    });
  });

  test('a migration that is refused changes nothing', async (t, where, database) => {
    await database[Symbol.asyncDispose]();
    const bad = [accounts, "INSERT INTO account (name, points) VALUES ('bob', 1)", 'no SQL'];
    t.match(await openDatabase(where, bad), { ok: false, problem: /syntax error/ });
    await using again = await opened(where);
    t.equal(await pointsOf(again, 'bob'), undefined);
  });

  t.test(`${name}: opened 5 times at once, it is made once`, async (t) => {
    const where = await empty(t);
    const databases = await Promise.all(Array.from({ length: 5 }, () => opened(where)));
    await Promise.all(databases.map((database, index) => add(database, `player ${index}`)));
    const [row] = await databases[0]!.transaction(({ all }) => all(count, {}));
    t.equal(row!.n, 5);
    await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  });

  test('to close it waits for what was asked for, and refuses what comes later', async (t, where, database) => {
    const asked = Array.from({ length: 20 }, (_, index) => add(database, `player ${index}`));
    const closed = database[Symbol.asyncDispose]();
    await t.rejects(add(database, 'late'), { name: 'DatabaseFailure', message: /closed/ });
    await Promise.all([...asked, closed]);
    await using again = await opened(where);
    const [row] = await again.transaction(({ all }) => all(count, {}));
    t.equal(row!.n, 20);
  });
}
