import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import type { Database } from '../../host/serve/database/database.ts';
import { openDatabase } from '../../host/serve/database/open.ts';
import { PASSWORD, PostgresServer, withoutPostgres } from '../support/postgres-server.ts';
import { without } from '../support/without.ts';
import { testApi } from './boggle/api-contract.ts';
import { testMadeBefore } from './boggle/made-before/made-before.ts';
import { testReminders } from './boggle/reminders-contract.ts';
import { startedServe } from './boggle/started-serve.ts';
import { StartedHost } from './boggle/stress/started-host.ts';
import { testStress } from './boggle/stress/stress.ts';
import { insert, opened, type Tables, testDatabase } from './database/database-contract.ts';
import { SmtpServer } from './mail/smtp-server.ts';
import { testKills } from './play/kills.ts';
import { testPlay } from './play/play-contract.ts';

/*
 * PostgreSQL as the database of the web, what goes wrong with it, and how hosts on either kind of database bear kills and silence.
 * All tests share one server, one after the other: to make its folder takes longer than to start it again.
 */

const skip = withoutPostgres();
let started: Promise<PostgresServer> | undefined;
t.teardown(async () => (await started)?.[Symbol.asyncDispose]());

async function postgres(): Promise<PostgresServer> {
  started ??= PostgresServer.start();
  return await started;
}

const kind = { name: 'PostgreSQL', empty: async () => (await postgres()).emptyDatabase() };

t.test('PostgreSQL is a database of the web', { skip }, async (t) => testDatabase(t, kind));

t.test('games on the site are kept in PostgreSQL', { skip }, async (t) => testPlay(t, kind));

t.test('Boggle on the web keeps its games in PostgreSQL', { skip }, async (t) => {
  const server = await postgres();
  testApi(t, kind);
  testReminders(t, kind);
  testMadeBefore(t, {
    name: 'PostgreSQL',
    async made(_, sql) {
      const where = server.emptyDatabase();
      server.sql(sql, new URL(where).pathname.slice(1));
      return where;
    },
  });
  t.test('the built program has all that it needs for PostgreSQL', async (t) => {
    const { url } = await startedServe(t, server.emptyDatabase());
    t.equal((await fetch(new URL('/boggle/user_rankings', url))).status, 200);
  });
  t.test('while the database does not answer, requests are told to come again', async (t) => {
    await using host = new StartedHost(server.emptyDatabase(), []);
    const rankings = async () => await fetch(new URL('/boggle/user_rankings', await host.address));
    t.equal((await rankings()).status, 200);
    await server.stop('INT');
    const refused = await rankings();
    t.equal(refused.status, 503);
    t.equal(refused.headers.get('retry-after'), '5');
    t.match(await refused.json(), { message: /^the database is not available/ });
    await server.startAgain();
    t.equal((await rankings()).status, 200);
  });
});
const migrations = ['CREATE TABLE account (name TEXT PRIMARY KEY, points BIGINT NOT NULL, note TEXT)'];

async function isRefused(t: Test, where: string, problem: string | RegExp) {
  const opening = await openDatabase(where, migrations);
  t.match(opening, { ok: false, problem }, where);
  t.notMatch(JSON.stringify(opening), 'guessed', 'the password is not shown');
  if (opening.ok) await opening.database[Symbol.asyncDispose]();
}

const names = async (database: Database<Tables>) => {
  const rows = await database.transaction((queries) =>
    queries.selectFrom('account').select('name').execute(),
  );
  return rows.map(({ name }) => name).sort();
};
const add = (database: Database<Tables>, name: string) =>
  database.transaction((queries) => insert(queries, { name }));

