import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import type { Result } from '../../../host/events/result.ts';
import { WorkerComparison } from '../../../host/runs/farm/worker-comparison.ts';
import { say } from '../../cli/in-process.ts';
import { root } from '../../docs/pages.ts';
import { gameOf } from '../../views/tournament/made-up.ts';
import { keepMadeUp } from '../../views/tournament/made-up-store.ts';

/* Who has played the games of a farm, and whose results are not like those of the others. */

const names = ['ada', 'ben'];
const standings = names.map((name) => ({ name })) as never;
const numberOf = ({ id }: Result) => Number(id.slice(5));

/** Pairs go to the workers in turn. On the slow one, the first player wins no more than a third. */
function playedBy(result: Result): Result {
  const pair = Math.ceil(numberOf(result) / 2);
  const worker = ['attic', 'cellar', 'slow'][pair % 3]!;
  const { players, ...rest } = result;
  const isLost = worker === 'slow' && pair % 2 === 0;
  return {
    ...{ ...rest, worker, startedAt: new Date(Date.UTC(2026, 10, 20) + 1_000 * pair).toISOString() },
    ...(worker === 'slow' && { overloaded: true, loopDelayMs: 81 }),
    players: players.map((player) => ({
      ...player,
      ...(isLost && {
        outcome: player.name === 'ben' ? 'won' : 'lost',
        timeouts: player.name === 'ben' ? 0 : 2,
      }),
    })),
  };
}

function workersOf(games: number, of: (result: Result) => Result) {
  const comparison = new WorkerComparison();
  for (let number = 1; number <= games; number++)
    comparison.take(of(gameOf(names, number, 0, 1, false).result));
  return comparison.partOf({ standings });
}

t.test('games of one machine have no workers', async (t) => {
  t.same(
    workersOf(10, (result) => result),
    {},
  );
});

t.test('each worker has its games, its rate, the mean delay, timeouts and overloaded games', async (t) => {
  const { workers } = workersOf(360, playedBy);
  t.match(workers, [
    { name: 'attic', games: 120, gamesPerMinute: 30, delayMs: 1, timeouts: 0, overloaded: 0 },
    { name: 'cellar', games: 120 },
    { name: 'slow', games: 120, gamesPerMinute: 30, delayMs: 81, timeouts: 120, overloaded: 120 },
  ]);
});

t.test('a worker whose results are not like those of the others is named with its figures', async (t) => {
  const { workers = [] } = workersOf(720, playedBy);
  const slow = workers.find(({ name }) => name === 'slow')!;
  t.ok(slow.comparison!.p < 0.001);
  t.same(
    workers.map(({ differs }) => differs !== undefined),
    [false, false, true],
  );
  const late = slow.differs!.find((each) => each.late)!;
  t.match(late, { points: 0, of: 2, groups: 60 });
  t.ok(late.expected > 15 && late.expected < 25, `${late.expected}`);
  const [sum, all] = [slow.differs!.reduce((sum, each) => sum + each.expected, 0), 120];
  t.ok(Math.abs(sum - all) < 0.1, `${sum} pairs are expected of ${all}`);
});

t.test('no worker is named where all play alike, or have too few games', async (t) => {
  const alike = (result: Result) => ({ ...result, worker: `w${Math.ceil(numberOf(result) / 2) % 4}` });
  const { workers = [] } = workersOf(2_000, alike);
  t.equal(workers.length, 4);
  for (const { comparison, differs } of workers) {
    t.ok(comparison!.p > 0.001);
    t.equal(differs, undefined);
  }
  t.same(
    workersOf(12, playedBy).workers?.map(({ comparison }) => comparison),
    [null, null, null],
  );
});

t.test('a worker that came when stronger players had gone is compared with those of its time', async (t) => {
  // From game 1,001 on ben wins what ada has won before; the late worker plays only then.
  const turned = (result: Result): Result => {
    const pair = Math.ceil(numberOf(result) / 2);
    const isLate = pair > 500;
    const [one, other] = result.players.map(({ outcome }) => outcome) as ['won', 'lost'];
    return {
      ...result,
      worker: isLate && pair % 2 === 0 ? 'late' : 'early',
      players: result.players.map((player, index) => ({
        ...player,
        outcome: (index === 0) === isLate ? other : one,
      })),
    };
  };
  const { workers = [] } = workersOf(2_000, turned);
  for (const { name, comparison, differs } of workers) {
    t.ok(comparison!.p > 0.001, `${name}: p ${comparison!.p}`);
    t.equal(differs, undefined);
  }
});

t.test('a result of a stranger makes no list without end', async (t) => {
  const odd = (result: Result) => ({ ...result, worker: 'odd', ms: 1e300, startedAt: 'never' });
  t.match(workersOf(2, odd).workers, [{ name: 'odd', games: 2, gamesPerMinute: 2 }]);
  t.match(workersOf(2, (result) => ({ ...result, worker: 'odd', ms: 1e15 })).workers, [{ games: 2 }]);
});

