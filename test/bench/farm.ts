import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { FarmQueue } from '../../host/runs/farm/queue.ts';
import type { Store } from '../../host/runs/store/contract.ts';
import { GamesDatabase } from '../../host/runs/store/games-database.ts';
import { letterA } from '../cli/letter-a.ts';
import { openedToWrite } from '../runs/store/opened.ts';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { type Figure, type Measure, median } from './figure.ts';
import { spentMs } from './jobs.ts';
import { nth, type Played, played } from './store.ts';

const wordhost = join(import.meta.dirname, '..', '..', 'dist', 'wordhost.js');
const workersProgram = join(import.meta.dirname, 'programs', 'waiting-workers.ts');
const ROUNDS = 3;
/** A game in which nobody needs a processor. */
const WAIT_MS = 10;
const GAMES_OF_WORKER = 500;
/** More than one machine has; each waits for its games alone. */
const CROWD: Crowd = { processes: 4, workers: 250, connections: 20, waitMs: 3_600, gamesOfWorker: 10 };
const [WARM_UP, RESULTS] = [100, 2_000];
const MANY = 1_000_000;
const BATCHES = 300;
/** As a server has it on which nothing may be lost. */
const SETTINGS = ['fsync=on', 'max_connections=200'];

const whats = {
  four: `games a second of one worker, of a fourth of what four workers play; each game waits for ${WAIT_MS} ms`,
  eight: 'the same of an eighth of what eight workers play',
  result: 'saving a result and its record on PostgreSQL, of the same on SQLite, by the clock',
  million: `the same in a database of ${MANY.toLocaleString('en')} results, of one that is empty`,
  growth: `games a second of 1,000 workers whose games wait for 3.6 s, of what they can be`,
  database: "the database's processor time for each of these games",
  scheduler: "the scheduler's, with its start and its report",
  batch: 'taking and completing an empty batch, of what pg-boss takes for that alone',
} as const;

export const farm: Measure = async () => {
  const reason = withoutPostgres();
  if (reason) return [{ what: 'all figures', skipped: reason }];
  await using server = await PostgresServer.start(...SETTINGS);
  return [
    ...(await shares(server)),
    ...(await growth(server)),
    ...(await saves(server)),
    await batches(server),
  ];
};

interface Crowd {
  readonly processes: number;
  readonly workers: number;
  /** Of each process, for all its workers. */
  readonly connections: number;
  readonly waitMs: number;
  readonly gamesOfWorker: number;
}

const crowdOf = (processes: number): Crowd => ({
  ...{ processes, workers: 1, connections: 4, waitMs: WAIT_MS, gamesOfWorker: GAMES_OF_WORKER },
});

async function growth(server: PostgresServer): Promise<readonly Figure[]> {
  const { processes, workers, waitMs } = CROWD;
  const { gamesPerSecond, databaseMs, schedulerMs } = await playWaited(server, CROWD);
  const most = (processes * workers * 1e3) / waitMs;
  return [
    {
      ...{ what: whats.growth, measured: most / gamesPerSecond, unit: 'times' },
      baseline: `${Math.round(gamesPerSecond)} of ${Math.round(most)} a second, database and workers on this machine`,
    },
    { what: whats.database, measured: databaseMs, unit: 'ms' },
    { what: whats.scheduler, measured: schedulerMs, unit: 'ms' },
  ];
}

async function shares(server: PostgresServer): Promise<readonly Figure[]> {
  const rates = { one: [] as number[], four: [] as number[], eight: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.one.push((await playWaited(server, crowdOf(1))).gamesPerSecond);
    rates.four.push((await playWaited(server, crowdOf(4))).gamesPerSecond);
    rates.eight.push((await playWaited(server, crowdOf(8))).gamesPerSecond);
  }
  const one = median(rates.one);
  const figure = (what: string, workers: number, all: readonly number[]): Figure => ({
    ...{ what, measured: (one * workers) / median(all), unit: 'times', target: 1 / 0.95 },
    baseline: `${Math.round(median(all))} games a second; one worker ${one.toFixed(1)}`,
  });
  return [figure(whats.four, 4, rates.four), figure(whats.eight, 8, rates.eight)];
}

