import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { openStore } from '../../../host/runs/store/store.ts';
import { openDatabase } from '../../../host/serve/database/open.ts';
import { written } from './database-contract.ts';

const migrations = ['CREATE TABLE note (text TEXT)'];

async function isRefused(t: Test, path: string, words: string) {
  const opening = await openDatabase(path, migrations);
  t.match(opening, { ok: false, problem: `${path}: ${words}` });
  if (opening.ok) await opening.database[Symbol.asyncDispose]();
}

/** A database with some notes, closed. */
async function databaseAt(path: string): Promise<string> {
  const opening = await openDatabase(path, migrations);
  if (!opening.ok) throw new Error(opening.problem);
  await using database = opening.database;
  await database.transaction(async ({ run }) => {
    for (let number = 0; number < 1000; number++)
      await run(written(sql`INSERT INTO note (text) VALUES (${`note ${number}`})`), {});
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
  await isRefused(t, of('no/such.db'), `its folder ${of('no')} is not there. Make it: mkdir -p ${of('no')}`);
  await isRefused(t, '/dev/null', 'expected a store of wordhost; got a device or a pipe');
  t.same(readdirSync(folder), before);
});

t.test(
  'one in which nothing was made yet, when its maker was killed, becomes a database of the web',
  async (t) => {
    const path = join(t.testdir(), 'web.db');
    const begun = new DatabaseSync(path);
    begun.exec('PRAGMA journal_mode = WAL');
    begun.close();
    t.not(statSync(path).size, 0);
    t.equal(await databaseAt(path), path);
  },
);

t.test('where the file is removed or replaced nothing is answered as if it was kept', async (t) => {
  for (const change of [rmSync, replaced]) {
    const path = join(t.testdir(), 'web.db');
    const opening = await openDatabase(path, migrations);
    if (!opening.ok) throw new Error(opening.problem);
    await using database = opening.database;
    const note = () =>
      database.transaction(({ run }) => run(written(sql`INSERT INTO note (text) VALUES ('here')`), {}));
    await note();
    change(path);
    await t.rejects(note(), { message: /its file has been removed, renamed or replaced/ });
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
  await isRefused(t, path, `the store is truncated: of ${size} bytes there are ${size - 4096}`);
});

t.test('by another name it is the same database', async (t) => {
  const folder = t.testdir();
  const path = await databaseAt(join(folder, 'web.db'));
  symlinkSync(path, join(folder, 'link.db'));
  const opening = await openDatabase(join(folder, 'link.db'), migrations);
  if (!opening.ok) throw new Error(opening.problem);
  await using database = opening.database;
  t.same(await database.transaction(({ all }) => all(written(sql`SELECT count(*) AS n FROM note`), {})), [
    { n: 1000 },
  ]);
});
