import t from 'tap';
import { RatioPath } from '../../host/cli/watching/ratio-path.ts';
import type { TestState } from '../../host/tournament/likelihood-test.ts';

const at = (games: number, llr: number) => ({ games, sprt: { llr } as TestState });

t.test(
  'the path of a long comparison has a bounded number of points, its first and its newest among them',
  async (t) => {
    const path = new RatioPath();
    path.take({ games: 0, sprt: null });
    t.same(path.points, [], 'nothing is tested');
    for (let games = 1; games <= 20_000; games++) {
      path.take(at(games, games / 10_000));
      path.take(at(games, 99));
    }
    const { points } = path;
    t.ok(points.length <= 1001, `${points.length} points`);
    t.ok(points.length > 400, `${points.length} points`);
    t.same(points[0], [1, 0.0001]);
    t.same(points.at(-1), [20_000, 2]);
    const steps = new Set(points.slice(1, -1).map(([games], index) => games - points[index]![0]));
    t.equal(steps.size, 1, 'all as far from each other');
  },
);
