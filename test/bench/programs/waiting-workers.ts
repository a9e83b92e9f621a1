/** Workers of a farm, in one process, whose games are only waited for: `waiting-workers.ts DATABASE WORKERS MS CONNECTIONS`, until SIGTERM. */
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../../host/core/version.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { build } from '../../../host/lexicon/build.ts';
import type { Lexicon } from '../../../host/lexicon/lexicon.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { LocalExecutor } from '../../../host/runs/executor.ts';
import { FarmWorker } from '../../../host/runs/farm/worker.ts';
import { GamesDatabase } from '../../../host/runs/store/games-database.ts';
import { type Script, scriptedSeats } from '../../../host/seats/scripted/scripted-seats.ts';

const [where, workers, ms, connections] = process.argv.slice(2);
const record = mkdtempSync(join(tmpdir(), 'wordhost-bench-'));
process.on('exit', () => rmSync(record, { recursive: true, force: true }));
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const wins: Script = ({ say }) => {
  say('r');
  return { hear: (text) => void (text.includes('A') && sleep(Number(ms)).then(() => say('p003001AAA'))) };
};
const waits: Script = ({ say }) => {
  say('r');
  return { hear: () => {} };
};
const openSeats = scriptedSeats([wins, waits], liveClock);

await using database = await GamesDatabase.open(where!, { makes: true, most: Number(connections) });
const all = await Promise.all(
  Array.from({ length: Number(workers) }, async (_, index) => {
    const worker = await FarmWorker.open({
      ...{ database, record, name: `${hostname()}-${process.pid}-${index + 1}` },
      facts: { host: 'here', pid: process.pid, version, processors: 1, slots: 1, since: '' },
      gameNamed: async () => bananagrams,
      lexiconOf: async ({ name, sha256 }, text) => asLexicon(name, sha256, await text()),
      openExecutor: async () => new LocalExecutor({ record, openSeats }),
      note: (line) => process.stderr.write(`${line}\n`),
    });
    // As they are when machines start them: not all in the same moment.
    await sleep(index * 2, undefined, { signal: stop.signal }).catch(() => {});
    return worker.run({ drain: stop.signal, end: stop.signal });
  }),
);
await Promise.all(all);

function asLexicon(name: string, sha256: string, text: Uint8Array): Lexicon {
  const built = build(Buffer.from(text).toString('latin1').trim().split('\n'));
  if (!built.ok) throw new Error('the list of the bench cannot be compiled');
  return { ...built.automaton, name, sha256, path: '' };
}
