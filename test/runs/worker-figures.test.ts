import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { WorkerFigures } from '../../host/runs/report/worker-figures.ts';
import { say } from '../cli/in-process.ts';
import { root } from '../docs/pages.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';

/* The games, the rate and the delay of each worker of a farm. */

const names = ['ada', 'ben'];
const numberOf = ({ id }: Result) => Number(id.slice(5));

/** Pairs go to the workers in turn. The slow one is overloaded and has timeouts in each second pair. */
function playedBy(result: Result): Result {
  const pair = Math.ceil(numberOf(result) / 2);
  const worker = ['attic', 'cellar', 'slow'][pair % 3]!;
  const { players, ...rest } = result;
  const isLate = worker === 'slow' && pair % 2 === 0;
  return {
    ...{ ...rest, worker, startedAt: new Date(Date.UTC(2026, 10, 20) + 1_000 * pair).toISOString() },
    ...(worker === 'slow' && { overloaded: true, loopDelayMs: 81 }),
    players: players.map((player) => ({
      ...player,
      ...(isLate && { timeouts: player.name === 'ben' ? 0 : 2 }),
    })),
  };
}

function workersOf(games: number, of: (result: Result) => Result) {
  const figures = new WorkerFigures();
  for (let number = 1; number <= games; number++) figures.take(of(gameOf(names, number, 0, 1, false).result));
  return figures.part();
}

t.test('games of one machine have no workers', async (t) => {
  t.same(
    workersOf(10, (result) => result),
    {},
  );
});

t.test('each worker has its games, its rate, the mean delay, timeouts and overloaded games', async (t) => {
  const { workers } = workersOf(360, playedBy);
  t.strictSame(workers, [
    { name: 'attic', games: 120, gamesPerMinute: 30, delayMs: 1, timeouts: 0, overloaded: 0 },
    { name: 'cellar', games: 120, gamesPerMinute: 40, delayMs: 1, timeouts: 0, overloaded: 0 },
    { name: 'slow', games: 120, gamesPerMinute: 30, delayMs: 81, timeouts: 120, overloaded: 120 },
  ]);
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

  t.test('a report on a terminal shows the workers', async (t) => {
    const { stdout } = await report();
    t.match(stdout, /^Workers\n\n {2}worker +games +share +per minute +mean delay +timeouts +overloaded$/m);
    t.match(stdout, /^ {2}slow +200 +33\.3% +33\.33 +81 ms +200 +200$/m);
  });

  t.test('so do pages, Markdown and JSON, which fits its schema', async (t) => {
    const page = (await report('--as', 'html')).stdout;
    t.match(page, /<section id="workers">[\s\S]*<th scope="row">slow<\/th><td>200<\/td>/);
    const markdown = (await report('--as', 'markdown')).stdout;
    t.match(markdown, /\| slow \| 200 \|/);
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
    }
    const { stdout } = await report(...without, '--without-worker', 'attic');
    t.match(stdout, /^200 of 600 games between .*; 200 games of worker (slow|attic) left out .*; 200 games/m);
  });

  t.test('a name that has played nothing is a mistake', async (t) => {
    t.match(await report('--without-worker', 'atic'), {
      ...{ status: 2, stderr: /farm\.db has no games of "atic": expected one of attic, cellar, slow/ },
    });
    t.match(await say(['report', 'alone.db', '--without-worker', 'attic'], { cwd }), {
      ...{ status: 2, stderr: /alone\.db has no games of "attic": .*no games.*farm/ },
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
