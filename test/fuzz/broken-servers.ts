/**
 * Broken calls to a server, and broken answers to its own calls: `npm run fuzz rpc -- --cases N` and `npm run fuzz register` (20,000 if
 * not given), `--seed N` for those from number N on.
 */
import { parseArgs } from 'node:util';

/** What is not as promised, in words, and figures of it. */
export interface TriedServer {
  readonly faults: readonly string[];
  readonly figures: string;
}

export async function fuzzServer(tryServer: (seed: number, cases: number) => Promise<TriedServer>) {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, cases: { type: 'string', default: '20000' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  const cases = Number(values.cases);
  const { faults, figures } = await tryServer(seed, cases);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${cases} calls from seed ${seed}: ${faults.length} faults, ${figures}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
