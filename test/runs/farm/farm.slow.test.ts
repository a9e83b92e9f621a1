import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { UsageError } from '../../../host/core/errors.ts';
import { seconds } from '../../../host/core/units.ts';
import { version } from '../../../host/core/version.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { edition } from '../../../host/games/game.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { type Executor, LocalExecutor } from '../../../host/runs/executor.ts';
import { FarmExecutor } from '../../../host/runs/farm/farm.ts';
import { FarmQueue } from '../../../host/runs/farm/queue.ts';
import { FARM_FORM, type FarmSetup, writeFacts, writeSetup } from '../../../host/runs/farm/wire.ts';
import { FarmWorker, type FarmWorkerOptions } from '../../../host/runs/farm/worker.ts';
import { GamesDatabase } from '../../../host/runs/store/games-database.ts';
import { openStore } from '../../../host/runs/store/store.ts';
import { processSeats } from '../../../host/seats/process/process-seats.ts';
import { probeSandbox } from '../../../host/seats/process/sandbox/probe-sandbox.ts';
import { type Script, scriptedSeats } from '../../../host/seats/scripted/scripted-seats.ts';
import { Schedule } from '../../../host/tournament/schedule.ts';
import { letterA } from '../../cli/letter-a.ts';
import { carriers, type Running, type RunOptions, run, start, succeed } from '../../cli/wordhost.ts';
import {
  type ExecutorOptions,
  executorContract,
  lexicon,
  planOf,
} from '../../contracts/executor-contract.ts';
import { storeContract } from '../../contracts/store-contract.ts';
import { tryFarm } from '../../fuzz/try-farm.ts';
import { pathWithout } from '../../misbehaviour/path-without.ts';
import { expectOk } from '../../support/expect-ok.ts';
import { PASSWORD, PostgresServer, withoutPostgres } from '../../support/postgres-server.ts';
import { until } from '../../support/until.ts';
import { entrantsOf, plain } from '../../tournament/schedule/play-out.ts';

/* Games in PostgreSQL, and workers that play them. All tests share one server, one after the other. */

const skip = withoutPostgres();
const strict = await probeSandbox('strict');
const skipStrict = skip || ('problem' in strict && strict.problem);
let started: Promise<PostgresServer> | undefined;
t.teardown(async () => (await started)?.[Symbol.asyncDispose]());

async function postgres(): Promise<PostgresServer> {
  started ??= PostgresServer.start('max_connections=200');
  return await started;
}