interface Waited {
  /** Without the first and the last seconds, in which not all workers have games. */
  readonly gamesPerSecond: number;
  readonly databaseMs: number;
  readonly schedulerMs: number;
}

async function playWaited(server: PostgresServer, crowd: Crowd): Promise<Waited> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'wordhost-bench-'));
  const where = server.emptyDatabase();
  const running: ChildProcess[] = [];
  const workers = crowd.processes * crowd.workers;
  const games = workers * crowd.gamesOfWorker;
  try {
    for (const [name, text] of Object.entries({ ...letterA, 'league.yml': league(games) }))
      writeFileSync(join(folder.path, name), text);
    for (let each = 0; each < crowd.processes; each++) running.push(startWorkers(where, crowd));
    await until(() => seenWorkers(server, where) === workers, `${workers} workers`);
    const before = processorMs(server);
    const words = [wordhost, 'tournament', '--jobs', '0', '--store', where, 'league.yml'];
    const timed = ['-c', '"$@"; status=$?; times; exit "$status"', 'sh', process.execPath, ...words];
    const { status, stdout, stderr } = spawnSync('/bin/sh', timed, { cwd: folder.path, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the tournament was not played: ${stderr}`);
    const gamesPerSecond = Number(
      server.sql(
        `WITH game AS (SELECT (result::JSON->>'startedAt')::TIMESTAMPTZ + (result::JSON->>'ms')::FLOAT * INTERVAL '1 ms' AS end FROM wordhost_games.game),
           nth AS (SELECT game.end, ntile(5) OVER (ORDER BY game.end) AS fifth FROM game)
         SELECT count(*) / extract(epoch FROM max(nth.end) - min(nth.end)) FROM nth WHERE fifth BETWEEN 2 AND 4`,
        where,
      ),
    );
    const schedulerMs = spentMs(stdout) / games;
    return { gamesPerSecond, databaseMs: (processorMs(server) - before) / games, schedulerMs };
  } finally {
    await Promise.all(running.map(ended));
  }
}

function processorMs({ pid, children }: PostgresServer): number {
  const ticks = (each: number, fields: number) => {
    const stat = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return stat.slice(11, 11 + fields).reduce((sum, field) => sum + Number(field), 0);
  };
  return 10 * children.reduce((sum, each) => sum + ticks(each, 2), ticks(pid, 4));
}

const league = (games: number) => `name: League
game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }
players:
  - { name: ada, command: wins }
  - { name: ben, command: waits }
format: { kind: round-robin, rounds: ${games / 2}, mirrored: true }
seed: spring
`;

function startWorkers(where: string, { workers, waitMs, connections }: Crowd): ChildProcess {
  const words = [workersProgram, where, ...[workers, waitMs, connections].map(String)];
  const options = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...options, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const seenWorkers = (server: PostgresServer, where: string) => {
  const isMade = server.sql("SELECT to_regclass('wordhost_games.worker') IS NOT NULL", where);
  return isMade.trim() === 't' ? Number(server.sql('SELECT count(*) FROM wordhost_games.worker', where)) : 0;
};

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const exit = once(process, 'exit');
  process.kill('SIGTERM');
  await exit;
}

async function saves(server: PostgresServer): Promise<readonly Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'wordhost-bench-'));
  const [game] = played(folder.path);
  const where = server.emptyDatabase();
  const [few, many, sqlite]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    await using file = await openedToWrite(join(folder.path, `${round}.db`));
    sqlite!.push(await msOfResult(file, game!, 0));
    await using store = await openedToWrite(`${where}#round-${round}`);
    few!.push(await msOfResult(store, game!, 0));
  }
  await using large = await openedToWrite(`${where}#large`);
  await large.save(nth(game!, 1));
  const database = new URL(where).pathname.slice(1);
  const bytes = Number(server.sql(`SELECT pg_database_size('${database}')`)) / (ROUNDS * (WARM_UP + RESULTS));
  server.sql(
    `INSERT INTO wordhost_games.game SELECT experiment, 1 + n, id || n, result FROM wordhost_games.game, generate_series(1, ${MANY}) AS n
         WHERE experiment = (SELECT id FROM wordhost_games.experiment WHERE name = 'large');
       CHECKPOINT`,
    database,
  );
  for (let round = 0; round < ROUNDS; round++) {
    await using empty = await openedToWrite(`${where}#beside-${round}`);
    few!.push(await msOfResult(empty, game!, 0));
    many!.push(await msOfResult(large, game!, 2 * MANY + round * RESULTS));
  }
  const shown = (ms: readonly number[]) => `${Math.round(1e3 / median(ms))} results a second`;
  return [
    {
      ...{ what: whats.result, measured: median(few!) / median(sqlite!), unit: 'times', target: 2 },
      baseline: `${shown(few!)}; SQLite ${shown(sqlite!)}`,
    },
    {
      ...{
        what: whats.million,
        measured: median(many!) / median(few!.slice(ROUNDS)),
        unit: 'times',
        target: 1.1,
      },
      baseline: `${shown(many!)}; ${Math.round(bytes)} bytes a game, ${game!.record.length} of its record before it is packed`,
    },
  ];
}

