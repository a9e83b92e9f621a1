import t from 'tap';
import { crafted, flipped, forged, injected, type Mutant } from './mutants.ts';
import type { Source } from './sources.ts';
import { changedDecision, tryRecord } from './try-record.ts';

/** Controls, what turns the direction of writing or has no width: none of it may reach a terminal. Lines end, though. */
const ACTS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Of processor time, for a record of some dozen lines. */
const LONGEST_MS = 5_000;

/** Tries them all, and answers how many were refused. */
function tryAll(mutants: Iterable<Mutant>): {
  readonly tried: number;
  readonly refused: number;
  readonly odd: unknown[];
} {
  let [tried, refused] = [0, 0];
  const odd: unknown[] = [];
  for (const mutant of mutants) {
    const before = process.cpuUsage();
    tried++;
    try {
      const outcome = tryRecord(mutant);
      if (outcome.refused !== undefined) refused++;
      if (
        outcome.refused !== undefined &&
        !/^(?:x: )?(?:line \d+[: ]|expected a record of wordhost)/.test(outcome.refused)
      )
        odd.push({ what: mutant.what, problem: outcome.refused });
      const sign = ACTS.exec(outcome.printed + (outcome.refused ?? ''))?.[0];
      if (sign !== undefined)
        odd.push({
          what: mutant.what,
          'is printed': sign.codePointAt(0)!.toString(16),
          refused: outcome.refused !== undefined,
        });
      const changed = outcome.right ? changedDecision(mutant) : undefined;
      if (changed !== undefined) odd.push({ what: mutant.what, 'called right': changed.slice(0, 200) });
    } catch (error) {
      odd.push({ what: mutant.what, stack: (error as Error).stack?.split('\n').slice(0, 6) });
    }
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms > LONGEST_MS) odd.push({ what: mutant.what, ms });
  }
  return { tried, refused, odd };
}

/** One in so many of the records with another field, and so many with other bytes, changes or fields. */
interface Share {
  readonly oneIn: number;
  readonly flips: number;
}

export function tryCrafted(sources: readonly Source[], { oneIn, flips }: Share): void {
  t.test('Whatever a field of a record contains, it is read or refused with its line', async (t) => {
    const { tried, refused, odd } = tryAll([...crafted(sources)].filter((_, index) => index % oneIn === 0));
    t.same(odd.slice(0, 10), [], `${odd.length} odd`);
    t.ok(tried >= 2_000 / oneIn, `${tried} records`);
    t.comment(`${tried} records, ${refused} of them refused`);
    t.ok(refused > tried / 2, `${refused} of them refused`);
  });

  for (const [what, mutant] of Object.entries({
    'byte of a record is another': flipped,
    'is changed by who knows the format': forged,
    'field is put in or is there twice': injected,
  }))
    t.test(`Whatever ${what}, it is read or refused with its line`, async (t) => {
      const { refused, odd } = tryAll(Array.from({ length: flips }, (_, seed) => mutant(sources, seed)));
      t.same(odd.slice(0, 10), [], `${odd.length} odd`);
      t.ok(refused > 0 && refused < flips, `${refused} of ${flips} refused`);
    });
}