async function newExperiment(database: GamesDatabase, name: string): Promise<number> {
  const { id } = await database.patiently(
    async (queries) =>
      await queries.insertInto('experiment').values({ name }).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
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
    const experiment = await newExperiment(database, name);
    const { game, lexicon, hosting } = setup;
    const dictionary = lexicon ? { name: lexicon.name, sha256: lexicon.sha256 } : null;
    const farm = await FarmExecutor.open({
      ...{ database, experiment, jobs, lexicon: undefined, record: setup.recording.record },
      setup: {
        version,
        edition,
        game,
        dictionary,
        hosting,
        records: true,
        thinking: 1,
        overlap: true,
        weight: 1,
      },
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

t.test('a strict tournament needs workers with strict', { skip: skipStrict }, async (t) => {
  const league = await leagueOf(t, { rounds: 1, seconds: 0, hero: wins, sandbox: 'strict' });
  const PATH = pathWithout(join(league.cwd, 'programs'), ['unshare', 'bwrap']);
  const weak = league.worker('weak', { PATH });
  const scheduler = league.schedule();
  await until(
    () => scheduler.stderr.includes('no worker takes the games') || scheduler.child.exitCode !== null,
    () => `a note of the scheduler: ${scheduler.stderr}; the worker says ${weak.stderr}`,
  );
  t.match(weak.stderr, /^note: cannot play games of league: .+/m);
  t.equal(league.games(), 0);
  const able = league.worker('able');
  const { stdout } = await finished(t, scheduler);
  t.equal(league.games(), 4);
  t.match(stdout, /^Workers\n\n.*\n {2}able +4 +100\.0% /m);
  await drained(t, [weak, able]);
});

/** A game of a farm, and workers of this process that may refuse it. */
async function refusable(t: Test, setup: Partial<FarmSetup>) {
  const where = (await postgres()).emptyDatabase();
  const database = await GamesDatabase.open(where, { makes: true, most: 8 });
  const experiment = await newExperiment(database, 'league');
  const notes: string[] = [];
  const record = t.testdir();
  const farm = await FarmExecutor.open({
    ...{ database, experiment, lexicon: undefined, record: undefined, keepsPacked: false },
    note: (line) => notes.push(line),
    setup: {
      ...{ version, edition, game: 'bananagrams', records: false, thinking: 1, overlap: true, weight: 1 },
      dictionary: { name: lexicon.name, sha256: lexicon.sha256 },
      hosting: {
        ...{ sandbox: 'process', shell: '/bin/sh', cwd: record, stderr: 'discard', commandFolder: undefined },
        ...{ farewellNs: seconds(60), graceNs: seconds(20), unreadCap: 2 ** 20 },
      },
      ...setup,
    },
  });
  const worker = async (name: string, changes: Partial<FarmWorkerOptions> = {}) => {
    const said: string[] = [];
    const options: FarmWorkerOptions = {
      ...{ database, name, record, note: (line) => said.push(line) },
      facts: { host: 'here', pid: process.pid, version, processors: 2, slots: 1, since: '' },
      gameNamed: async () => bananagrams,
      lexiconOf: async (list, text) => {
        if (list.sha256 !== lexicon.sha256) await text();
        return lexicon;
      },
      openExecutor: async ({ hosting }) => new LocalExecutor({ record, openSeats: processSeats(hosting) }),
    };
    const opened = await FarmWorker.open({ ...options, ...changes });
    const end = new AbortController();
    const running = opened.run({ drain: end.signal, end: end.signal });
    return {
      said,
      async [Symbol.asyncDispose]() {
        end.abort();
        await running;
      },
    };
  };
  return {
    ...{ farm, notes, worker, where },
    async [Symbol.asyncDispose]() {
      await farm[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

t.test('a worker that cannot keep a promise takes no games, and says why', { skip }, async (t) => {
  const cannot = (problem: string) => async () => {
    throw new UsageError(problem);
  };
  const sha256 = 'a'.repeat(64);
  const cases: readonly (readonly [Partial<FarmSetup>, Partial<FarmWorkerOptions>, RegExp])[] = [
    [
      { edition: edition + 1, version: '9.0.0' },
      {},
      /the run needs wordhost 9\.0\.0; this machine has .*: use a newer wordhost/,
    ],
    [{ form: FARM_FORM + 1, version: '9.0.0' }, {}, /the run needs wordhost 9\.0\.0; this machine has /],
    [
      {},
      { gameNamed: cannot('this version of wordhost has no game "bananagrams"') },
      /has no game "bananagrams"/,
    ],
    [{ dictionary: { name: 'words', sha256 } }, {}, /its word list \(a+\) was changed in the database/],
    [{}, { openExecutor: cannot('strict is not possible here') }, /strict is not possible here/],
  ];
  for (const [setup, changes, why] of cases) {
    await using table = await refusable(t, setup);
    const { farm, notes, where } = table;
    const plan = planOf([wins, waits]);
    const dictionary = { words: lexicon.words, ...(setup.dictionary ?? lexicon) };
    const playing = farm.play({ ...plan, request: { ...plan.request, dictionary } }, {});
    playing.catch(() => {});
    await using refusing = await table.worker('refusing', changes);
    await until(
      () => notes.length > 0,
      () => `the scheduler is told that ${why}`,
    );
    t.match(refusing.said, [/^cannot play games of league: /]);
    t.equal(refusing.said.length, 1, 'it says so once');
    t.match(refusing.said[0], why);
    t.match(notes, [/^note: no worker.*wait.*others: /]);
    t.match(notes[0], why);
    const { stdout } = await run(['store', 'info', where]);
    t.match(stdout, /^ {4}takes no games of league: /m);
    const shown = setup.form === undefined ? /^league: 0 games; 0 playing, 1 waiting$/m : why;
    t.match(stdout, shown, 'nobody has it');
    if (Object.keys(changes).length === 0) continue;
    await using _ = await table.worker('other');
    t.match(await playing, { result: { worker: 'other', winner: 1 } }, 'another worker plays it');
  }
});

t.test('the upkeep of the jobs says nothing, and what fails in it is said once', { skip }, async (t) => {
  const server = await postgres();
  for (const [problem, notes] of [
    ['NULL', []],
    ["'no upkeep'", ['note: the upkeep of the farm fails: no upkeep']],
  ] as const) {
    await using table = await refusable(t, {});
    // A sequence keeps its value where a transaction fails.
    server.sql(
      `CREATE SEQUENCE passes;
       CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM nextval('passes');
         IF ${problem} IS NOT NULL THEN RAISE EXCEPTION '%', ${problem}; END IF;
         RETURN NULL;
       END $$;
       CREATE TRIGGER pass AFTER UPDATE OF monitor_claim_on ON wordhost_jobs.queue FOR EACH STATEMENT EXECUTE FUNCTION pass()`,
      table.where,
    );
    await until(
      () => Number(server.sql('SELECT last_value FROM passes', table.where)) >= 3,
      'three passes of the upkeep',
    );
    t.strictSame(table.notes, notes);
  }
});

t.test('a queue that is gone has no batches', { skip }, async (t) => {
  const where = (await postgres()).emptyDatabase();
  await using database = await GamesDatabase.open(where, { makes: true, most: 2 });
  await using queue = await FarmQueue.open(database);
  for (const isFirst of [true, false]) {
    await queue.create('games');
    await queue.send('games', [{ batch: 'batch', requests: [] }]);
    const job = (await queue.take('games'))!;
    const confirms = async (isOver: boolean) =>
      await database.transaction(async (queries) => await queue.confirm(job, isOver, queries));
    t.equal(await confirms(isFirst), true);
    await queue.remove('games');
    t.equal(await queue.take('games'), undefined);
    t.equal(await confirms(isFirst), false);
  }
});

t.test('what others write into the database costs the run that it is for', { skip }, async (t) => {
  const { faults, written, mb, games } = await tryFarm(await postgres(), 1, 100);
  t.strictSame(faults, []);
  t.ok(written > 50 && games > 0, `${written} rows, ${games} games, ${mb} MB`);
});

t.test('what a farm has is shown by the games that count', { skip }, async (t) => {
  const where = (await postgres()).emptyDatabase();
  const setup: FarmSetup = {
    ...{ queue: 'games-1-0123abcd', form: FARM_FORM, version, edition, game: 'bananagrams', weight: 1 },
    ...{ dictionary: null, records: true, overlap: false, thinking: 1 },
    hosting: {
      ...{ sandbox: 'process', shell: '/bin/sh', cwd: '/', stderr: 'discard', commandFolder: undefined },
      ...{ graceNs: seconds(20), unreadCap: 2 ** 20, own: new Map() },
    },
  };
  const names = ['a', 'b', 'c'];
  const canonical = {
    ...{ wordhost: 1, kind: 'tournament', name: 'drops', game: 'bananagrams', options: {}, seed: 'x' },
    ...{ dictionary: null, players: names.map((name) => ({ name, command: 'true', options: {} })) },
    ...{ format: { ...plain, kind: 'round-robin', rounds: 2 }, offender: 'drop', from: 1, begins: true },
  };
  await using store = expectOk(await openStore(`${where}#drops`, { mode: 'write' })).store;
  await store.saveFile({ text: '', canonical: JSON.stringify(canonical) });
  const schedule = new Schedule({ entrants: entrantsOf(3, canonical.format as never), offender: 'drop' });
  const leaves: Script = ({ leave }) => {
    leave('crashed');
    return { hear() {} };
  };
  const local = new LocalExecutor({ openSeats: scriptedSeats([leaves, leaves], liveClock) });
  for (const number of [1, 2, 4, 5]) {
    const players = schedule.game(number)!.players.map((player) => names[player]!);
    const report = await local.play(planOf(['true', 'true']), {});
    const named = report.result.players.map((each, seat) => ({
      ...{ ...each, name: players[seat]!, entry: names.indexOf(players[seat]!) + 1 },
      outcome: players[seat] === 'b' ? 'left' : 'won',
    }));
    const result = JSON.stringify({ ...report.result, players: named });
    await store.save({ number, id: report.result.id, result });
  }
  const { database } = store.farm!;
  await database.query('UPDATE wordhost_games.experiment SET farm = $1', [writeSetup(setup)]);
  const facts = { host: 'attic', pid: 1, version, processors: 2, slots: 1, games: 4, gamesPerMinute: 2 };
  const playing = [{ queue: setup.queue, games: 1 }];
  await database.query(
    'INSERT INTO wordhost_games.worker (name, host, facts, seen) VALUES ($1, $1, $2, extract(epoch FROM now()) * 1000), ($3, $3, $4, extract(epoch FROM now()) * 1000)',
    ['one', writeFacts({ ...facts, since: '', playing }), 'two\n\x1b[31m', '{{{'],
  );
  await using queue = await FarmQueue.open(database);
  await queue.create(setup.queue);
  const requests = [planOf(['true', 'true']).request, planOf(['true', 'true']).request];
  await queue.send(setup.queue, [{ batch: 'one', requests }]);
  const { stdout } = await succeed(t, ['store', 'info', where]);
  t.match(stdout, /^drops: 1 of 3 games \(3 more do not count\); 1 playing, 1 waiting$/m);
  t.match(stdout, /^2 workers, 2 games per minute/m);
  t.match(stdout, /^ {2}two\\n\\x1b\[31m: .*database.*damaged: expected JSON; got "\{\{\{"; seen/m);
});

/** Wins where its seed is even, and leaves where it is odd: the standings follow from the seeds. */
const seeded =
  'printf r; head -c 4 >/dev/null; sleep SECONDS; [ $((WORDHOST_PLAYER_SEED % 2)) = 0 ] && printf p003001AAA && cat >/dev/null; :';
const waits = 'printf r; cat >/dev/null; :';
const wins = 'printf r; head -c 4 >/dev/null; printf p003001AAA; cat >/dev/null; :';

interface League {
  readonly cwd: string;
  readonly where: string;
  readonly server: PostgresServer;
  sql(text: string): string;
  schedule(): Running;
  worker(name: string, env?: RunOptions['env']): Running;
  games(): number;
  /** Games that wait for a worker, or are with one. */
  jobs(): number;
  queues(): string;
}

async function leagueOf(
  t: Test,
  {
    rounds,
    seconds,
    hero = seeded,
    sandbox,
    offender = 'lose',
  }: { rounds: number; seconds: number; hero?: string; sandbox?: string; offender?: string },
): Promise<League> {
  const server = await postgres();
  const where = server.emptyDatabase();
  await (await GamesDatabase.open(where, { makes: true }))[Symbol.asyncDispose]();
  const players = { hero: hero.replace('SECONDS', String(seconds)), ann: waits, ben: waits };
  const lines = Object.entries(players).map(
    ([name, command]) => `  - { name: ${name}, command: ${JSON.stringify(command)} }`,
  );
  const cwd = t.testdir({
    ...letterA,
    'league.yml': `name: League
game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3${sandbox === undefined ? '' : `, sandbox: ${sandbox}`} }
players:
${lines.join('\n')}
format: { kind: gauntlet, rounds: ${rounds}, mirrored: true }
seed: spring
offender: ${offender}
`,
  });
  const sql = (text: string) => server.sql(text, where);
  return {
    ...{ cwd, where, server, sql },
    schedule: () => start(['tournament', '--jobs', '0', '--store', where, 'league.yml'], { cwd }),
    worker: (name, env = {}) =>
      start(['worker', '--jobs', '1', '--name', name, where], { cwd: tmpdir(), env }),
    games: () => Number(sql('SELECT count(*) FROM wordhost_games.game')),
    queues: () => sql('SELECT name FROM wordhost_jobs.queue'),
    jobs: () => {
      const there = sql("SELECT to_regclass('wordhost_jobs.job') IS NOT NULL");
      if (there.trim() !== 't') return 0;
      const open = "state IN ('created', 'retry', 'active') AND data ? 'requests'";
      const requests = `SELECT coalesce(sum(jsonb_array_length(data->'requests')), 0) FROM wordhost_jobs.job WHERE ${open}`;
      return Number(sql(requests));
    },
  };
}

async function equalsOneMachine(t: Test, { cwd, where }: League): Promise<void> {
  await succeed(t, ['tournament', '--jobs', '2', '--store', 'alone.db', 'league.yml'], { cwd });
  const [here, there] = await Promise.all(
    ['alone.db', where].map(async (store) => {
      const { stdout } = await run(['report', '--as', 'json', store], { cwd });
      const { games, standings } = JSON.parse(stdout);
      const compared = standings.map(({ name, games, won, lost, points }: Record<string, unknown>) => ({
        ...{ name, games, won, lost, points },
      }));
      return { games, compared };
    }),
  );
  t.same(there, here);
  const { status, stdout } = await run(['store', 'check', '--verify', '--dictionary', 'words.txt', where], {
    cwd,
  });
  t.equal(status, 0, stdout);
}

async function finished(t: Test, { ended }: Running) {
  const outcome = await ended;
  t.equal(outcome.status, 0, outcome.stderr);
  return outcome;
}

const isPlaying = ({ stderr }: Running) => stderr.includes('playing games of');

/** Waits until a worker has opened its database, or has ended. */
async function begun(worker: Running): Promise<void> {
  await until(() => isPlaying(worker) || worker.child.exitCode !== null, worker);
}

async function drained(t: Test, workers: readonly Running[]): Promise<void> {
  for (const worker of workers) {
    await begun(worker);
    worker.child.kill('SIGTERM');
  }
  for (const { ended, marker } of workers) {
    const { status, stderr } = await ended;
    t.equal(status, 0, stderr);
    t.same(carriers(marker), [], 'no player is left');
  }
}

const MOST_KILLS = 12;

t.test('each game is there once, whatever is killed', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 100, seconds: 0.1 });
  const { server } = league;
  // A worker that is started while the server is stopped ends at once, and is started again as by a supervisor.
  const playing = async (name: string) => {
    for (let tries = 1; ; tries++) {
      const worker = league.worker(name);
      await begun(worker);
      if (isPlaying(worker)) return worker;
      t.match(await worker.ended, { status: 2, stderr: /PostgreSQL|server/ });
      if (tries === 100) throw new Error(`no worker can be started: ${worker.stderr}`);
    }
  };
  const workers = await Promise.all(['a', 'b', 'c', 'd'].map(playing));
  const scheduler = league.schedule();
  let isOver = false;
  void scheduler.ended.then(() => {
    isOver = true;
  });
  const restarts = async () => {
    for (const [games, how] of [
      [100, 'INT'],
      [200, 'QUIT'],
    ] as const) {
      await until(
        () => isOver || league.games() >= games,
        () => `${games} games; there are ${league.games()}`,
      );
      await server.stop(how);
      await sleep(2_000);
      await server.startAgain();
    }
  };
  const restarting = restarts();
  let kills = 0;
  // A game that is lost three times is aborted: on a slow machine kills without end would come to that.
  for (; !isOver && kills < MOST_KILLS; kills++) {
    await Promise.race([sleep(3_000), scheduler.ended]);
    const index = kills % workers.length;
    workers[index]!.child.kill('SIGKILL');
    const { marker } = workers[index]!;
    await until(() => carriers(marker).length === 0, 'the end of the players of a worker that was killed');
    workers[index] = await playing(`again-${kills}`);
  }
  await restarting;
  await finished(t, scheduler);
  t.ok(kills >= 4, `${kills} kills`);
  t.equal(league.games(), 400);
  await drained(t, workers);
  await equalsOneMachine(t, league);
});

t.test('the scheduler can be killed again and again', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 30, seconds: 0.1 });
  const workers = ['a', 'b'].map((name) => league.worker(name));
  for (let kills = 0; kills < 5; kills++) {
    const before = kills === 0 ? 0 : league.games();
    const { child, ended } = league.schedule();
    await until(() => child.exitCode !== null || league.games() > before, 'another game');
    child.kill('SIGKILL');
    await ended;
  }
  await finished(t, league.schedule());
  t.equal(league.games(), 120);
  await drained(t, workers);
  await equalsOneMachine(t, league);
});

t.test('a worker that was frozen for too long records nothing twice, and says so', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 10, seconds: 1 });
  const frozen = league.worker('frozen');
  const scheduler = league.schedule();
  await until(() => league.games() > 2, 'games');
  const info = async (...words: string[]) =>
    (await run(['store', 'info', ...words, league.where], { cwd: league.cwd })).stdout;
  t.match(JSON.parse(await info('--json')), {
    kind: 'farm',
    experiments: [{ name: 'league', isRunning: true, planned: 40 }],
    workers: [{ name: 'frozen', slots: 1 }],
  });
  t.match(await info(), /^league: \d+ of 40 games; \d+ playing, \d+ waiting\n1 worker, .* games per minute/);
  frozen.child.kill('SIGSTOP');
  const other = league.worker('other');
  await until(
    () => Number(league.sql("SELECT count(*) FROM wordhost_jobs.job WHERE state = 'failed'")) > 0,
    'the loss of a job',
  );
  frozen.child.kill('SIGCONT');
  await until(() => frozen.stderr.includes('was taken from this worker'), frozen);
  await finished(t, scheduler);
  t.equal(league.games(), 40);
  await drained(t, [frozen, other]);
  await equalsOneMachine(t, league);
});

