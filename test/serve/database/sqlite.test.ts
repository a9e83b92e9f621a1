import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { openStore } from '../../../host/runs/store/store.ts';
import type { Database } from '../../../host/serve/database/database.ts';
import { openDatabase } from '../../../host/serve/database/open.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { insert, opened, type Tables, testDatabase } from './database-contract.ts';

t.test('sqlite faults', async (t) => {
  const migrations = ['CREATE TABLE note (text TEXT)'];

  async function isRefused(t: Test, path: string, words: string) {
    const opening = await openDatabase(path, migrations);
    t.match(opening, { ok: false, problem: `${path}: ${words}` });
    if (opening.ok) await opening.database[Symbol.asyncDispose]();
  }

  /** A database with some notes, closed. */
  async function databaseAt(path: string): Promise<string> {
    const opening = expectOk(await openDatabase(path, migrations));
    await using database = opening.database;
    await database.transaction(async (queries) => {
      for (let number = 0; number < 1000; number++)
        await sql`INSERT INTO note (text) VALUES (${`note ${number}`})`.execute(queries);
    });
    return path;
  }

  t.test('what is no database of the web is refused, and nothing is made beside it', async (t) => {
    const folder = t.testdir({ 'notes.txt': 'dear diary', folder: {} });
    const of = (name: string) => join(folder, name);
    const other = new DatabaseSync(of('other.db'));
    other.exec('CREATE TABLE mail (text)');
    other.close();
    const games = await openStore(of('games.db'), { mode: 'write' });
    if (games.ok) await games.store.close();
    const before = readdirSync(folder);
    await isRefused(t, of('notes.txt'), 'expected a store of wordhost; got another file');
    await isRefused(t, of('other.db'), 'expected a store of wordhost; got a database of another program');
    await isRefused(t, of('games.db'), 'expected the store of `wordhost serve`; got a store of games');
    await isRefused(t, of('folder'), 'expected a store, which is a file; got a folder');
    await isRefused(
      t,
      of('no/such.db'),
      `its folder ${of('no')} does not exist. To create it: mkdir -p ${of('no')}`,
    );
    await isRefused(t, '/dev/null', 'expected a store of wordhost; got a device or a pipe');
    t.same(readdirSync(folder), before);
  });

  t.test('an empty one, whose maker was killed, becomes a database of the web', async (t) => {
    const path = join(t.testdir(), 'web.db');
    const begun = new DatabaseSync(path);
    begun.exec('PRAGMA journal_mode = WAL');
    begun.close();
    t.not(statSync(path).size, 0);
    t.equal(await databaseAt(path), path);
  });

  t.test('where the file is removed or replaced nothing is answered as if it was kept', async (t) => {
    for (const change of [rmSync, replaced]) {
      const path = join(t.testdir(), 'web.db');
      const opening = expectOk(await openDatabase(path, migrations));
      await using database = opening.database;
      const note = () =>
        database.transaction((queries) => sql`INSERT INTO note (text) VALUES ('here')`.execute(queries));
      await note();
      change(path);
      await t.rejects(note(), { message: /renamed.*replaced/ });
    }
  });

  function replaced(path: string): void {
    copyFileSync(path, `${path}-new`);
    renameSync(`${path}-new`, path);
  }

  t.test('the database of the web is no store of games', async (t) => {
    const path = await databaseAt(join(t.testdir(), 'web.db'));
    const problem = `${path}: expected a store of games; got the store of \`wordhost serve\``;
    t.match(await openStore(path, { mode: 'write' }), { ok: false, problem });
  });

  t.test('a truncated one and one of another version are refused', async (t) => {
    const path = await databaseAt(join(t.testdir(), 'web.db'));
    const newer = `${path}-newer`;
    copyFileSync(path, newer);
    const database = new DatabaseSync(newer);
    database.exec('PRAGMA user_version = 9');
    database.close();
    await isRefused(
      t,
      newer,
      'the store is of version 9, made by a newer wordhost; this one reads versions up to 1',
    );
    const { size } = statSync(path);
    truncateSync(path, size - 4096);
    await isRefused(t, path, `the store is truncated: of ${size} bytes only ${size - 4096} are there`);
  });

  t.test('by another name it is the same database', async (t) => {
    const folder = t.testdir();
    const path = await databaseAt(join(folder, 'web.db'));
    symlinkSync(path, join(folder, 'link.db'));
    const opening = expectOk(await openDatabase(join(folder, 'link.db'), migrations));
    await using database = opening.database;
    t.match(await database.transaction((queries) => sql`SELECT count(*) AS n FROM note`.execute(queries)), {
      rows: [{ n: 1000 }],
    });
  });
});

