import { sql, type Transaction } from 'kysely';
import type { Test } from 'tap';
import { compiledRows } from '../../../host/serve/database/compiled-query.ts';
import type { Database } from '../../../host/serve/database/database.ts';
import { GatheredRows } from '../../../host/serve/database/gathered-rows.ts';
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

type Queries = Transaction<Tables>;

export const insert = (
  queries: Queries,
  { name, points = 0, note = null }: Partial<Account> & { name: string },
) => queries.insertInto('account').values({ name, points, note }).execute();
const readPoints = async (queries: Queries, name: string) =>
  (await queries.selectFrom('account').select('points').where('name', '=', name).executeTakeFirst())?.points;
const all7 = (queries: Queries) => queries.updateTable('account').set({ points: 7 }).execute();
const everything = (queries: Queries) => queries.selectFrom('account').selectAll().execute();
const count = async (queries: Queries) => (await everything(queries)).length;

export async function opened<Made = Tables>(
  where: string,
  migrations: readonly string[] = [accounts],
): Promise<Database<Made>> {
  const opening = await openDatabase<Made>(where, migrations);
  if (opening.ok) return opening.database;
  throw new Error(opening.problem);
}

const add = (database: Database<Tables>, name: string, points = 0, note: string | null = null) =>
  database.transaction((queries) => insert(queries, { name, points, note }));
const pointsOf = (database: Database<Tables>, name: string) =>
  database.transaction((queries) => readPoints(queries, name));

const account = (name: string, points = 0): Account => ({ name, points, note: null });