t.test('a worker whose database is gone ends at a second signal', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 100, seconds: 0.1 });
  const worker = league.worker('left');
  const scheduler = league.schedule();
  await until(
    () => league.games() > 2,
    () => 'games',
  );
  await league.server.stop('INT');
  await until(
    () => worker.stderr.includes('Waiting for the database'),
    () => worker.stderr,
  );
  worker.child.kill('SIGTERM');
  worker.child.kill('SIGINT');
  const { status, stderr } = await worker.ended;
  t.equal(status, 0, stderr);
  t.match(stderr, /^note: .*\. Other workers play/m);
  t.same(carriers(worker.marker), [], 'no player is left');
  scheduler.child.kill('SIGKILL');
  await scheduler.ended;
  await league.server.startAgain();
});

t.test('a game that took three workers down is aborted, and the rest is played', { skip }, async (t) => {
  const league = await leagueOf(t, {
    ...{ rounds: 2, seconds: 0 },
    // The first game of all, whoever plays it.
    hero: 'echo "$WORDHOST_GAME" >>begun; printf r; head -c 4 >/dev/null; if [ "$(head -n 1 begun)" = "$WORDHOST_GAME" ]; then : >here; exec sleep 600; fi; printf p003001AAA; cat >/dev/null; :',
  });
  const scheduler = league.schedule();
  const here = join(league.cwd, 'here');
  for (let lost = 0; lost < 3; lost++) {
    const { child, ended } = league.worker(`lost-${lost}`);
    await until(() => existsSync(here), 'the game that takes workers down');
    child.kill('SIGKILL');
    await ended;
    rmSync(here);
  }
  const worker = league.worker('last');
  const { stdout } = await finished(t, scheduler);
  t.equal(league.games(), 8, stdout);
  await run(['store', 'export', '--results', 'results', league.where], { cwd: league.cwd });
  const results = readFileSync(join(league.cwd, 'results'), 'utf8').trim().split('\n');
  const reasons = results.map((line) => JSON.parse(line).reason);
  t.same(reasons.filter((reason) => reason === 'worker-lost').length, 1);
  await drained(t, [worker]);
});