t.test('sqlite', async (t) => {
  testDatabase(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });

  const add = (database: Database<Tables>, name: string, note: string | null = null) =>
    database.transaction((queries) => insert(queries, { name, note }));

  function namesIn(path: string): string[] {
    using database = new DatabaseSync(path);
    return database
      .prepare('SELECT name FROM account ORDER BY name')
      .all()
      .map(({ name }) => String(name));
  }

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

  t.test('where the commit fails, the next transaction is unharmed', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path, [
      `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT REFERENCES account (name) DEFERRABLE INITIALLY DEFERRED)`,
    ]);
    const done = await Promise.allSettled([add(database, 'ann'), add(database, 'bob', 'nobody')]);
    t.match(done, [{ status: 'fulfilled' }, { status: 'rejected', reason: { message: /FOREIGN KEY/ } }]);
    await add(database, 'eve', 'eve');
    t.same(namesIn(path), ['ann', 'eve']);
  });

  t.test('transactions of one turn share a commit, and each comes to its own end', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path, [
      `CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT);
       CREATE TRIGGER strict BEFORE INSERT ON account WHEN NEW.note = 'all' BEGIN SELECT RAISE(ROLLBACK, 'all are lost'); END`,
    ]);
    const outcomes: string[] = [];
    const adding = async (name: string, note: string | null = null) => {
      const [{ status }] = await Promise.allSettled([add(database, name, note)]);
      outcomes.push(`${name} ${status}`);
    };
    const both = [adding('ann'), adding('bob')];
    // Until the last of its steps, and before the event loop turns.
    for (let step = 0; step < 200; step++) await undefined;
    t.same([outcomes, namesIn(path)], [[], []], 'nobody is told before the commit');
    await Promise.all(both);
    t.same(
      [outcomes, namesIn(path)],
      [
        ['ann fulfilled', 'bob fulfilled'],
        ['ann', 'bob'],
      ],
    );
    await Promise.all([adding('joe'), adding('ann'), adding('max')]);
    t.same(outcomes.slice(2).sort(), ['ann rejected', 'joe fulfilled', 'max fulfilled'], 'one fails alone');
    await Promise.all([adding('eve'), adding('moe', 'all'), adding('zoe')]);
    t.same(outcomes.slice(5).sort(), ['eve fulfilled', 'moe rejected', 'zoe fulfilled'], 'done again');
    const slow = database.transaction(async (queries) => {
      await setTimeout(20);
      await insert(queries, { name: 'sue' });
    });
    await Promise.all([adding('pip'), slow]);
    t.same(namesIn(path), ['ann', 'bob', 'eve', 'joe', 'max', 'pip', 'sue', 'zoe'], 'after one in progress');
  });

  t.test('where there is no room left, what was committed stays, and the host says so', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path);
    await add(database, 'ann');
    await database.transaction((queries) => sql`PRAGMA max_page_count = 8`.execute(queries));
    const done = await Promise.allSettled([add(database, 'bob', 'x'.repeat(100_000)), add(database, 'eve')]);
    t.match(done[0], { status: 'rejected', reason: { name: 'DatabaseFailure' } });
    t.same(namesIn(path), done[1]!.status === 'fulfilled' ? ['ann', 'eve'] : ['ann']);
    await add(database, 'zoe');
    t.ok(namesIn(path).includes('zoe'));
  });

  t.test('while another program has locked it, each waits, and gives up, by itself', async (t) => {
    const path = join(t.testdir(), 'wordhost.db');
    await using database = await opened(path);
    const other = new DatabaseSync(path);
    t.teardown(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const adding = (name: string, patienceMs?: number) =>
      database.transaction(
        (queries) => insert(queries, { name }),
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
  });
});
