import type { HeldTiles, JudgedTable, Placement } from 'wordhost';
import { type Chance, pick } from '../program/chance.ts';
import type { Choice, Chooser } from '../scrabble/strategy.ts';

/** Keeps one of all that it sees, each with the same chance: the second with a half, the third with a third. */
export function anyPlay({ table, held, chance }: Choice): Chooser {
  let seen = 0;
  let kept: readonly Placement[] | undefined;
  return {
    look(found) {
      seen++;
      if (chance() * seen < 1) kept = found.placements();
    },
    chosen: () => (table.lexicon || !kept ? kept : anyTiles(kept, table, held, chance)),
  };
}

/** Where all words go, any tiles can lie in these places. */
function anyTiles(
  places: readonly Placement[],
  { tiles }: JudgedTable,
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
