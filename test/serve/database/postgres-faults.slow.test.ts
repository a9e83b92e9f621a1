import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import t, { type Test } from 'tap';
import type { Database } from '../../../host/serve/database/database.ts';
import { openDatabase } from '../../../host/serve/database/open.ts';
import { without } from '../../support/without.ts';
import { insert, opened, type Tables, written } from './database-contract.ts';
import { PASSWORD, PostgresServer, withoutPostgres } from './postgres-server.ts';

const skip = withoutPostgres();
const migrations = ['CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT)'];

async function isRefused(t: Test, where: string, problem: string | RegExp) {
  const opening = await openDatabase(where, migrations);
  t.match(opening, { ok: false, problem }, where);
  t.notMatch(JSON.stringify(opening), 'guessed', 'the password is not shown');
  if (opening.ok) await opening.database[Symbol.asyncDispose]();
}

const everyName = (build: Kysely<Tables>) => build.selectFrom('account').select('name');
const names = async (database: Database<Tables>) => {
  const rows = await database.transaction(({ all }) => all(everyName, {}));
  return rows.map(({ name }) => name).sort();
};
const add = (database: Database<Tables>, name: string) =>
  database.transaction(({ run }) => run(insert, { name, points: 0, note: null }));

t.test('what answers nothing, or something else, is no PostgreSQL', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-no-socket-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  await isRefused(t, `postgres://ann@/x?host=/${'x'.repeat(120)}`, /the name of its folder is too long/);
  await isRefused(
    t,
    `postgres://ann@/x?host=${folder}`,
    /no PostgreSQL listens at the socket of port 5432 in .*\. Start it/,
  );
  const others = { 'GET / HTTP': 'HTTP/1.1 400 Bad Request\r\n\r\n', mail: '220 mail.example ESMTP\r\n' };
  for (const said of Object.values(others)) {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .write(said),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    for (const mode of ['disable', 'require'])
      await isRefused(
        t,
        `postgres://ann@127.0.0.1:${port}/x?sslmode=${mode}`,
        /does not speak the protocol of PostgreSQL/,
      );
    server.close();
    await once(server, 'close');
    await isRefused(
      t,
      `postgres://ann@127.0.0.1:${port}/x`,
      `no PostgreSQL listens at 127.0.0.1:${port}. Start it, or correct the address`,
    );
  }
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  for (const mode of ['disable', 'prefer'])
    await isRefused(
      t,
      `postgres://ann@127.0.0.1:${port}/x?connect_timeout=1&sslmode=${mode}`,
      /did not answer within 1 s/,
    );
  silent.close();
});

t.test('every way to log in works, and a wrong password is said to be wrong', { skip }, async (t) => {
  await using server = await PostgresServer.start();
  const database = new URL(server.emptyDatabase()).pathname.slice(1);
  for (const user of ['clear', 'hashed', 'scrammed']) {
    await using opening = await opened(server.address(database, user, PASSWORD), migrations);
    t.same(await names(opening), [], user);
    await isRefused(
      t,
      server.address(database, user, 'guessed'),
      `the password of "${user}" is wrong, or there is no such user`,
    );
    process.env.PGPASSWORD = PASSWORD;
    await isRefused(
      t,
      server.address(database, user),
      `the server asks for the password of "${user}". Write it into the address`,
    );
    delete process.env.PGPASSWORD;
  }
  await using local = await opened(
    `postgres://trusted@/${database}?host=${server.folder}&port=${server.port}`,
    migrations,
  );
  t.same(await names(local), [], 'on a socket of the system');
  await isRefused(t, server.address(database, 'nobody'), /the server does not let "nobody" in: .*pg_hba/);
  await isRefused(t, server.address('none'), 'there is no database "none". Make it: createdb none');
  await isRefused(
    t,
    `${server.address(database)}?sslmode=require`,
    'the server offers no TLS, and sslmode=require wants it',
  );
  server.sql('CREATE TABLE mail (text TEXT)', 'postgres');
  await isRefused(
    t,
    server.address('postgres'),
    'expected a store of wordhost or an empty database; got one with the table "mail" of another program',
  );
  server.sql('CREATE SCHEMA league', 'postgres');
  await using apart = await opened(
    `${server.address('postgres')}?options=-c%20search_path%3Dleague`,
    migrations,
  );
  t.same(await names(apart), [], 'in a schema of its own');
});