/** As many at once as a run saves. */
async function msOfResult(store: Store, game: Played, after: number): Promise<number> {
  const saveAll = async (first: number, last: number) => {
    let number = first;
    const saves = Array.from({ length: store.savesAtOnce ?? 1 }, async () => {
      while (number <= last) await store.save(nth(game, after + number++));
    });
    await Promise.all(saves);
  };
  await saveAll(1, WARM_UP);
  const start = performance.now();
  await saveAll(WARM_UP + 1, WARM_UP + RESULTS);
  return (performance.now() - start) / RESULTS;
}

async function batches(server: PostgresServer): Promise<Figure> {
  const where = server.emptyDatabase();
  const boss = new PgBoss({
    ...{ connectionString: where, max: 1, schema: 'alone', schedule: false, supervise: false },
    ...{ registerInstance: false, persistWarnings: false },
  });
  await boss.start();
  await using database = await GamesDatabase.open(where, { makes: true, most: 1 });
  await using queue = await FarmQueue.open(database);
  try {
    await boss.createQueue('alone');
    await queue.create('farm');
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    const [alone, ours]: number[][] = [[], []];
    for (const _ of rounds) {
      await boss.insert(
        'alone',
        Array.from({ length: BATCHES }, () => ({ data: { batch: randomUUID(), requests: [] } })),
      );
      const start = performance.now();
      for (let batch = 0; batch < BATCHES; batch++) {
        const [job] = await boss.fetch('alone');
        await boss.complete('alone', job!.id);
      }
      alone!.push((performance.now() - start) / BATCHES);
      await queue.send(
        'farm',
        Array.from({ length: BATCHES }, () => ({ batch: randomUUID(), requests: [] })),
      );
      const began = performance.now();
      for (let batch = 0; batch < BATCHES; batch++) {
        const job = await queue.take('farm');
        if (!(await database.transaction(async (queries) => await queue.confirm(job!, true, queries))))
          throw new Error('a batch was lost');
      }
      ours!.push((performance.now() - began) / BATCHES);
    }
    return {
      ...{ what: whats.batch, measured: median(ours!) / median(alone!), unit: 'times', target: 1.5 },
      baseline: `${median(ours!).toFixed(2)} ms; pg-boss ${median(alone!).toFixed(2)} ms`,
    };
  } finally {
    await boss.stop({ graceful: false });
  }
}
