import type { Test } from 'tap';
import { heapNow, tryEndless } from './retained.ts';
import { describeCase, tryCase } from './try-case.ts';
import type { Wire } from './wire.ts';
import { wires } from './wires.ts';

/** The same cases each time: `npm run fuzz` has others. */
const SEED = 0;
const MOST_KEPT = 4 * 2 ** 20;

interface HowMany {
  readonly cases: number;
  /** Of them, until all that is compiled and remembered on the way is there. */
  readonly warming: number;
  /** From one player that never stops. */
  readonly messages: number;
}

export function tryWires(t: Test, { cases, warming, messages }: HowMany): void {
  for (const [name, wire] of Object.entries<Wire>(wires))
    t.test(name, async (t) => {
      t.test('Whatever is written, however it is cut, the same is decided and nothing breaks', async (t) => {
        let early = 0;
        for (let number = SEED; number < SEED + cases; number++) {
          if (number === SEED + warming) early = heapNow();
          try {
            tryCase(wire, number);
          } catch (error) {
            t.comment(
              `npm run fuzz wires -- --wire ${name} --seed ${number} --cases 1\n${describeCase(wire, number)}`,
            );
            throw error;
          }
        }
        t.pass(`${cases} cases from seed ${SEED}`);
        t.ok(heapNow() - early < MOST_KEPT, 'nothing of them is kept');
      });

      for (const misbehaviour of Object.keys(wire.endless))
        t.test(`${misbehaviour} without end: no more is kept of many than of few`, async (t) => {
          tryEndless(wire, misbehaviour, messages);
          t.pass();
        });
    });
}
