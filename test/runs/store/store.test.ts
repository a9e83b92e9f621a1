import { copyFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { firstDifference } from '../../../host/core/json.ts';
import { schema } from '../../../host/runs/store/file-place.ts';
import { openStore } from '../../../host/runs/store/store.ts';
import { migrate } from '../../../host/sqlite/schema.ts';
import fc from '../../support/laws.ts';
import { gameOf } from './games-to-keep.ts';
import { gamesOf, openedToRead, openedToWrite } from './opened.ts';

t.test('faults', async (t) => {
  const { migrations } = schema;
  const modes = ['read', 'write'] as const;

  async function storeWith(path: string, games: number): Promise<string> {
    await using store = await openedToWrite(path);
    await store.saveFile({ text: 'name: x\n', canonical: '{"name":"x"}' });
    for (let number = 1; number <= games; number++) await store.save(gameOf(number));
    return path;
  }

  async function isRefused(
    t: Test,
    path: string,
    kind: string,
    words: string,
    tried: readonly ('read' | 'write')[] = modes,
  ) {
    for (const mode of tried) {
      const opening = await openStore(path, { mode: mode as 'read' });
      t.match(opening, { ok: false, fault: { kind }, problem: `${path}: ${words}` }, `to ${mode}`);
      if (opening.ok) await opening.store.close();
    }
  }

  const changed = (path: string, sql: string) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };

  t.test('what is no store is refused, and stays as it is', async (t) => {
    const folder = t.testdir({
      'notes.txt': 'dear diary',
      'long.txt': 'x'.repeat(10_000),
      empty: '',
      folder: {},
    });
    const other = join(folder, 'other.db');
    changed(other, 'CREATE TABLE mail (text)');
    const before = readdirSync(folder);
    const words = 'expected a store of wordhost; got';
    for (const name of ['notes.txt', 'long.txt'])
      await isRefused(t, join(folder, name), 'not-a-store', `${words} another file`);
    await isRefused(t, other, 'not-a-store', `${words} a database of another program`);
    await isRefused(t, join(folder, 'empty'), 'empty', 'it is empty', ['read']);
    await isRefused(t, '/dev/null', 'not-a-store', `${words} a device or a pipe`);
    await isRefused(t, join(folder, 'folder'), 'folder', 'expected a store, which is a file; got a folder');
    t.same(readdirSync(folder), before, 'nothing was made beside them');
  });

  t.test('a folder that is not there is named, with what makes it', async (t) => {
    const folder = join(t.testdir(), 'no', 'such');
    await isRefused(
      t,
      join(folder, 'x.db'),
      'no-folder',
      `its folder ${folder} does not exist. To create it: mkdir -p ${folder}`,
    );
  });

  t.test('what the system refuses is said in its words', async (t) => {
    const folder = t.testdir({ file: '' });
    symlinkSync('loop', join(folder, 'loop'));
    await isRefused(t, join(folder, 'loop'), 'system', 'its symbolic links form a loop (ELOOP)');
    await isRefused(t, join(folder, 'file', 'x.db'), 'missing', 'no such store', ['read']);
    await isRefused(t, join(folder, 'x'.repeat(300)), 'system', 'its name is too long (ENAMETOOLONG)');
  });

  t.test('the address of a database is no path', async (t) => {
    await isRefused(
      t,
      'postgres://127.0.0.1:1/farm#league',
      'system',
      'cannot connect to PostgreSQL at 127.0.0.1:1. Start it',
    );
  });

  t.test('an empty file, as of a maker that was killed at once, becomes a store', async (t) => {
    const path = join(t.testdir({ 'league.db': '' }), 'league.db');
    await storeWith(path, 1);
    await using store = await openedToRead(path);
    t.equal((await gamesOf(store)).length, 1);
  });

  t.test('one in which nothing was made yet, when its maker was killed, becomes a store', async (t) => {
    const path = join(t.testdir(), 'league.db');
    changed(path, 'PRAGMA journal_mode = WAL');
    await isRefused(t, path, 'empty', 'it is empty', ['read']);
    await storeWith(path, 1);
    await using store = await openedToRead(path);
    t.equal((await gamesOf(store)).length, 1);
  });

  t.test('a store says how large its file is', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 50);
    await using store = await openedToRead(path);
    t.equal((await store.counts()).bytes, statSync(path).size);
  });

  t.test('a truncated store says how much of it is missing', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 50);
    const { size } = statSync(path);
    for (const left of [size - 1, size - 4096, Math.floor(size / 2), 4096, 600]) {
      truncateSync(path, left);
      await isRefused(
        t,
        path,
        'truncated',
        `the store is truncated: of ${size} bytes only ${left} are there. Use an undamaged copy`,
      );
    }
    truncateSync(path, 50);
    await isRefused(t, path, 'truncated', 'the store is truncated: of 100 bytes only 50 are there');
  });

  t.test('a store of a newer version says so, and which one is known', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 1);
    const known = migrations.length;
    changed(path, `PRAGMA user_version = ${known + 1}`);
    await isRefused(
      t,
      path,
      'newer',
      `the store is of version ${known + 1}, made by a newer wordhost; this one reads versions up to ${known}`,
    );
  });

  t.test('a store of an older version is taken to the new one, all steps or none', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 2);
    const steps = [...migrations, 'ALTER TABLE game ADD COLUMN note TEXT', 'CREATE TABLE worker (name TEXT)'];
    const database = new DatabaseSync(path);
    t.throws(() => migrate(database, { ...schema, migrations: [...steps, 'no SQL'] }));
    t.match(database.prepare('PRAGMA user_version').get(), { user_version: migrations.length });
    t.equal(migrate(database, { ...schema, migrations: steps }), undefined);
    t.match(database.prepare('PRAGMA user_version').get(), { user_version: steps.length });
    t.match(database.prepare('SELECT count(note) AS notes, count(*) AS games FROM game').get(), {
      notes: 0,
      games: 2,
    });
    t.match(migrate(database, schema), { kind: 'newer', version: steps.length });
    database.close();
  });

  t.test('a store of version 1 is read, and goes on', async (t) => {
    const path = join(t.testdir(), 'league.db');
    copyFileSync(join(import.meta.dirname, 'version-1.db'), path);
    {
      await using reader = await openedToRead(path);
      t.match(await reader.file(), { version: 1, text: 'name: x\n', canonical: '{"name":"x"}' });
    }
    await using store = await openedToWrite(path);
    for (const number of [1, 2, 3]) {
      const { record, ...game } = gameOf(number);
      t.same(await store.game(number), game);
      t.equal(Buffer.compare((await store.record(number))!, record), 0);
    }
    t.same(await store.save(gameOf(4)), { ok: true, isNew: true });
    t.same(await store.faults(), []);
  });

  t.test('damage in the middle is found, and what is read of it is refused', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 300);
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    for (let page = 6; page < size / 4096; page += 3)
      await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    await file.close();
    await using store = await openedToRead(path);
    t.ok((await store.faults()).length > 0);
    await t.rejects(gamesOf(store), {
      name: 'StoreFailure',
      message: `${path}: the store is damaged: `,
    });
  });

  t.test('a record that is not as it was saved is not given out', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 3);
    changed(
      path,
      `UPDATE record SET sha256 = '0' WHERE number = 1; UPDATE record SET packed = x'00' WHERE number = 2;
    UPDATE record SET bytes = bytes - 1 WHERE number = 3`,
    );
    await using store = await openedToRead(path);
    for (const number of [1, 2, 3])
      await t.rejects(store.record(number), {
        message: `${path}: the store is damaged: the record of game ${number} has changed since it was saved`,
      });
  });

  t.test('a record of a game that is not there is found', async (t) => {
    const path = await storeWith(join(t.testdir(), 'league.db'), 2);
    changed(path, 'PRAGMA foreign_keys = OFF; DELETE FROM game WHERE number = 2');
    await using store = await openedToRead(path);
    t.same(await store.faults(), ['record 2 belongs to a game that does not exist']);
  });

  t.test('what is kept into a file that was removed or replaced is said to be lost', async (t) => {
    const changes: readonly ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => renameSync(path, `${path}.old`),
      (path) => {
        copyFileSync(path, `${path}.new`);
        renameSync(`${path}.new`, path);
      },
    ];
    for (const [index, change] of changes.entries()) {
      const path = await storeWith(join(t.testdir(), `league${index}.db`), 1);
      await using store = await openedToWrite(path);
      change(path);
      const problem = `${path}: its file was removed, renamed or replaced`;
      t.match(await store.save(gameOf(7)), { ok: false, fault: { kind: 'replaced' }, problem });
    }
  });

  t.test('by another name it is the same store, with the same writer', async (t) => {
    const folder = t.testdir();
    const path = await storeWith(join(folder, 'league.db'), 1);
    const link = join(folder, 'link.db');
    symlinkSync(path, link);
    await using _store = await openedToWrite(path);
    await isRefused(t, link, 'in-use', `process ${process.pid} has been writing to it since`, ['write']);
  });
});

