import t from 'tap';
import { describeCase, tryCase } from './try-case.ts';

const CASES = 600;

t.test('Whatever players write, and however it is cut, the same is decided and nothing breaks', async (t) => {
  // Other cases every day, the same all day: a failure can be run again.
  const seed = Math.floor(Date.now() / 86_400_000) * 1000;
  for (let number = seed; number < seed + CASES; number++) {
    try {
      tryCase(number);
    } catch (error) {
      t.comment(`npm run fuzz -- --seed ${number} --cases 1\n${describeCase(number)}`);
      throw error;
    }
  }
  t.pass(`${CASES} cases from seed ${seed}`);
});
