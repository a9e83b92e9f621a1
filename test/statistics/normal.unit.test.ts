import t from 'tap';
import { normalBelow } from '../../host/statistics/normal.ts';

/** Of published tables of the normal distribution. */
const published = [
  [0, 0.5],
  [0.5, 0.691462461274013],
  [1, 0.8413447460685429],
  [1.959963984540054, 0.975],
  [2.326347874040841, 0.99],
  [3.090232306167813, 0.999],
  [4, 0.9999683287581669],
] as const;

t.test('the part below a deviate is as in the tables, on both sides', async (t) => {
  for (const [deviate, part] of published) {
    t.ok(Math.abs(normalBelow(deviate) - part) < 1e-12, `${deviate}`);
    t.ok(Math.abs(normalBelow(-deviate) - (1 - part)) < 1e-12, `${-deviate}`);
  }
});

t.test('it has no step where the way of computing it changes, and does not end at 0', async (t) => {
  t.ok(Math.abs(normalBelow(3 - 1e-9) - normalBelow(3)) < 1e-11);
  t.ok(normalBelow(-30) > 0 && normalBelow(-30) < 1e-190);
  t.equal(normalBelow(30), 1);
});