const compare = 'compare bananagrams --dictionary words.txt --bunch last-bunch --hand 3'.split(' ');

/** The first game of all waits without end where it is played for the first and the second time. */
const waitsTwice =
  'echo "$WORDHOST_GAME" >>begun; printf r; head -c 4 >/dev/null; if [ "$(head -n 1 begun)" = "$WORDHOST_GAME" ] && [ "$(grep -cxe "$WORDHOST_GAME" begun)" -le 2 ]; then : >here; exec sleep 600; fi; printf p003001AAA; cat >/dev/null; :';

t.test('a game that was handed back, and whose next worker was lost, is played', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 1, seconds: 0, hero: waitsTwice });
  const scheduler = league.schedule();
  const here = join(league.cwd, 'here');
  for (const [name, signals] of [
    ['leaves', ['SIGTERM', 'SIGINT']],
    ['killed', ['SIGKILL']],
  ] as const) {
    const { child, ended } = league.worker(name);
    await until(() => existsSync(here), 'the game that waits');
    rmSync(here);
    for (const signal of signals) child.kill(signal);
    await ended;
  }
  const worker = league.worker('last');
  await finished(t, scheduler);
  t.equal(league.games(), 4);
  await run(['store', 'export', '--results', 'results', league.where], { cwd: league.cwd });
  t.notMatch(readFileSync(join(league.cwd, 'results'), 'utf8'), /worker-lost/);
  await drained(t, [worker]);
});