t.test('TLS is used as the address wants it', { skip: skip || without('openssl') }, async (t) => {
  const folder = t.testdir();
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync(
    'openssl',
    [...words, '-addext', 'subjectAltName=DNS:localhost', '-out', certificate, '-keyout', key],
    { stdio: 'ignore' },
  );
  await using server = await PostgresServer.start();
  server.useTls(certificate, key);
  await server.stop('INT');
  await server.startAgain('ssl=on', 'ssl_cert_file=../cert.pem', 'ssl_key_file=../key.pem');
  const where = server
    .emptyDatabase('scrammed')
    .replace('scrammed@127.0.0.1', `scrammed:${encodeURIComponent(PASSWORD)}@localhost`);
  const isEncrypted = async (query: string) => {
    await using database = await opened(`${where}?${query}`, migrations);
    const [row] = await database.transaction(({ all }) =>
      all(written(sql<{ ssl: number }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`), {}),
    );
    return row!.ssl === 1;
  };
  t.equal(await isEncrypted('sslmode=disable'), false);
  for (const mode of ['prefer', 'require']) t.equal(await isEncrypted(`sslmode=${mode}`), true, mode);
  for (const mode of ['verify-ca', 'verify-full']) {
    t.equal(await isEncrypted(`sslmode=${mode}&sslrootcert=${certificate}`), true, mode);
    await isRefused(
      t,
      `${where}?sslmode=${mode}`.replace(/:[^:@]*@/, '@'),
      /the certificate of the server is not trusted: .*\. Name the file/,
    );
  }
  const byNumber = where.replace('localhost', '127.0.0.1');
  await isRefused(
    t,
    `${byNumber}?sslmode=verify-full&sslrootcert=${certificate}`,
    /the certificate of the server is not for "127\.0\.0\.1"/,
  );
  await isRefused(
    t,
    `${where}?sslmode=verify-full&sslrootcert=/none`,
    /sslrootcert: \/none: there is no such file/,
  );
});

t.test('a server that ends and starts again fails what ran, and no more', { skip }, async (t) => {
  await using server = await PostgresServer.start();
  const where = server.emptyDatabase();
  await using database = await opened(where, migrations);
  for (const how of ['INT', 'QUIT'] as const) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(database, `${how} ${index}`)));
    const before = await names(database);
    const interrupted = database.transaction(async ({ run, all }) => {
      await run(insert, { name: 'lost', points: 0, note: null });
      await server.stop(how);
      await all(everyName, {});
    });
    await t.rejects(interrupted, { name: 'DatabaseFailure' }, 'what ran');
    await t.rejects(add(database, 'nobody'), { name: 'DatabaseFailure', message: /no PostgreSQL listens/ });
    await server.startAgain();
    t.same(await names(database), before, 'what was committed, and nothing else');
  }
  await Promise.all(Array.from({ length: 8 }, () => names(database)));
  server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wordhost'`);
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(database, `after ${index}`)));
  t.equal(
    (await names(database)).filter((name) => String(name).startsWith('after')).length,
    20,
    'kept connections that ended',
  );
});

t.test('what the server refuses is said in words', { skip }, async (t) => {
  await using server = await PostgresServer.start('max_connections=7', 'superuser_reserved_connections=0');
  const where = server.emptyDatabase();
  const few = await Promise.all(Array.from({ length: 4 }, () => opened(where, migrations)));
  const all = few.flatMap((database) =>
    Array.from({ length: 8 }, (_, index) => add(database, `${Math.random()} ${index}`)),
  );
  const failed = (await Promise.allSettled(all)).find((each) => each.status === 'rejected');
  t.match(failed?.reason, {
    name: 'DatabaseFailure',
    message: /no connection left .*Raise its max_connections/,
  });
  await Promise.all(few.map((database) => database[Symbol.asyncDispose]()));
  const standby = server.emptyDatabase();
  server.sql(`ALTER DATABASE ${new URL(standby).pathname.slice(1)} SET default_transaction_read_only = on`);
  await isRefused(t, standby, /the server can only be read/);
});

t.test(
  'two that would not see each other are put in order, as if one came after the other',
  { skip },
  async (t) => {
    await using server = await PostgresServer.start();
    const where = server.emptyDatabase();
    const databases = [await opened(where, migrations), await opened(where, migrations)];
    let attempts = 0;
    let met: (() => void) | undefined;
    const meeting = new Promise<void>((resolve) => {
      met = resolve;
    });
    const both = databases.map((database, index) =>
      database.transaction(async ({ all, run }) => {
        const [row] = await all(written(sql<{ n: number }>`SELECT count(*) AS n FROM account`), {});
        if (++attempts === 2) met!();
        if (attempts <= 2) await meeting;
        await run(insert, { name: `player ${index}`, points: row!.n, note: null });
        return row!.n;
      }),
    );
    t.same((await Promise.all(both)).sort(), [0, 1]);
    t.equal(attempts, 3, 'one of them was done again');
    await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  },
);
