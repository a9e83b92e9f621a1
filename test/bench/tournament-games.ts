/** A tournament between scripted seats, kept in a store: `tournament-games.ts COUNT…`. A line of JSON at each count, and one at the end. */
import { mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { liveClock } from '../../host/match/clock.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { foldOf, versionsIn } from '../../host/runs/store/stored-runs.ts';
import { tournamentExperiment } from '../../host/runs/tournament.ts';
import { scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import { type StoredTournament, tournamentOf } from '../../host/tournament/stored-tournament.ts';
import { openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { playGames } from '../support/play-games.ts';
import { allAsSettings } from './all-as.ts';
import { peeler } from './peeler.ts';

const counts = process.argv.slice(2).map(Number);
const { gc } = globalThis;
if (!gc) throw new Error('node --expose-gc is needed');
const games = counts.at(-1)!;
const names = Array.from({ length: 8 }, (_, index) => `bot${index + 1}`);
const { players: _, seed, ...settings } = allAsSettings([], 30, 5);
const version: StoredTournament = {
  wordhost: 1,
  kind: 'tournament',
  name: 'bench',
  game: settings.game.name,
  options: {},
  dictionary: null,
  players: names.map((name) => ({ name, command: name, options: {} })),
  format: {
    kind: 'round-robin',
    rounds: Math.ceil(games / 56),
    seats: 2,
    mirrored: true,
    heroes: 1,
    games: 1,
  },
  seed,
  offender: 'lose',
  from: 1,
  begins: true,
};
using folder = mkdtempDisposableSync(join(tmpdir(), 'wordhost-tournament-bench-'));
await playAll(join(folder.path, 'bench.db'));
await readAgain(join(folder.path, 'bench.db'));

async function playAll(path: string): Promise<void> {
  await using store = await openedToWrite(path);
  await store.saveFile({ text: '', canonical: JSON.stringify(version) });
  const fold = new TournamentFold(tournamentOf([version]));
  const entries = names.map((name) => ({ name, command: name }));
  const request = { ...settings, seed, mirrored: true, seats: 2, entries, overlap: false };
  const scripts = [peeler('n', 2), peeler('n', 4)];
  await using executor = new LocalExecutor({
    openSeats: scriptedSeats(scripts, liveClock),
    record: folder.path,
  });
  const began = process.cpuUsage();
  let keeping = 0;
  for await (const played of playGames(tournamentExperiment(fold.schedule, request), { executor })) {
    if ('failure' in played) throw played.failure;
    const { game: number, report } = played;
    const before = performance.now();
    const [record] = report.records;
    const result = JSON.stringify(report.result);
    await store.save({ number, id: report.result.id, result, record: readFileSync(record!) });
    rmSync(record!);
    fold.take(number, report.result);
    keeping += performance.now() - before;
    if (counts.includes(fold.games)) {
      gc!();
      const { heapUsed: heap, rss } = memoryUsage();
      const { user, system } = process.cpuUsage(began);
      print({
        games: fold.games,
        cpuSeconds: (user + system) / 1e6,
        keepMs: keeping / fold.games,
        heap,
        rss,
        // What is still in the log counts, too.
        store: (await store.counts()).bytes,
      });
    }
    if (fold.games === games) break;
  }
}

async function readAgain(path: string): Promise<void> {
  await using store = await openedToRead(path);
  const [began, used] = [performance.now(), process.cpuUsage()];
  const fold = await foldOf(await versionsIn(store, path), store);
  const resumed = performance.now();
  const { user, system } = process.cpuUsage(used);
  const [next] = fold.schedule.due();
  const { standings } = fold.report();
  print({
    resumeMs: resumed - began,
    resumeCpuMs: (user + system) / 1e3,
    reportMs: performance.now() - resumed,
    games: fold.games,
    next: next?.number,
    first: standings[0]?.games,
  });
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
