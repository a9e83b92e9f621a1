import t from 'tap';
import { Matching } from '../../../host/tournament/pairing/matching.ts';
import fc, { runs } from '../../support/laws.ts';

const most = 12;
const graph = fc.record({
  size: fc.integer({ min: 2, max: most }),
  edges: fc.array(fc.boolean(), { minLength: most * most, maxLength: most * most }),
});

/** By trying everything: slow, and simple enough to be seen through. */
function canBePaired(open: readonly number[], mayMeet: (one: number, other: number) => boolean): boolean {
  const [one, ...others] = open;
  if (one === undefined) return true;
  return others.some(
    (other) =>
      mayMeet(one, other) &&
      canBePaired(
        others.filter((each) => each !== other),
        mayMeet,
      ),
  );
}

t.test('a perfect matching is found where there is one, also after pairs were taken out', async () => {
  fc.assert(
    fc.property(graph, fc.nat(), ({ size, edges }, pick) => {
      const mayMeet = (one: number, other: number) =>
        edges[Math.min(one, other) * most + Math.max(one, other)]!;
      const all = Array.from({ length: size }, (_, index) => index);
      const matching = new Matching(size, mayMeet);
      if (matching.isPerfect !== canBePaired(all, mayMeet)) return false;
      if (!matching.isPerfect) return true;
      const other = 1 + (pick % (size - 1));
      const rest = all.filter((each) => each !== 0 && each !== other);
      return matching.take(0, other) === canBePaired(rest, mayMeet);
    }),
    runs(2000),
  );
});

t.test('an odd circle is no trap', async (t) => {
  const drawn = ['.x...x', 'x.x...', '.x.xx.', '..x.x.', '..xx..', 'x.....'];
  const matching = new Matching(6, (one, other) => drawn[one]![other] === 'x');
  t.ok(matching.isPerfect);
  t.notOk(matching.take(0, 1), 'then the last one would be alone');
  t.ok(matching.take(0, 5), 'and nothing was changed');
});
