import t from 'tap';
import { heapNow, tryEndless } from './retained.ts';
import { describeCase, tryCase } from './try-case.ts';
import type { Wire } from './wire.ts';
import { wires } from './wires.ts';

/** The same cases each time: `npm run fuzz` has others. */
const SEED = 0;
const CASES = 300;
/** Of them, until all that is compiled and remembered on the way is there. */
const WARMING = 200;
const MOST_KEPT = 4 * 2 ** 20;

for (const [name, wire] of Object.entries<Wire>(wires))
  t.test(name, async (t) => {
    t.test('Whatever is written, however it is cut, the same is decided and nothing breaks', async (t) => {
      let early = 0;
      for (let number = SEED; number < SEED + CASES; number++) {
        if (number === SEED + WARMING) early = heapNow();
        try {
          tryCase(wire, number);
        } catch (error) {
          t.comment(
            `npm run fuzz -- --wire ${name} --seed ${number} --cases 1\n${describeCase(wire, number)}`,
          );
          throw error;
        }
      }
      t.pass(`${CASES} cases from seed ${SEED}`);
      t.ok(heapNow() - early < MOST_KEPT, 'nothing of them is kept');
    });

    for (const misbehaviour of Object.keys(wire.endless))
      t.test(`${misbehaviour} without end: no more is kept of many than of few`, async (t) => {
        tryEndless(wire, misbehaviour);
        t.pass();
      });
  });