t.test('by the command line', async (t) => {
  const cwd = t.testdir();
  const report = async (...words: string[]) => await say(['report', 'farm.db', ...words], { cwd });
  await keepMadeUp(join(cwd, 'farm.db'), { names, rounds: 600, playedBy });
  await keepMadeUp(join(cwd, 'alone.db'), { names, rounds: 10 });

  t.test('a report on a terminal shows the workers, and says what is odd', async (t) => {
    const { stdout } = await report();
    t.match(
      stdout,
      /^Workers\n\n {2}worker +games +share +per minute +mean delay +timeouts +overloaded +p$/m,
    );
    t.match(stdout, /^ {2}slow +200 +33\.3% +33\.33 +81 ms +200 +200 +[\d.e-]+$/m);
    t.match(
      stdout,
      /^ {2}worker slow differs from the others by more than chance: chi-squared [\d.]+ with \d degrees? of freedom, p \d\.\de-\d+\. .*; 2 of 2 with a timeout or an offense: 50 \(expected [\d.]+\)\. Its games count; .*--without-worker leaves them out$/m,
    );
    t.notMatch(stdout, /(attic|cellar) differs|left out \(/);
  });

  t.test('so do pages, Markdown and JSON, which fits its schema', async (t) => {
    const page = (await report('--as', 'html')).stdout;
    t.match(page, /<section id="workers">[\s\S]*<th scope="row">slow<\/th><td>200<\/td>/);
    t.match(page, /<p>worker slow differs from the others/);
    const markdown = (await report('--as', 'markdown')).stdout;
    t.match(markdown, /\| slow \| 200 \|/);
    t.match(markdown, /worker slow differs/);
    const json = JSON.parse((await report('--as', 'json')).stdout);
    t.match(json, { games: 600, workers: [{ name: 'attic' }, { name: 'cellar' }, { name: 'slow' }] });
    const schema = JSON.parse(readFileSync(join(root, 'docs/reference/report.schema.json'), 'utf8'));
    const isReport = new Ajv2020({ strict: true }).compile(schema);
    t.ok(isReport(json), JSON.stringify(isReport.errors));
  });

  t.test('--without-worker counts none of its games, and every form says so', async (t) => {
    const without = ['--without-worker', 'slow'];
    const json = JSON.parse((await report('--as', 'json', ...without)).stdout);
    t.match(json, {
      ...{ games: 400, planned: 600, leftOut: [{ worker: 'slow', games: 200 }] },
      standings: [{ games: 400 }, { games: 400 }],
      workers: [{ name: 'attic' }, { name: 'cellar' }],
    });
    t.equal(json.workers.length, 2);
    for (const as of ['terminal', 'html', 'markdown', 'csv', 'junit', 'tap']) {
      const { stdout, stderr } = await report('--as', as, ...without);
      t.match(`${stdout}${stderr}`, /200 games of worker slow left out/, as);
      t.notMatch(stdout, /slow differs/, as);
    }
    const { stdout } = await report(...without, '--without-worker', 'attic');
    t.match(stdout, /^200 of 600 games between .*; 200 games of worker (slow|attic) left out .*; 200 games/m);
  });

  t.test('a name that has played nothing is a mistake', async (t) => {
    t.match(await report('--without-worker', 'atic'), {
      ...{ status: 2, stderr: /farm\.db has no games of "atic": expected one of attic, cellar, slow/ },
    });
    t.match(await say(['report', 'alone.db', '--without-worker', 'attic'], { cwd }), {
      ...{ status: 2, stderr: /alone\.db has no games of "attic": it has no games of a farm/ },
    });
  });

  t.test('of one machine nothing of this appears', async (t) => {
    for (const as of ['terminal', 'json', 'html', 'markdown']) {
      const { stdout } = await say(['report', 'alone.db', '--as', as], { cwd });
      t.notMatch(stdout, /[Ww]orker/, as);
    }
  });

  t.test('stats leaves its games out of files, and says so', async (t) => {
    const { status } = await say(['store', 'export', '--results', 'r.jsonl', 'farm.db'], { cwd });
    t.equal(status, 0);
    const stats = async (...words: string[]) => await say(['stats', '--json', ...words], { cwd });
    const all = JSON.parse((await stats('r.jsonl')).stdout);
    const { stdout, stderr } = await stats('r.jsonl', '--without-worker', 'slow');
    t.match(stderr, /note: 200 games of worker slow left out/);
    t.match([all.games, JSON.parse(stdout).games], [600, 400]);
    t.match(await stats('r.jsonl', '--without-worker', 'x'), {
      ...{ status: 2, stderr: /--without-worker: no games of "x" in r\.jsonl/ },
    });
    t.match(await stats('--wdl', '1,2,3', '--without-worker', 'x'), {
      ...{ status: 2, stderr: /--without-worker requires files of results/ },
    });
  });
});
