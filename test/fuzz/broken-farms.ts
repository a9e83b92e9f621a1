/**
 * Rows that somebody else has written into the database of a farm, while a worker plays two runs of it: `npm run fuzz farm -- --cases N`
 * (3,000 if not given), `--seed N` for those from number N on.
 */
import { parseArgs } from 'node:util';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';
import { tryFarm } from './try-farm.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string', default: '3000' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
const reason = withoutPostgres();
if (reason) throw new Error(reason);
await using server = await PostgresServer.start();
const { faults, mb, games, written } = await tryFarm(server, seed, cases);
for (const fault of faults) process.stdout.write(`${fault}\n\n`);
process.stdout.write(
  `${written} of ${cases} rows from seed ${seed} were written: ${faults.length} faults, ${games} games beside them; the most memory was ${mb} MB\n`,
);
if (faults.length > 0) process.exitCode = 1;