t.test('first difference', async (t) => {
  t.test('what differs first is named by its path', async (t) => {
    const before = { players: [{ name: 'a' }, { name: 'b', own: { cwd: '.' } }], seed: '1' };
    const changed = (now: unknown) => firstDifference(before, now);
    t.equal(changed({ seed: '1', players: [{ name: 'a' }, { own: { cwd: '.' }, name: 'b' }] }), undefined);
    t.same(changed({ ...before, seed: '2' }), { path: 'seed', before: '1', now: '2' });
    t.same(changed({ ...before, players: [{ name: 'a' }] }), {
      path: 'players[1]',
      before: before.players[1],
      now: undefined,
    });
    t.same(changed({ ...before, more: null }), { path: 'more', before: undefined, now: null });
    t.same(firstDifference({ a: [] }, { a: {} }), { path: 'a', before: [], now: {} });
    t.same(firstDifference(1, '1'), { path: '', before: 1, now: '1' });
  });

  t.test('JSON values differ wherever their texts do, and only there', async (t) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const again: unknown = JSON.parse(JSON.stringify(one));
        const isSame = firstDifference(JSON.parse(JSON.stringify(one)), again) === undefined;
        const another: unknown = JSON.parse(JSON.stringify(other));
        return (
          isSame &&
          (firstDifference(again, another) === undefined) ===
            (JSON.stringify(again) === JSON.stringify(another))
        );
      }),
    );
    t.pass();
  });
});
