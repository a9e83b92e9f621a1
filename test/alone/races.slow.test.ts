import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { followPages, racePages } from '../docs/follow-pages.ts';
import { page } from '../docs/pages.ts';
import { allOf } from '../support/all-of.ts';
import { openPrograms, withoutCompiler } from '../support/programs.ts';

const GAMES = 26;
const PEELS = 80;
/** In standard errors, of games: the gates of one depend on each other. Chance goes so far in one run of a hundred thousand. */
const MOST_OFF = 5.5;
/** Where all games are alike there is hardly an error. */
const LEAST_ERROR = 0.01;

t.test('of two equal players no seat wins more', { skip: withoutCompiler ?? false }, async (t) => {
  const cwd = t.testdir({});
  writeFileSync(join(cwd, 'bunch'), `A ${42 + 2 * (PEELS - 1)}\n`);
  writeFileSync(
    join(cwd, 'words.txt'),
    Array.from({ length: 200 }, (_, index) => 'A'.repeat(index + 1)).join('\n'),
  );
  using programs = openPrograms();
  const player = programs.path('instant');
  const table = [
    ...'--dictionary words.txt --bunch bunch --games'.split(' '),
    String(GAMES),
    '--seed',
    'equal',
  ];
  const outcome = await run([...table, '--json', '--quiet', player, player], { cwd });
  const results = resultsOf(outcome);
  t.equal(results.length, GAMES, outcome.stderr);
  for (const { outcome, peels, players } of results) {
    t.match({ outcome, peels }, { outcome: 'won', peels: PEELS });
    t.ok(
      allOf(players, ({ offence }) => offence === undefined),
      'late peels are no offence',
    );
  }
  const shares = results.map(({ players }) => Number(players[0]!.peels) / PEELS);
  const share = mean(shares);
  const spread = Math.sqrt(mean(shares.map((each) => (each - share) ** 2)) / (GAMES - 1));
  const error = Math.max(LEAST_ERROR, spread);
  t.ok(
    Math.abs(share - 0.5) < MOST_OFF * error,
    `seat 1 has ${(100 * share).toFixed(1)} % of ${GAMES * PEELS} peels, give or take ${(100 * error).toFixed(1)}`,
  );
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

t.test('without what makes it fair the race is not fair, and the exit status is 1', async (t) => {
  const args = ['race', '--naive', '--gates', '1000', '--seed', 'spring'];
  const outcome = await run(args, { cwd: t.testdir({}) });
  t.equal(outcome.status, 1, outcome.stdout);
  t.match(outcome.stdout, /\nverdict: NOT FAIR\. .*\n$/);
});

followPages(racePages.map(page));
