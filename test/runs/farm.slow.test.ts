import t from 'tap';
import { version } from '../../host/core/version.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { edition } from '../../host/games/game.ts';
import { type Executor, LocalExecutor } from '../../host/runs/executor.ts';
import { FarmExecutor } from '../../host/runs/farm.ts';
import { FarmWorker } from '../../host/runs/farm-worker.ts';
import { GamesDatabase } from '../../host/runs/store/games-database.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { type ExecutorOptions, executorContract } from '../contracts/executor-contract.ts';
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

t.test('a farm is an executor', { skip }, async (t) => {
  const where = (await postgres()).emptyDatabase();
  let experiments = 0;
  const open = async ({ jobs, setup }: ExecutorOptions): Promise<Executor> => {
    const database = await GamesDatabase.open(where, { makes: true, most: 8 });
    const name = `contract-${++experiments}`;
    const { id: experiment } = await database.patiently(
      async (queries) =>
        await queries.insertInto('experiment').values({ name }).returning('id').executeTakeFirstOrThrow(),
    );
    const { game, lexicon, hosting } = setup;
    const dictionary = lexicon ? { name: lexicon.name, sha256: lexicon.sha256 } : null;
    const farm = await FarmExecutor.open({
      ...{ database, experiment, jobs, lexicon: undefined, record: setup.recording.record },
      setup: { version, edition, game, dictionary, hosting, records: true, thinking: 1, overlap: true },
    });
    const record = t.testdir();
    const worker = await FarmWorker.open({
      ...{ database, name, experiment, record },
      facts: { host: 'here', pid: process.pid, version, processors: 2, slots: jobs, since: '' },
      gameNamed: async () => bananagrams,
      lexiconOf: async () => lexicon!,
      openExecutor: async ({ hosting }) => new LocalExecutor({ record, openSeats: processSeats(hosting) }),
      note: (line) => t.comment(line),
    });
    const end = new AbortController();
    const running = worker.run({ drain: end.signal, end: end.signal });
    return {
      ...{ jobs: farm.jobs, overlap: farm.overlap },
      play: (plan, options) => farm.play(plan, options),
      recordOf: (id) => farm.recordOf(id),
      async [Symbol.asyncDispose]() {
        await farm[Symbol.asyncDispose]();
        end.abort();
        await running;
        await database[Symbol.asyncDispose]();
      },
    };
  };
  executorContract(t, { name: 'farm', isFar: true, open });
});