t.test('what answers nothing, or something else, is no PostgreSQL', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-no-socket-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  await isRefused(t, `postgres://ann@/x?host=/${'x'.repeat(120)}`, /name of the folder.*long/);
  await isRefused(
    t,
    `postgres://ann@/x?host=${folder}`,
    /cannot connect to PostgreSQL at the socket of port 5432 in .*\. Start it/,
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
        /does not speak the PostgreSQL protocol/,
      );
    server.close();
    await once(server, 'close');
    await isRefused(
      t,
      `postgres://ann@127.0.0.1:${port}/x`,
      `cannot connect to PostgreSQL at 127.0.0.1:${port}. Start it, or correct the address`,
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
  const server = await postgres();
  const database = new URL(server.emptyDatabase()).pathname.slice(1);
  for (const user of ['clear', 'hashed', 'scrammed']) {
    await using opening = await opened(server.address(database, user, PASSWORD), migrations);
    t.same(await names(opening), [], user);
    await isRefused(
      t,
      server.address(database, user, 'guessed'),
      `wrong password for "${user}", or no such user`,
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
  await isRefused(t, server.address(database, 'nobody'), /the server refused "nobody": .*pg_hba/);
  await isRefused(t, server.address('none'), 'no database "none". To create it: createdb none');
  await isRefused(
    t,
    `${server.address(database)}?sslmode=require`,
    'the server does not offer TLS, which sslmode=require requires',
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
  const server = await postgres();
  server.useTls(certificate, key);
  await server.stop('INT');
  await server.startAgain('ssl=on', 'ssl_cert_file=../cert.pem', 'ssl_key_file=../key.pem');
  const where = server
    .emptyDatabase('scrammed')
    .replace('scrammed@127.0.0.1', `scrammed:${encodeURIComponent(PASSWORD)}@localhost`);
  const isEncrypted = async (query: string) => {
    await using database = await opened(`${where}?${query}`, migrations);
    const { rows } = await database.transaction((queries) =>
      sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(queries),
    );
    return rows[0]!.ssl;
  };
  t.equal(await isEncrypted('sslmode=disable'), false);
  for (const mode of ['prefer', 'require']) t.equal(await isEncrypted(`sslmode=${mode}`), true, mode);
  for (const mode of ['verify-ca', 'verify-full'])
    t.equal(await isEncrypted(`sslmode=${mode}&sslrootcert=${certificate}`), true, mode);
  await isRefused(
    t,
    `${where}?sslmode=verify-full`.replace(/:[^:@]*@/, '@'),
    /the certificate of the server is not trusted: .*\. Name the file/,
  );
  await isRefused(t, `${where}?sslmode=verify-ca`, /sslmode=verify-ca requires sslrootcert/);
  const byNumber = where.replace('localhost', '127.0.0.1');
  await isRefused(
    t,
    `${byNumber}?sslmode=verify-full&sslrootcert=${certificate}`,
    /certificate.*server.*not.* "127\.0\.0\.1"/,
  );
  await isRefused(t, `${where}?sslmode=verify-full&sslrootcert=/none`, /sslrootcert: \/none: no such file/);
  await server.stop('INT');
  await server.startAgain('ssl=off');
});

t.test('a server that ends and starts again fails what ran, and no more', { skip }, async (t) => {
  const server = await postgres();
  const where = server.emptyDatabase();
  await using database = await opened(where, migrations);
  for (const how of ['INT', 'QUIT'] as const) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(database, `${how} ${index}`)));
    const before = await names(database);
    const interrupted = database.transaction(async (queries) => {
      await insert(queries, { name: 'lost' });
      await server.stop(how);
      await insert(queries, { name: 'lost too' });
    });
    await t.rejects(interrupted, { name: 'DatabaseFailure' }, 'what ran');
    await t.rejects(add(database, 'nobody'), {
      name: 'DatabaseFailure',
      message: /cannot connect to PostgreSQL/,
    });
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
  const server = await postgres();
  await server.stop('INT');
  await server.startAgain('max_connections=7', 'superuser_reserved_connections=0');
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
  await isRefused(t, standby, /the server is read-only/);
  await server.stop('INT');
  await server.startAgain('max_connections=100');
});

t.test(
  'two that would not see each other are put in order, as if one came after the other',
  { skip },
  async (t) => {
    const server = await postgres();
    const where = server.emptyDatabase();
    const databases = [await opened(where, migrations), await opened(where, migrations)];
    let attempts = 0;
    let met: (() => void) | undefined;
    const meeting = new Promise<void>((resolve) => {
      met = resolve;
    });
    const both = databases.map((database, index) =>
      database.transaction(async (queries) => {
        const { length } = await queries.selectFrom('account').selectAll().execute();
        if (++attempts === 2) met!();
        if (attempts <= 2) await meeting;
        await insert(queries, { name: `player ${index}`, points: length });
        return length;
      }),
    );
    t.same((await Promise.all(both)).sort(), [0, 1]);
    t.equal(attempts, 3, 'one of them was done again');
    await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  },
);

t.test('who has collided when its time is over can come again', { skip }, async (t) => {
  const server = await postgres();
  const where = server.emptyDatabase();
  await using database = await opened(where, migrations);
  await add(database, 'ann');
  const patienceMs = 5_000;
  const end = performance.now() + patienceMs;
  const collides = database.transaction(
    async (queries) => {
      await queries.selectFrom('account').selectAll().execute();
      server.sql('UPDATE account SET points = points + 1', new URL(where).pathname.slice(1));
      const update = queries.updateTable('account').set({ points: 7 }).execute();
      await update.catch((error) => {
        // Nothing else happens in this process until then.
        Atomics.wait(
          new Int32Array(new SharedArrayBuffer(4)),
          0,
          0,
          Math.max(0, end + 100 - performance.now()),
        );
        throw error;
      });
    },
    { patienceMs },
  );
  await t.rejects(collides, { name: 'DatabaseFailure' });
});

/** What a machine with much other work may need besides the limit itself. */
const SLACK_MS = 3000;
const [LONGEST_MS, LONGEST_HEALTH_MS, LONGEST_END_MS] = [5000, 2000, 10_000];

interface Silenced {
  readonly where: string;
  /** From now on it answers nothing. */
  silence(): void;
  answerAgain(): void;
}

interface Heard {
  readonly path: string;
  readonly status: number;
  readonly again: string | null;
  readonly ms: number;
}

async function heard(url: string, path: string, sent: Record<string, string> = {}): Promise<Heard> {
  const start = performance.now();
  const method = Object.keys(sent).length > 0 ? { method: 'POST', body: new URLSearchParams(sent) } : {};
  const answer = await fetch(new URL(path, url), method);
  await answer.arrayBuffer();
  const again = answer.headers.get('retry-after');
  return { path, status: answer.status, again, ms: performance.now() - start };
}

function testSilence(name: string, skip: string | false, silenced: (t: Test) => Promise<Silenced>): void {
  t.test(
    `${name}: while the database answers nothing, no request waits for those before it`,
    { skip },
    async (t) => {
      const { where, silence, answerAgain } = await silenced(t);
      const { url } = await startedServe(t, where);
      t.equal((await heard(url, '/boggle/create_user', { user_name: 'ann' })).status, 200);
      silence();
      const asked: Promise<Heard>[] = [];
      const health: Promise<Heard>[] = [];
      for (let number = 0; number < 15; number++) {
        asked.push(heard(url, '/boggle/create_user', { user_name: `user ${number}` }));
        asked.push(heard(url, '/boggle/user_rankings'));
        if (number % 5 === 2) health.push(heard(url, '/healthz'));
        await sleep(200);
      }
      for (const { path, status, again, ms } of await Promise.all(asked)) {
        if (status !== 503 || again !== '5') t.fail(`${path}: ${status}, again after ${again}`);
        if (ms > LONGEST_MS + SLACK_MS) t.fail(`${path}: answered after ${Math.round(ms)} ms`);
      }
      for (const { status, ms } of await Promise.all(health)) {
        t.equal(status, 503, 'the server says that it is not well');
        t.ok(ms < LONGEST_HEALTH_MS + SLACK_MS, `within 2 s: after ${Math.round(ms)} ms`);
      }
      answerAgain();
      t.equal((await heard(url, '/boggle/create_user', { user_name: 'bob' })).status, 200);
      t.equal((await heard(url, '/healthz')).status, 200);
    },
  );

  t.test(
    `${name}: a server that is told to end answers what was asked, and ends in time`,
    { skip },
    async (t) => {
      const { where, silence, answerAgain } = await silenced(t);
      await using mails = await SmtpServer.start();
      const bots = Array.from({ length: 5 }, (_, index) => `bot${index}=wordhost player boggle`);
      const { url, running } = await startedServe(t, where, [
        ...bots.flatMap((bot) => ['--bot', bot]),
        ...['--smtp', mails.url, '--remind-after', '1ms', '--public-url', 'https://x.example'],
      ]);
      const ann = { user_name: 'ann', email: 'ann@example.org' };
      t.equal((await heard(url, '/boggle/create_user', ann)).status, 200);
      silence();
      const asked = Array.from({ length: 8 }, (_, index) =>
        heard(url, '/boggle/new_game', { user1_name: `bot${index % 5}`, user2_name: 'ann' }),
      );
      await sleep(500);
      const start = performance.now();
      running.child.kill('SIGTERM');
      t.same(
        (await Promise.all(asked)).map(({ status }) => status),
        Array(8).fill(503),
        'all are answered',
      );
      const { status } = await running.ended;
      const ms = performance.now() - start;
      t.equal(status, 0);
      t.ok(ms < LONGEST_END_MS, `it ended after ${Math.round(ms)} ms`);
      answerAgain();
    },
  );
}

testSilence('SQLite that another program has locked', false, async (t) => {
  const where = join(t.testdir(), 'wordhost.db');
  let other: DatabaseSync;
  return {
    where,
    silence() {
      // The server may be writing.
      other = new DatabaseSync(where, { timeout: 60_000 });
      other.exec('BEGIN IMMEDIATE');
    },
    answerAgain: () => other.close(),
  };
});

testSilence('PostgreSQL that is stopped', skip, async (t) => {
  const server = await postgres();
  t.teardown(() => server.thaw());
  return {
    where: server.emptyDatabase(),
    silence: () => server.freeze(),
    answerAgain: () => server.thaw(),
  };
});

testStress({
  name: 'SQLite',
  skip: false,
  async empty(t) {
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-stress-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'wordhost.db');
  },
});
testStress({ ...kind, skip });
testStress({
  ...{ ...kind, skip },
  async killDatabase() {
    const server = await postgres();
    await server.kill();
    await server.startAgain();
  },
});

testKills({
  name: 'SQLite',
  skip: false,
  empty: async (t) => join(t.testdir(), 'wordhost.db'),
});
testKills({ ...kind, skip });
