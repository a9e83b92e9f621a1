import { tileKind } from '../tiles/tile-set.ts';
import type { HeldTiles, JudgingTerms } from './judgement.ts';
import type { MoveError } from './move-error.ts';

/** What is wrong with a change of these tiles, with so many left in the bag; empty where it stands. */
export function judgeChange(
  terms: JudgingTerms,
  held: HeldTiles,
  left: number,
  ids: readonly number[],
): readonly MoveError[] {
  if (ids.length === 0) return [{ rule: 'emptymove' }];
  const errors = idErrors(terms, held, ids);
  if (errors.length > 0 || left >= needed(terms, ids.length)) return errors;
  return [{ rule: 'notenoughpieces', wanted: ids.length, left }];
}

function idErrors({ tiles }: JudgingTerms, held: HeldTiles, ids: readonly number[]): MoveError[] {
  const errors: MoveError[] = [];
  const used = new Map<number, number>();
  for (const id of ids) {
    const uses = used.get(id) ?? 0;
    used.set(id, uses + 1);
    if (!tileKind(tiles, id)) errors.push({ rule: 'piecedoesnotexist', id });
    else if (uses >= (held.get(id) ?? 0)) errors.push({ rule: 'playerdoesnothavepiece', id });
  }
  return errors;
}

function needed({ rules, handSize }: JudgingTerms, wanted: number): number {
  switch (rules.change) {
    case 'hand-size':
      return handSize;
    case 'as-many':
      return wanted;
    case 'never':
      return Number.POSITIVE_INFINITY;
    default:
      return rules.change satisfies never;
  }
}
