import t from 'tap';
import { PostgresServer, withoutPostgres } from '../../database/postgres-server.ts';
import { testStress } from './stress.ts';

const skip = withoutPostgres();

if (skip) t.test('PostgreSQL loses no move', { skip }, () => {});
else {
  const server = await PostgresServer.start();
  t.teardown(() => server[Symbol.asyncDispose]());
  for (const hosts of [1, 2])
    testStress({ name: 'PostgreSQL', hosts, empty: async () => server.emptyDatabase() });
  testStress({
    ...{ name: 'PostgreSQL', hosts: 2, empty: async () => server.emptyDatabase() },
    async killDatabase() {
      await server.kill();
      await server.startAgain();
    },
  });
}
