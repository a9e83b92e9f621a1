import t from 'tap';
import { PostgresServer, withoutPostgres } from '../database/postgres-server.ts';
import { testApi } from './api-contract.ts';
import { testReminders } from './reminders-contract.ts';

const skip = withoutPostgres();

if (skip) t.test('Boggle on the web keeps its games in PostgreSQL', { skip }, () => {});
else {
  const server = await PostgresServer.start();
  t.teardown(() => server[Symbol.asyncDispose]());
  const kind = { name: 'PostgreSQL', empty: async () => server.emptyDatabase() };
  testApi(t, kind);
  testReminders(t, kind);
}
