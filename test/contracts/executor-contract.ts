import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { VoidMatch } from '../../host/core/errors.ts';
import { seconds } from '../../host/core/units.ts';
import { readRecord } from '../../host/events/read-record.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import type { MatchPlan } from '../../host/match/plan.ts';
import type { Executor } from '../../host/runs/executor.ts';
import type { RunGame } from '../../host/runs/experiment.ts';
import type { SeenGame } from '../../host/runs/play-game.ts';
import { type RunOutcome, run } from '../../host/runs/run.ts';
import { planGame, type SeriesRequest, seriesExperiment } from '../../host/runs/series.ts';
import type { Setup } from '../../host/runs/worker-pool.ts';
import { processFacts } from '../../host/seats/process/processes/proc.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { lexiconWith } from '../games/table.ts';
import { expectOk } from '../support/expect-ok.ts';
import { until } from '../support/until.ts';

/** A kind of executor under its contract. */
export interface ExecutorKind {
  readonly name: string;
  open(options: ExecutorOptions): Executor | Promise<Executor>;
  /** Its games are played elsewhere: what happens in one is not known before it is over. */
  readonly isFar?: true;
  /** The processes that play the games for it, if it is not this one. */
  readonly workersOf?: (executor: Executor) => readonly number[];
}

export interface ExecutorOptions {
  readonly jobs: number;
  readonly setup: Setup;
  readonly seen: (game: SeenGame) => void;
}

/** In the lines of the players: where they leave their process id, and what they wait for. */
interface Table {
  readonly executor: Executor;
  readonly folder: string;
  readonly records: string;
  readonly seen: readonly SeenGame[];
  readonly wins: string;
  readonly waits: string;
  readonly lingers: string;
}

