import { type Checkout, commitOf, openCheckout } from './checkout.ts';
import { groupsOf, type Line, measureIn, type Place } from './measure-in.ts';
import { type Ratio, ratios } from './ratios.ts';
import { Refusal } from './refusal.ts';

export interface Comparison {
  readonly root: string;
  readonly against: string;
  readonly groups: readonly string[];
  readonly rounds: number;
  readonly stop: AbortSignal;
  readonly note: (sentence: string) => void;
}

/** The same groups in another commit and here, in turns, so that both meet the same machine. */
export async function compare(wanted: Comparison): Promise<readonly Ratio[]> {
  const { root, against, stop, note } = wanted;
  const commit = await commitOf(root, against);
  note(`building ${against} (${commit.slice(0, 12)})`);
  await using there = await openCheckout(root, commit, stop);
  if (there.hasOtherPackages)
    note(`${against} has another package-lock.json: it runs with the packages of this checkout`);
  const groups = await common(wanted, there);
  const here: Place = { root, scratch: there.scratch };
  const lines: { there: Line[]; here: Line[] } = { there: [], here: [] };
  for (const group of groups)
    for (let round = 1; round <= wanted.rounds; round++) {
      note(`${group}, round ${round} of ${wanted.rounds}`);
      // A machine that has worked for a minute may be slower: neither is always the second.
      const order = [['there', there] as const, ['here', here] as const];
      for (const [which, place] of round % 2 === 1 ? order : order.toReversed())
        lines[which].push(...(await measureIn(place, group, stop)));
    }
  return ratios(lines);
}

async function common({ groups, against, stop, note }: Comparison, there: Checkout) {
  const known = await groupsOf(there, stop);
  const missing = groups.filter((group) => !known.includes(group));
  if (missing.length === groups.length)
    throw new Refusal(`--against: ${against} has none of these groups; it has ${known.join(', ')}`);
  if (missing.length > 0) note(`${against} has no group ${missing.join(', ')}: left out`);
  return groups.filter((group) => known.includes(group));
}
