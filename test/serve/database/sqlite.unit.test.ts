import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import type { Database } from '../../../host/serve/database/database.ts';
import { insert, opened, type Tables, testDatabase, written } from './database-contract.ts';

testDatabase(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });

const add = (database: Database<Tables>, name: string, note: string | null = null) =>
  database.transaction(({ run }) => run(insert, { name, points: 0, note }));

function namesIn(path: string): string[] {
  using database = new DatabaseSync(path);
  return database
    .prepare('SELECT name FROM account ORDER BY name')
    .all()
    .map(({ name }) => String(name));
}

/** How often the file was written to, as others see it. */
function commitsSeen(t: Test, path: string): () => number {
  const other = new DatabaseSync(path);
  t.teardown(() => other.close());
  const version = other.prepare('PRAGMA data_version');
  return () => Number(version.get()!.data_version);
}

t.test(
  'transactions of one turn of the loop are committed together, and none is answered before',
  async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path);
    const commits = commitsSeen(t, path);
    const before = commits();
    const answered: string[][] = [];
    const all = ['ann', 'bob', 'eve'].map(async (name) => {
      await add(database, name);
      answered.push(namesIn(path));
    });
    await Promise.all(all);
    t.equal(commits(), before + 1);
    t.same(answered, Array(3).fill(['ann', 'bob', 'eve']));
    await add(database, 'zoe');
    t.equal(commits(), before + 2);
  },
);

t.test('one that throws is undone alone; the others of its commit are kept', async (t) => {
  const path = join(t.testdir(), 'wordhost.db');
  await using database = await opened(path);
  const first = add(database, 'ann');
  const failing = database.transaction(async ({ run }) => {
    await run(insert, { name: 'bob', points: 0, note: null });
    throw new Error('no more');
  });
  const refused = database.transaction(async ({ run }) => {
    await run(insert, { name: 'eve', points: 0, note: null });
    await run(insert, { name: 'ann', points: 0, note: 'again' });
  });
  const done = await Promise.allSettled([first, failing, refused, add(database, 'zoe')]);
  t.match(done, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'no more' } },
    { status: 'rejected', reason: { name: 'Error' } },
    { status: 'fulfilled' },
  ]);
  t.same(namesIn(path), ['ann', 'zoe']);
});

t.test('what is closed in the same turn is committed first; what comes after it is refused', async (t) => {
  const path = join(t.testdir(), 'wordhost.db');
  const database = await opened(path);
  const added = add(database, 'ann');
  const closed = database[Symbol.asyncDispose]();
  const late = add(database, 'bob');
  await t.rejects(late, { name: 'DatabaseFailure', message: /it is closed$/ });
  await Promise.all([added, closed]);
  t.same(namesIn(path), ['ann']);
});

t.test('where the commit fails, all of it failed, and the next transaction is unharmed', async (t) => {
  const path = join(t.testdir(), 'wordhost.db');
  await using database = await opened(path, [
    `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT REFERENCES account (name) DEFERRABLE INITIALLY DEFERRED)`,
  ]);
  const done = await Promise.allSettled([add(database, 'ann'), add(database, 'bob', 'nobody')]);
  t.match(done, [
    { status: 'rejected', reason: { message: /FOREIGN KEY/ } },
    { status: 'rejected', reason: { message: /FOREIGN KEY/ } },
  ]);
  await add(database, 'eve', 'eve');
  t.same(namesIn(path), ['eve']);
});

t.test('where there is no room left, what was committed stays, and the host says so', async (t) => {
  const path = join(t.testdir(), 'wordhost.db');
  await using database = await opened(path);
  await add(database, 'ann');
  await database.transaction(({ all }) => all(written(sql`PRAGMA max_page_count = 8`), {}));
  const done = await Promise.allSettled([add(database, 'bob', 'x'.repeat(100_000)), add(database, 'eve')]);
  t.match(done[0], { status: 'rejected', reason: { name: 'DatabaseFailure' } });
  t.same(namesIn(path), done[1]!.status === 'fulfilled' ? ['ann', 'eve'] : ['ann']);
  await add(database, 'zoe');
  t.ok(namesIn(path).includes('zoe'));
});

t.test(
  'while another program has locked it, each waits in its own time, and what is given up is not done',
  async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path);
    const other = new DatabaseSync(path);
    t.teardown(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const adding = (name: string, patienceMs?: number) =>
      database.transaction(
        ({ run }) => run(insert, { name, points: 0, note: null }),
        patienceMs === undefined ? {} : { patienceMs },
      );
    const kept = adding('ann');
    const refusal = { name: 'DatabaseFailure', message: /another program has locked it/ };
    for (const name of ['bob', 'eve'])
      await t.rejects(adding(name, 20), refusal, 'behind one that still waits');
    other.exec('ROLLBACK');
    await kept;
    other.exec('BEGIN IMMEDIATE');
    await t.rejects(adding('joe', 20), refusal);
    const longer = adding('max');
    database.hurry(20);
    await t.rejects(adding('moe'), refusal, 'the program ends');
    other.exec('ROLLBACK');
    await longer;
    t.same(namesIn(path), ['ann', 'max']);
  },
);
