import t from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { storeContract } from '../contracts/store-contract.ts';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';

/* Games in PostgreSQL, and workers that play them. All tests share one server, one after the other. */

const skip = withoutPostgres();
let started: Promise<PostgresServer> | undefined;
t.teardown(async () => (await started)?.[Symbol.asyncDispose]());

async function postgres(): Promise<PostgresServer> {
  started ??= PostgresServer.start('max_connections=200');
  return await started;
}

t.test('PostgreSQL is a store', { skip }, async (t) => {
  const where = (await postgres()).emptyDatabase();
  let places = 0;
  // They share one database: an experiment is a store.
  storeContract(t, { name: 'PostgreSQL', newPlace: () => `${where}#place-${++places}`, open: openStore });
});
