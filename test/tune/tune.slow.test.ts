import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { run, start, succeed, until } from '../cli/wordhost.ts';
import { barriers } from '../support/accessibility.ts';
import { Chromium, withoutChromium } from '../support/chromium.ts';
import { best, givesUp, tuneScrabble } from './known-best.ts';

const parameters = ['--parameter', 'a=0..1:0.9', '--parameter', 'b=0..1:0.1'];
const bot = 'sh gives-up.sh {a} {b}';

interface Found {
  readonly parameters: readonly {
    readonly name: 'a' | 'b';
    readonly found: number;
    readonly path: readonly number[];
  }[];
  readonly comparison: { readonly verdict: string };
}

async function gamesIn(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const opening = await openStore(path, { mode: 'read' });
  if (!opening.ok) return 0;
  await using store = opening.store;
  return (await store.counts()).games;
}

t.test('known best parameters of a program are found, and are better than the start', async (t) => {
  const words = [
    ...tuneScrabble,
    ...'--seed 1 --games 1600 --jobs auto --json'.split(' '),
    ...parameters,
    bot,
  ];
  const { stdout } = await succeed(t, words, { cwd: t.testdir(givesUp) });
  const { parameters: found, comparison } = JSON.parse(stdout) as Found;
  for (const { name, found: value } of found) t.ok(Math.abs(value - best[name]) < 0.1, `${name} ${value}`);
  t.equal(comparison.verdict, 'better');
});

t.test('a tuning that is killed again and again has the same path', async (t) => {
  const cwd = t.testdir(givesUp);
  const of = ['--seed', '2', '--games', '96', '--pairs', '4', '--max-games', '24', '--jobs', '2', '--json'];
  const words = [...tuneScrabble, ...of, ...parameters];
  const whole = await run([...words, bot], { cwd });
  const stored = [...words, '--store', 'killed.db', bot];
  for (const games of [10, 40, 90]) {
    const running = start(stored, { cwd });
    await until(
      async () => (await gamesIn(join(cwd, 'killed.db'))) >= games,
      () => running.stderr,
    );
    running.child.kill('SIGKILL');
    await running.ended;
  }
  const last = await run(stored, { cwd });
  t.match(last.stderr, /^killed\.db has \d+ games? from an earlier run; resuming$/m);
  const [one, other] = [whole, last].map(({ stdout }) => JSON.parse(stdout) as Found);
  t.same(other!.parameters, one!.parameters);
  t.equal(other!.comparison.verdict, one!.comparison.verdict);
  t.equal(last.status, whole.status);
});

t.test('the page of a tuning keeps nobody out', { skip: withoutChromium }, async (t) => {
  const cwd = t.testdir(givesUp);
  const few = '--seed 1 --games 16 --pairs 2 --max-games 4 --page tune.html --quiet'.split(' ');
  const { stderr } = await run([...tuneScrabble, ...few, ...parameters, bot], { cwd });
  await using browser = await Chromium.start();
  const page = await browser.open(pathToFileURL(join(cwd, 'tune.html')).href, { width: 1280 });
  t.same(await barriers(page), [], stderr);
});