t.test('a game whose job is gone, and of which nothing was recorded, is sent again', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 1, seconds: 0, hero: wins });
  const scheduler = league.schedule();
  await until(
    () => league.jobs() === 4,
    () => `the games as jobs; there are ${league.jobs()}`,
  );
  league.sql('DELETE FROM wordhost_jobs.job');
  const worker = league.worker('worker');
  const { status, stderr } = await scheduler.ended;
  t.match(stderr, /^note: 4 games that nobody has: sent again$/m);
  t.equal(status, 0, stderr);
  t.equal(league.games(), 4);
  await drained(t, [worker]);
});

t.test('a first Ctrl-C takes back what no worker has begun', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 15, seconds: 0.3 });
  const interrupted = league.schedule();
  await until(
    () => league.jobs() >= 10,
    () => `jobs; there are ${league.jobs()}`,
  );
  interrupted.child.kill('SIGINT');
  t.match(await interrupted.ended, { status: 130 }, 'without a worker it ends');
  t.equal(league.jobs(), 0);

  const worker = league.worker('worker');
  const again = league.schedule();
  await until(
    () => league.games() >= 5,
    () => `games; there are ${league.games()}`,
  );
  again.child.kill('SIGINT');
  const before = league.games();
  const { status, stderr } = await again.ended;
  t.equal(status, 130, stderr);
  t.match(stderr, /finishing the running games/);
  const after = league.games();
  t.ok(after > before, 'what ran is finished and saved');
  t.ok(after <= before + 20, `${after - before} more games of ${60 - before} are played`);
  t.equal(league.jobs(), 0);

  await finished(t, league.schedule());
  t.equal(league.games(), 60);
  t.equal(league.queues(), '', 'nothing is left of a run that is over');
  await drained(t, [worker]);
  await equalsOneMachine(t, league);
});

