import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openPrograms, withoutCompiler } from '../bench/programs.ts';
import { resultsOf, run } from '../cli/wordhost.ts';

const GAMES = 26;
const PEELS = 80;
/** Far above the chance of a coin in 2,080 gates: other tests run beside this one. In a fixed order the first written wins four of five. */
const MOST_OFF = 0.15;

t.test(
  'of two equal players none is favoured by its seat, in 2,000 gates',
  { skip: withoutCompiler ?? false },
  async (t) => {
    const cwd = t.testdir({});
    writeFileSync(join(cwd, 'bunch'), `A ${42 + 2 * (PEELS - 1)}\n`);
    writeFileSync(
      join(cwd, 'words.txt'),
      Array.from({ length: 200 }, (_, index) => 'A'.repeat(index + 1)).join('\n'),
    );
    using programs = openPrograms();
    const player = programs.path('instant');
    const table = [
      '--dictionary',
      'words.txt',
      '--bunch',
      'bunch',
      '--games',
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
        players.every(({ offence }) => offence === undefined),
        'late peels are no offence',
      );
    }
    const first = results.reduce((sum, { players }) => sum + Number(players[0]!.peels), 0);
    const share = first / (GAMES * PEELS);
    t.ok(
      Math.abs(share - 0.5) < MOST_OFF,
      `seat 1 has ${(100 * share).toFixed(1)} % of ${GAMES * PEELS} peels`,
    );
  },
);
