/** Plays games between processes, which overlap: `lasting-games.ts LEVEL COUNT…`. A line of JSON at each count. */
import { chmodSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { memoryUsage } from 'node:process';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { seriesExperiment } from '../../host/runs/series.ts';
import { until } from '../../host/seats/process/processes/player-processes.ts';
import type { ProcessFacts } from '../../host/seats/process/processes/proc.ts';
import { descendantsOf, processFacts } from '../../host/seats/process/processes/proc.ts';
import { playGames } from '../support/play-games.ts';
import { openPrograms } from '../support/programs.ts';
import { allAsSettings } from './all-as.ts';
import { seatsWith } from './playing.ts';

/** What has ended is waited for at once, but not in the same moment. */
const LONGEST_ZOMBIE_MS = 2_000;

const [level, ...counts] = process.argv.slice(2);
const { gc } = globalThis;
if (!gc) throw new Error('node --expose-gc is needed');
using programs = openPrograms();
// Under `strict` it is run by somebody else.
chmodSync(programs.folder, 0o755);
const player = programs.path('instant');
const openSeats = seatsWith({ sandbox: level as SandboxLevel, cwd: programs.folder });
const last = Number(counts.at(-1));
const { players, ...settings } = allAsSettings([player, player], 44, 21);
const entries = players.map(({ name, command }) => ({ name, command }));
const request = { ...settings, entries, games: last, rotate: false, rejudges: 0, overlap: true };
await using executor = new LocalExecutor({ openSeats });
const began = performance.now();
for await (const played of playGames(seriesExperiment(request), { executor })) {
  if ('failure' in played) throw played.failure;
  if (played.report.result.outcome !== 'won') throw new Error(JSON.stringify(played.report.result));
  if (counts.includes(String(played.game)))
    process.stdout.write(`${JSON.stringify(await seen(played.game))}\n`);
}

async function seen(games: number) {
  gc!();
  const { heapUsed: heap, rss } = memoryUsage();
  const below = descendantsOf(process.pid).map(processFacts);
  return {
    games,
    seconds: (performance.now() - began) / 1e3,
    heap,
    rss,
    descriptors: readdirSync('/proc/self/fd').length,
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith('wordhost-')).length,
    processes: below.length,
    zombies: await lasting(below.flatMap((facts) => (facts?.living === false ? [facts] : []))),
  };
}

async function lasting(ended: readonly ProcessFacts[]): Promise<number> {
  const left = () => ended.filter((zombie) => processFacts(zombie.pid)?.start === zombie.start).length;
  await until(() => left() === 0, performance.now() + LONGEST_ZOMBIE_MS);
  return left();
}