t.test('games that do not count any more are not played', { skip }, async (t) => {
  const leaves = 'printf r; head -c 4 >/dev/null; exit 1';
  const league = await leagueOf(t, { rounds: 60, seconds: 0, hero: leaves, offender: 'drop' });
  const workers = ['one', 'two'].map((name) => league.worker(name));
  const { stdout } = await finished(t, league.schedule());
  t.match(stdout, /hero/);
  t.ok(league.games() < 30, `${league.games()} of 240 games were played after the first`);
  t.equal(league.jobs(), 0);
  await drained(t, workers);
});

t.test('runs share a worker by their weights, and none waits for another', { skip }, async (t) => {
  // A batch has some four games of this length: small beside what is counted below.
  const league = await leagueOf(t, { rounds: 100, seconds: 0.5 });
  const { cwd, where } = league;
  const gamesOf = (name: string) =>
    Number(
      league.sql(
        `SELECT count(*) FROM wordhost_games.game JOIN wordhost_games.experiment AS e ON e.id = experiment WHERE e.name = '${name}'`,
      ),
    );
  const schedule = (name: string, weight: string) =>
    start(['tournament', '--jobs', '0', '--weight', weight, '--store', `${where}#${name}`, 'league.yml'], {
      cwd,
    });
  const worker = league.worker('only');
  const light = schedule('light', '1');
  await until(
    () => gamesOf('light') >= 10,
    () => `games; there are ${gamesOf('light')}`,
  );
  const before = gamesOf('light');
  const heavy = schedule('heavy', '3');
  await until(() => gamesOf('heavy') >= 1, 'the first game of a run that came later');
  t.ok(gamesOf('light') < 200, `${gamesOf('light')} games of the first were played`);
  const [from, first] = [gamesOf('light'), gamesOf('heavy')];
  await until(() => gamesOf('heavy') >= first + 60, 'games of both');
  const [ofHeavy, ofLight] = [gamesOf('heavy') - first, gamesOf('light') - from];
  const ratio = ofHeavy / ofLight;
  t.ok(
    ratio > 1.8 && ratio < 6,
    `${ofHeavy} games of weight 3, and ${ofLight} of weight 1; ${before} before`,
  );
  const { stdout } = await run(['store', 'info', '--json', where], { cwd });
  t.match(JSON.parse(stdout).experiments, [
    { name: 'heavy', weight: 3 },
    { name: 'light', weight: 1 },
  ]);
  for (const { child } of [light, heavy]) child.kill('SIGINT');
  for (const { ended } of [light, heavy]) t.match(await ended, { status: 130 });
  await drained(t, [worker]);
});

