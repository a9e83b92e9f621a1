import t from 'tap';
import { PostgresServer, withoutPostgres } from '../database/postgres-server.ts';
import { testApi } from './api-contract.ts';
import { testMadeBefore } from './made-before/made-before.ts';
import { testReminders } from './reminders-contract.ts';
import { startedServe } from './started-serve.ts';
import { StartedHost } from './stress/started-host.ts';

const skip = withoutPostgres();

if (skip) t.test('Boggle on the web keeps its games in PostgreSQL', { skip }, () => {});
else {
  const server = await PostgresServer.start();
  t.teardown(() => server[Symbol.asyncDispose]());
  const kind = { name: 'PostgreSQL', empty: async () => server.emptyDatabase() };
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
  t.test(
    'while the database does not answer, requests are told to come again, and then all goes on',
    async (t) => {
      await using host = new StartedHost(server.emptyDatabase(), []);
      const rankings = async () => await fetch(new URL('/boggle/user_rankings', await host.address));
      t.equal((await rankings()).status, 200);
      await server.stop('INT');
      const refused = await rankings();
      t.equal(refused.status, 503);
      t.equal(refused.headers.get('retry-after'), '5');
      t.match(await refused.json(), { message: /^the database does not answer now/ });
      await server.startAgain();
      t.equal((await rankings()).status, 200);
    },
  );
}