/** What holds for every kind of executor. */
export function executorContract(t: Test, kind: ExecutorKind): void {
  const JOBS = 2;
  const law = (name: string, act: (t: Test, table: Table) => Promise<void>) =>
    t.test(`${kind.name}: ${name}`, async (t) => {
      const folder = t.testdir({ records: {}, pids: {} });
      const records = join(folder, 'records');
      const seen: SeenGame[] = [];
      const begins = `echo "$WORDHOST_GAME" >"${folder}/pids/$$"; printf r`;
      await using executor = await kind.open({
        jobs: JOBS,
        seen: (game) => seen.push(game),
        setup: {
          game: 'bananagrams',
          lexicon,
          hosting: {
            sandbox: 'process',
            shell: '/bin/sh',
            cwd: folder,
            farewellNs: seconds(60),
            graceNs: seconds(20),
            unreadCap: 2 ** 20,
            stderr: 'discard',
            commandFolder: undefined,
          },
          recording: { record: records },
          isWatched: true,
        },
      });
      await act(t, {
        ...{ executor, folder, records, seen },
        wins: `${begins}; head -c 4 >/dev/null; printf p003001AAA; cat >/dev/null; :`,
        // A player that closes its output has left.
        waits: `${begins}; cat >/dev/null; :`,
        lingers: `trap '' TERM; ${begins}; cat >/dev/null; until [ -e "${folder}/go" ]; do sleep 0.02; done`,
      });
    });

  law('a report is of the planned game, and its record has the same result', async (t, table) => {
    const plan = planOf([table.wins, table.waits]);
    const report = await table.executor.play(plan, {});
    t.match(report.result, {
      ...{ id: plan.request.id, game: 'bananagrams', seed: plan.request.seed, outcome: 'won' },
      players: [
        { seat: 1, entry: 1, name: 'one', outcome: 'won' },
        { seat: 2, entry: 2, name: 'two', outcome: 'lost' },
      ],
    });
    t.equal(report.endings.length, 2);
    t.equal(report.seats.length, 2);
    t.equal(report.recordFailure, undefined);
    t.same(report.records, [table.executor.recordOf?.(plan.request.id)]);
    const record = expectOk(readRecord(report.records[0]!, { bananagrams }));
    // A record does not know where it is played.
    const { worker, ...result } = report.result;
    t.equal(worker !== undefined, kind.isFar === true);
    t.same(JSON.parse(JSON.stringify(record.result)), JSON.parse(JSON.stringify(result)));
  });

  law('it plays as many games at once as it says, and ends them early with reports', async (t, table) => {
    const { executor } = table;
    t.equal(executor.jobs, JOBS);
    const [first, second] = [new AbortController(), new AbortController()];
    const games = [first, second].map(({ signal }) => {
      const plan = planOf([table.waits, table.waits]);
      return { plan, report: executor.play(plan, { interrupt: signal }) };
    });
    await begun(table, games);
    const pids = pidsIn(table);
    first.abort();
    const report = await games[0]!.report;
    t.match(report.result, { id: games[0]!.plan.request.id, reason: 'interrupted' });
    t.ok(
      pids.filter((pid) => gameOf(table, pid) === games[1]!.plan.request.id).every(lives),
      'the other one goes on',
    );
    second.abort();
    t.match((await games[1]!.report).result, { reason: 'interrupted' });
    t.notOk(pids.some(lives), 'no player is left');
  });

  law('a game that was interrupted before it begins ends, too', async (t, table) => {
    const report = table.executor.play(planOf([table.waits, table.waits]), {
      interrupt: AbortSignal.abort(),
    });
    t.match((await report).result, { reason: 'interrupted' });
  });

  const near = kind.isFar ? () => {} : law;

  near('it tells that a game is decided while the players are still ended', async (t, table) => {
    let times = 0;
    const decided = () => {
      times++;
      // Before that the second player does not end.
      writeFileSync(join(table.folder, 'go'), '');
    };
    const report = await table.executor.play(planOf([table.wins, table.lingers]), { decided });
    t.equal(times, 1);
    t.match(report.endings[1], { processes: { code: 0 } }, 'it has ended by itself');
  });

  law('the games of a run are played once each, and begin while others are ended', async (t, table) => {
    const { executor } = table;
    t.equal(executor.overlap, !kind.isFar);
    const { played, hostFailed } = await playSeries(executor, [table.wins, table.waits], {
      games: 7,
      overlap: true,
    });
    t.same(played.map(({ game }) => game).sort(), [1, 2, 3, 4, 5, 6, 7]);
    t.ok(played.every((game) => 'report' in game && game.report.result.outcome === 'won'));
    t.notOk(hostFailed);
  });

  law('a game in which the host fails is void, with its record; the next is played', async (t, table) => {
    const { wins, waits, executor } = table;
    const series = playSeries(executor, [waits, waits], { games: 1, overlap: false });
    await until(() => pidsIn(table).length === 2, 'two players');
    const [player] = pidsIn(table) as [number];
    const launcher = launcherOf(player);
    process.kill(launcher, 'SIGKILL');
    await until(
      () => !lives(launcher),
      () => `the end of ${launcher}`,
    );
    // Of a player that is lost now nobody can tell how it ended.
    process.kill(parentOf(player), 'SIGKILL');
    const { played, hostFailed } = await series;
    t.ok(hostFailed);
    const ended = 'the process that starts players (/bin/sh) exited';
    t.match(played, [{ game: 1, failure: { message: ended } }]);
    const [path] = played.flatMap((game) => ('failure' in game ? (game.record ?? []) : []));
    t.match(readFileSync(path!, 'utf8'), /"seed":"executors"/);
    const report = await executor.play(planOf([wins, waits]), {});
    t.match(report.result, { outcome: 'won' });
  });

  near('pictures of the games are made while somebody looks', async (t, table) => {
    const { executor, seen } = table;
    executor.look?.(true);
    const interruption = new AbortController();
    const plan = planOf([table.waits, table.waits]);
    const report = executor.play(plan, { interrupt: interruption.signal });
    await until(
      () => seen.some(({ panels }) => panels.length > 0),
      () => `a picture; there are ${seen.length}`,
    );
    t.ok(seen.every(({ id }) => id === plan.request.id));
    executor.look?.(false);
    interruption.abort();
    await report;
  });

  law('once it is closed no game runs, and no process is left', async (t, table) => {
    const { executor } = table;
    const games = Array.from({ length: JOBS }, () => {
      const plan = planOf([table.waits, table.waits]);
      const over = executor.play(plan, {}).catch((error: unknown) => error);
      return { plan, over };
    });
    await begun(table, games);
    const pids = [...pidsIn(table), ...(kind.workersOf?.(executor) ?? [])];
    t.ok(pids.length >= 2 * JOBS);
    await executor[Symbol.asyncDispose]();
    for (const { over } of games) {
      const outcome = await over;
      t.ok(
        outcome instanceof VoidMatch ||
          (outcome as { result: { reason: string } }).result.reason === 'interrupted',
        String(outcome),
      );
    }
    await until(
      () => !pids.some(lives),
      () => `the end of ${pids.filter(lives)}`,
    );
  });

  const { workersOf } = kind;
  if (!workersOf) return;

  law('a killed process is replaced: its game is void, and the others are played', async (t, table) => {
    const { executor, folder, wins, waits } = table;
    const halted = wins.replace('; head', `; until [ -e "${folder}/go" ]; do sleep 0.02; done; head`);
    const series = playSeries(executor, [halted, waits], { games: 4, overlap: false });
    await until(
      () => pidsIn(table).length === 2 * JOBS,
      () => `${JOBS} games; ${pidsIn(table)} have begun`,
    );
    const before = workersOf(executor);
    t.equal(before.length, JOBS);
    process.kill(before[0]!, 'SIGKILL');
    await until(() => workersOf(executor).some((pid) => !before.includes(pid)), 'another process');
    writeFileSync(join(folder, 'go'), '');
    const { played, hostFailed } = await series;
    t.ok(hostFailed);
    const [voided, ...more] = played.filter((game) => 'failure' in game);
    t.match(voided, {
      failure: { message: /wordhost.*played.*ended \(SIGKILL\)/ },
    });
    t.same(more, []);
    t.same(played.map(({ game }) => game).sort(), [1, 2, 3, 4], 'it is not played again in this run');
    t.equal(played.filter((game) => 'report' in game && game.report.result.outcome === 'won').length, 3);
    await until(
      () => !pidsIn(table).some(lives),
      () => `the end of the players of the game that is void: ${pidsIn(table).filter(lives)}`,
    );
  });
}