t.test('no result is lost that comes while others of its batch are recorded', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 50, seconds: 0, hero: wins });
  const slowly = 'BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END';
  league.sql(
    `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS '${slowly}';
     CREATE TRIGGER wait BEFORE INSERT ON wordhost_games.outcome FOR EACH STATEMENT EXECUTE FUNCTION wait()`,
  );
  const words = ['tournament', '--jobs', '2', '--store', league.where, 'league.yml'];
  await succeed(t, words, { cwd: league.cwd });
  t.equal(league.games(), 200);
});

t.test('the same pair decides a comparison on a farm and on one machine', { skip }, async (t) => {
  const league = await leagueOf(t, { rounds: 1, seconds: 0 });
  const { cwd, where } = league;
  const workers = ['one', 'two'].map((name) => league.worker(name));
  const compared = async (...store: string[]) => {
    const { stdout } = await succeed(t, [...compare, '--seed', '1', '--json', ...store, wins, waits], {
      cwd,
    });
    const { seconds, ...line } = JSON.parse(stdout);
    return line;
  };
  const there = await compared('--jobs', '0', '--store', where);
  t.match(there, { verdict: 'better', pairs: 8, test: { accepted: 'better' } });
  t.strictSame(there, await compared('--jobs', '2'));
  await drained(t, workers);
});

