import t from 'tap';
import { gathered } from './lasting.ts';
import { withoutCompiler } from './programs.ts';

/** Of the game that has begun already: two players with their pipes and processes. */
const OF_ONE_GAME = 14;

t.test('a host gathers nothing with its games', { skip: withoutCompiler ?? false }, async (t) => {
  for (const level of ['off', 'bubblewrap'] as const) {
    const [early, late] = await gathered(level, [100, 500]);
    if (!early || !late) return void t.fail('no looks');
    t.equal(late.games, 500);
    t.ok(late.descriptors <= early.descriptors + OF_ONE_GAME, `${level}: ${late.descriptors} descriptors`);
    t.ok(late.processes <= early.processes + OF_ONE_GAME, `${level}: ${late.processes} processes`);
    t.equal(late.zombies, 0, `${level}: zombies`);
    t.equal(late.folders, early.folders, level);
    t.ok(late.heap < early.heap + 4 * 2 ** 20, `${level}: heap of ${early.heap}, then ${late.heap}`);
  }
});
