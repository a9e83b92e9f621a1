import { judgeChange } from '../../judge/judge-change.ts';
import type { HeldTiles, JudgingTerms } from '../../judge/judgement.ts';
import type { Placement } from '../../wire/messages.ts';
import { leaveValues } from './leave-values.ts';

/** What the tiles are worth that a move keeps, in hundredths of a point. */
export interface KeptTiles {
  after(laid: readonly Placement[]): number;
  /** By how many tiles are laid: the most that it can be. */
  readonly most: readonly number[];
  /** The best change of tiles that the rules allow, and what the tiles are worth that it keeps. */
  readonly change: { readonly ids: readonly number[]; readonly worth: number } | undefined;
}

/**
 * Of a turn with so many tiles in the bag. Without any, what is kept brings nothing; and of a very large hand it is not known.
 */
export function keptTiles(
  { terms, held }: { readonly terms: JudgingTerms; readonly held: HeldTiles },
  inBag: number,
): KeptTiles {
  const parts = inBag > 0 ? leaveValues(terms.tiles).parts(held) : undefined;
  if (!parts) return { after: () => 0, most: [], change: undefined };
  const { best } = parts;
  return {
    after: (laid) => parts.without(laid.map(({ id }) => id)),
    most: parts.most,
    get change() {
      const ids = [...without(held, best.kept)].flatMap(([id, count]) => Array<number>(count).fill(id));
      return judgeChange(terms, held, inBag, ids).length === 0 ? { ids, worth: best.value } : undefined;
    },
  };
}

function without(held: HeldTiles, gone: HeldTiles): HeldTiles {
  const left = new Map<number, number>();
  for (const [id, count] of held) {
    const some = count - (gone.get(id) ?? 0);
    if (some > 0) left.set(id, some);
  }
  return left;
}
