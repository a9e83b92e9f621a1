import type { Test } from 'tap';
import { MOST_MB, tryStores } from './try-stores.ts';

/** The same stores each time: `npm run fuzz stores` has others. */
export async function readCraftedStores(t: Test, seed: number, cases: number): Promise<void> {
  let [number, most] = [seed, 0];
  for await (const { what, faults, mb } of tryStores(t.testdir({}), seed, cases)) {
    most = Math.max(most, mb);
    t.same(faults, [], `npm run fuzz stores -- --seed ${number++} --cases 1: ${what}`);
  }
  t.equal(number, seed + cases);
  t.comment(`the most memory was ${most} MB of ${MOST_MB}`);
}
