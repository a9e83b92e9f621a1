import type { HeldTiles, JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { Placement } from '../../games/scrabble/wire/messages.ts';
import { type Chance, pick } from '../chance.ts';
import type { Choice, Chooser } from './strategy.ts';

/** Reservoir sampling: the second play replaces the first with probability 1/2, the third with 1/3. */
export function anyPlay({ terms, held, chance }: Choice): Chooser {
  let seen = 0;
  let kept: readonly Placement[] | undefined;
  return {
    look(found) {
      seen++;
      if (chance() * seen < 1) kept = found.placements();
    },
    chosen: () => (terms.lexicon || !kept ? kept : anyTiles(kept, terms, held, chance)),
  };
}

/** If all words are valid, any tiles can be in these places. */
function anyTiles(
  places: readonly Placement[],
  { tiles }: JudgingTerms,
  held: HeldTiles,
  chance: Chance,
): readonly Placement[] {
  const left = tiles.tiles.flatMap((kind) => Array.from({ length: held.get(kind.id) ?? 0 }, () => kind));
  return places.map(({ x, y }) => {
    const [{ id, faces }] = left.splice(pick(chance, left.length), 1) as [(typeof left)[number]];
    const { letter, points } = faces[pick(chance, faces.length)]!;
    return { x, y, id, letter, points };
  });
}