/** Accounts that are stored together, and how many each query had. */
function gathered(database: Database<Tables>) {
  const sizes: number[] = [];
  const insertAll = compiledRows((queries: Queries, rows: readonly Account[]) =>
    queries.insertInto('account').values(rows.map(({ name, points, note }) => ({ name, points, note }))),
  );
  const rows = new GatheredRows<Tables, Account>(database, async (queries, some) => {
    sizes.push(some.length);
    await insertAll(queries, some);
  });
  return { rows, sizes };
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
      await insert(queries, { name: 'ann', points: 3, note: 'first' });
      return everything(queries);
    });
    t.same(given, [{ name: 'ann', points: 3, note: 'first' }], 'a transaction sees what it did');
    t.equal(await pointsOf(database, 'ann'), 3);
    t.equal(await pointsOf(database, 'bob'), undefined);
  });

  test('a transaction that throws leaves nothing behind', async (t, _, database) => {
    await add(database, 'ann', 1);
    const failing = database.transaction(async (queries) => {
      await all7(queries);
      await insert(queries, { name: 'bob' });
      throw new Error('no more');
    });
    await t.rejects(failing, { message: 'no more' });
    t.equal(await pointsOf(database, 'ann'), 1);
    t.equal(await pointsOf(database, 'bob'), undefined);
  });

  test('SQL that is refused undoes its transaction, and the next one is unharmed', async (t, _, database) => {
    await add(database, 'ann', 1);
    for (const text of ['SELEC', 'SELECT nothing FROM account', 'INSERT INTO account (name) VALUES (NULL)']) {
      const failing = database.transaction(async (queries) => {
        await all7(queries);
        await sql.raw(text).execute(queries);
      });
      await t.rejects(failing, { name: /^error$/i }, text);
      t.equal(await pointsOf(database, 'ann'), 1, text);
    }
  });

  test('rows of a moment are stored together, in their order', async (t, _, database) => {
    const { rows, sizes } = gathered(database);
    const names = Array.from({ length: 40 }, (_, index) => `player ${index}`);
    const early = names.slice(1).map((name) => rows.add(account(name)));
    await Promise.all(early);
    t.strictSame(sizes, [32, 7], 'in queries of a few sizes');
    const [one, other] = [rows.add(account('late')), database.transaction(everything)];
    await Promise.all([one, other, rows.add(account('player 0'))]);
    const stored = (await database.transaction(everything)).map(({ name }) => name);
    t.strictSame(stored.toSorted(), ['late', ...names].toSorted());
  });

  test('rows of successive turns of the event loop are stored together', async (t, _, database) => {
    const { rows, sizes } = gathered(database);
    const added: Promise<void>[] = [];
    for (let index = 0; index < 60; index++) {
      added.push(rows.add(account(`player ${index}`)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(added);
    // A busy machine may take longer for a turn than a row waits.
    t.ok(sizes.length < 30, `${sizes}`);
  });

  test('a row that is refused takes none of the others with it', async (t, _, database) => {
    await add(database, 'ann', 1);
    const { rows } = gathered(database);
    const added = await Promise.allSettled(['bob', 'ann', 'cid'].map((name) => rows.add(account(name, 7))));
    t.same(
      added.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    t.same(await Promise.all(['ann', 'bob', 'cid'].map((name) => pointsOf(database, name))), [1, 7, 7]);
    await t.rejects(rows.add(account('ann')), { message: /unique/i });
    await rows.add(account('dan'));
    await database[Symbol.asyncDispose]();
    await t.rejects(rows.add(account('eve')), { name: 'DatabaseFailure', message: /closed/ });
  });

  test('a query after the end of its transaction is refused', async (t, _, database) => {
    const queries = await database.transaction(async (queries) => queries);
    await t.rejects(insert(queries, { name: 'ann' }), { message: /already committed/ });
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
    await database.transaction(async (queries) => {
      for (const note of texts) await insert(queries, { name: note.slice(0, 1000), note });
      for (const points of numbers) await insert(queries, { name: `n${points}`, points });
    });
    const rows = await database.transaction(everything);
    const ofName = new Map(rows.map((row) => [row.name, row]));
    t.equal(rows.length, texts.length + numbers.length);
    for (const [index, text] of texts.entries())
      t.ok(ofName.get(text.slice(0, 1000))?.note === text, `text ${index}`);
    for (const number of numbers)
      t.same(ofName.get(`n${number}`), { name: `n${number}`, points: number, note: null });
  });

  test('what is no whole number is refused', async (t, _, database) => {
    for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) await t.rejects(add(database, 'x', bad));
    t.equal(await pointsOf(database, 'x'), undefined);
  });

  test('counts, sums, divisions and comparisons are the same numbers', async (t, _, database) => {
    for (const [name, points] of Object.entries({ a: 7, b: 8, c: 2 })) await add(database, name, points);
    const [row] = (
      await database.transaction((queries) =>
        sql`SELECT count(*) AS n, max(points) AS most, CAST(sum(points) AS BIGINT) AS total, CAST(sum(points) AS BIGINT) / count(*) AS share,
          7 / 2 AS half, CASE WHEN max(points) > 7 THEN 1 ELSE 0 END AS many FROM account`.execute(queries),
      )
    ).rows;
    t.same(row, { n: 3, most: 8, total: 17, share: 5, half: 3, many: 1 });
    const halves = database.transaction((queries) =>
      queries
        .selectFrom('account')
        .select('name')
        .where((account) => account(account('points', '/', 2), '=', 3))
        .execute(),
    );
    t.same(await halves, [{ name: 'a' }], 'a division by a given number is whole too');
  });

  test('an insertion of what is there already changes no row', async (t, _, database) => {
    const insertNew = async (points: number) =>
      await database.transaction((queries) =>
        queries
          .insertInto('account')
          .values({ name: 'a', points, note: null })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirst(),
      );
    t.equal((await insertNew(1)).numInsertedOrUpdatedRows, 1n);
    t.equal((await insertNew(2)).numInsertedOrUpdatedRows, 0n);
    t.equal(await pointsOf(database, 'a'), 1);
  });

  test('the number of changed rows is that of the statement', async (t, _, database) => {
    for (const name of ['a', 'b', 'c']) await add(database, name);
    await database.transaction(async (queries) => {
      const others = queries.updateTable('account').set({ points: 1 }).where('name', '<>', 'a');
      t.equal((await others.executeTakeFirst()).numUpdatedRows, 2n);
      t.equal((await others.where('name', '=', 'a').executeTakeFirst()).numUpdatedRows, 0n);
      t.equal((await others.returning('name').execute()).length, 2);
      t.equal((await queries.deleteFrom('account').executeTakeFirst()).numDeletedRows, 3n);
    });
  });

  test('a reference to what is not there is refused', async (t, _, database) => {
    await t.rejects(
      database.transaction((queries) =>
        queries.insertInto('entry').values({ account: 'x', number: 1 }).execute(),
      ),
    );
  });

  test('what ends after its time has failed, and nothing of it is kept', async (t, _, database) => {
    const hasFailed = Promise.withResolvers<void>();
    const failing = database.transaction(
      async (queries) => {
        await insert(queries, { name: 'late' });
        await hasFailed.promise;
      },
      { patienceMs: 100 },
    );
    await t.rejects(failing, { name: 'DatabaseFailure' });
    hasFailed.resolve();
    await add(database, 'late', 1);
    t.equal(await pointsOf(database, 'late'), 1);
  });

  test('50 transactions at once that read and then write lose nothing', async (t, where, database) => {
    await using other = await opened(where);
    await add(database, 'ann');
    const one = (on: Database<Tables>) =>
      on.transaction(async (queries) => {
        const points = (await readPoints(queries, 'ann'))! + 1;
        await queries.updateTable('account').set({ points }).where('name', '=', 'ann').execute();
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
      on.transaction(async (queries) => {
        const taken = queries.selectFrom('account').select('name').where('note', '=', 'first');
        if (await taken.executeTakeFirst()) return 0;
        await insert(queries, { name: `player ${index}`, note: 'first' });
        return 1;
      });
    const given = await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(index % 2 === 0 ? database : other, index)),
    );
    t.equal(
      given.reduce<number>((sum, each) => sum + each, 0),
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
      const { rows } = await again.transaction((queries) =>
        sql`SELECT name, points, mail FROM account ORDER BY points`.execute(queries),
      );
      t.same(rows, [
        { name: 'bob', points: 1, mail: null },
        { name: 'ann', points: 3, mail: null },
      ]);
    }
    t.match(await openDatabase(where, [accounts]), {
      ok: false,
      problem: /the store is of version 3, made by a newer wordhost; .*reads versions.* 1/,
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
    t.equal(await databases[0]!.transaction(count), 5);
    await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  });

  test('to close it waits for what was asked for, and refuses what comes later', async (t, where, database) => {
    const asked = Array.from({ length: 20 }, (_, index) => add(database, `player ${index}`));
    const closed = database[Symbol.asyncDispose]();
    await t.rejects(add(database, 'late'), { name: 'DatabaseFailure', message: /closed/ });
    await Promise.all([...asked, closed]);
    await using again = await opened(where);
    t.equal(await again.transaction(count), 20);
  });
}
