import t from 'tap';
import { testDatabase } from './database-contract.ts';
import { PostgresServer, withoutPostgres } from './postgres-server.ts';

const skip = withoutPostgres();

if (skip) t.test('PostgreSQL is a database of the web', { skip }, () => {});
else {
  const server = await PostgresServer.start();
  t.teardown(() => server[Symbol.asyncDispose]());
  testDatabase(t, { name: 'PostgreSQL', empty: async () => server.emptyDatabase() });
}
