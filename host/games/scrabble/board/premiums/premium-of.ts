import type { Premium } from '../board.ts';
import type { Checked } from '../language/check.ts';
import { linearSum, type Sum, zero } from './linear-sum.ts';

/** The slots of a square's program: `_pos_`, `_acc_` and `_result_`. */
const slots: readonly Sum[] = [{ ...zero, pos: 1 }, { ...zero, acc: 1 }, zero];
const RESULT = 2;

/**
 * What a square's program multiplies, if it does nothing else. Told from its structure: it has no conditions and no
 * loops, nothing in it can fail, and what it leaves is the points so far and the letter's some times, or the points so
 * far some times.
 */
export function premiumOf(program: Checked): Premium | undefined {
  const values = program.faults.size === 0 ? valuesAfter(program) : undefined;
  if (!values) return undefined;
  const { pos, acc, points, number } = values[RESULT]!;
  if (pos !== 0 || number !== 0) return undefined;
  if (points === 0) return { multiplies: 'word', times: acc };
  return acc === 1 ? { multiplies: 'letter', times: points } : undefined;
}

/** What each variable is in the end; none if that depends on more than sums can say. */
function valuesAfter(program: Checked): readonly Sum[] | undefined {
  const values = [...slots];
  for (const statement of program.body) {
    if (statement.is === 'skip') continue;
    if (statement.is === 'if' || statement.is === 'while') return undefined;
    const value =
      statement.is === 'declare'
        ? zero
        : linearSum(statement.value, (variable) => values[program.slots.get(variable)!]!);
    if (!value) return undefined;
    values[program.slots.get(statement)!] = value;
  }
  return values;
}