t.test('a store on a server, by the command line', { skip }, async (t) => {
  const server = await postgres();
  const league = await leagueOf(t, { rounds: 1, seconds: 0 });
  const { cwd } = league;
  const where = server.address(new URL(league.where).pathname.slice(1), 'scrammed', PASSWORD);
  const secret = encodeURIComponent(PASSWORD);
  const said: string[] = [];
  const say = async (...words: string[]) => {
    const { status, stdout, stderr } = await run(words, { cwd });
    said.push(stdout, stderr);
    return { status, text: `${stdout}${stderr}` };
  };
  const playing = start(['tournament', '--jobs', '1', '--store', where, 'league.yml'], { cwd });
  await until(() => playing.stderr.includes('saved in') || playing.child.exitCode !== null, playing);
  const words = readFileSync(`/proc/${playing.child.pid}/cmdline`, 'utf8');
  const { status, stdout, stderr } = await playing.ended;
  said.push(stdout, stderr);
  t.equal(status, 0, stderr);
  t.notOk(words.includes(secret), words);
  t.match(await say('replay', `${where}#league#2`), { status: 0, text: /hero/ });
  t.match(await say('store', 'merge', `${where}#copy`, where), { status: 0, text: /#copy: 4 games from / });
  t.match(await say('store', 'merge', 'copy.db', `${where}#copy`), { status: 0, text: /copy\.db: 4 games/ });
  t.match(await say('report', 'copy.db'), { status: 0, text: /4 games/ });
  const two = ['--games', '2', '--jobs', '1', '--store', where, wins, waits];
  for (const [text, more] of [
    [/NEW has/, []],
    [/#compare has 2 games from an earlier run/, []],
  ] as const)
    t.match(await say(...compare, ...more, ...two), { status: 0, text });
  t.match(await say('analyze', `${where}#league`, '--as', 'json', '--worst', '1'), {
    status: 0,
    text: /#league#4/,
  });
  const tune = [
    'tune',
    ...compare.slice(1),
    ...'--parameter a=0..1 --games 4 --pairs 1 --max-games 2'.split(' '),
  ];
  for (const text of [/tuning a in 2 steps/, /#tune has \d+ games from an earlier run/])
    t.match(await say(...tune, '--jobs', '1', '--store', where, `: {a}; ${wins}`), { text });
  t.match(await say('tournament', '--store', `${where}#compare`, 'league.yml'), {
    ...{ status: 2, text: /has no tournament: use another --store/ },
  });

  const refused: readonly (readonly [words: readonly string[], text: RegExp])[] = [
    [['report', where], /it has several runs: expected one of .*#compare, .*#copy, .*#league/],
    [['report', `${where}#none`], /no such store/],
    [
      ['report', league.where.replace(/test\d+$/, 'none')],
      /no database "none"\. To create it: createdb none/,
    ],
    [['tournament', '--store', `${where}#1 2`, 'league.yml'], /expected.*run.* "#"/],
    [['tournament', '--jobs', '0', 'league.yml'], /--jobs 0 requires --store postgres/],
    [
      ['tournament', '--one-processor', '--jobs', '1', '--store', `${where}#pinned`, 'league.yml'],
      /--one-processor/,
    ],
    [['replay', where], /expected a record; got a store/],
    [
      ['tournament', '--weight', '2', '--store', 'weighed.db', 'league.yml'],
      /--weight requires --store postgres:/,
    ],
    [['worker', 'league.yml'], /worker: expected a database, .*; got "league\.yml"/],
    [['worker', `${where.replace(secret, 'wrong')}`], /wrong password for "scrammed"/],
    [['store', 'info', 'copy.db'], /store info: expected a database, .*; got copy\.db/],
    [['store', 'info', league.where.replace(/test\d+$/, 'postgres')], /no such store/],
  ];
  for (const [words, text] of refused) t.match(await say(...words), { status: 2, text }, words.join(' '));
  t.match(await say('worker', '--drain', where), { status: 0, text: /0 workers asked to end/ });
  t.notOk(said.some((each) => each.includes(secret) || each.includes(PASSWORD)));
  const definitions = league.sql('SELECT text, canonical FROM wordhost_games.file');
  t.notOk(definitions.includes(secret), 'a definition has no password');
});