export const lexicon = lexiconWith(['AAA']);

function requestOf([one, two]: readonly [string, string]): SeriesRequest {
  return {
    game: bananagrams,
    options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3, stall: seconds(100) },
    lexicon,
    seed: 'executors',
    limits: { readyTimeout: seconds(60), gameTimeout: 0 },
    games: 1,
    rotate: false,
    rejudges: 0,
    entries: [
      { name: 'one', command: one },
      { name: 'two', command: two },
    ],
  };
}

export function planOf(commands: readonly [string, string]): MatchPlan {
  return planGame(requestOf(commands), 1);
}

async function playSeries(
  executor: Executor,
  commands: readonly [string, string],
  changes: Pick<SeriesRequest, 'games' | 'overlap'>,
): Promise<RunOutcome & { readonly played: readonly RunGame[] }> {
  const played: RunGame[] = [];
  const experiment = seriesExperiment({ ...requestOf(commands), ...changes });
  const outcome = await run(experiment, { executor, sinks: [{ take: (game) => void played.push(game) }] });
  return { ...outcome, played };
}

async function begun(table: Table, games: readonly { readonly plan: MatchPlan }[]): Promise<void> {
  for (const { plan } of games)
    await until(
      () => pidsIn(table).filter((pid) => gameOf(table, pid) === plan.request.id).length === 2,
      () => `the players of game ${plan.request.id}`,
    );
}

function pidsIn({ folder }: Table): readonly number[] {
  return readdirSync(join(folder, 'pids')).map(Number);
}

function gameOf({ folder }: Table, pid: number): string {
  return readFileSync(join(folder, 'pids', String(pid)), 'utf8').trim();
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The small process that starts players: the last of the shells without words above one. */
function launcherOf(player: number): number {
  const isShell = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1') === '/bin/sh\0';
  let pid = parentOf(player);
  while (!isShell(pid) || isShell(parentOf(pid))) pid = parentOf(pid);
  return pid;
}

function parentOf(pid: number): number {
  return processFacts(pid)!.parent;
}
