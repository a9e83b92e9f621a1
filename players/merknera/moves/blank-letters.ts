import { type Choice, judgePlay, type Placement, searchPlays } from 'wordhost/scrabble';
import type { LaidTile } from './read-move.ts';

/**
 * The same with a letter for each blank that has none: those that make the play legal and worth most, and of these the first in the
 * alphabet. Where no letters do, or none are found by then, the first one: the host says what is wrong.
 */
export function withLetters(laid: readonly LaidTile[], choice: Choice, until: number): readonly Placement[] {
  if (laid.every(hasLetter)) return laid;
  const { terms, position, held } = choice;
  let best: { readonly points: number; readonly placements: readonly Placement[] } | undefined;
  const look = (placements: readonly Placement[]) => {
    const judgement = judgePlay(terms, position, held, placements);
    if (!judgement.legal) return;
    const { points } = judgement;
    if (best && (points < best.points || (points === best.points && !isBefore(placements, best.placements))))
      return;
    best = { points, placements };
  };
  const searched = searchPlays(terms, position, countsOf(laid), (found) => {
    const placements = lettersOf(found.placements(), laid);
    if (placements) look(placements);
  });
  for (const _ of searched) if (performance.now() > until) break;
  const [first = ''] = [...(terms.lexicon?.alphabet ?? '')];
  return best?.placements ?? laid.map((tile) => ({ ...tile, letter: tile.letter ?? first }));
}

const hasLetter = (tile: LaidTile): tile is Placement => tile.letter !== undefined;

function countsOf(laid: readonly LaidTile[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { id } of laid) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** In the order in which the bot laid them. None: these are not its tiles at its places. */
function lettersOf(found: readonly Placement[], laid: readonly LaidTile[]): readonly Placement[] | undefined {
  if (found.length !== laid.length) return undefined;
  const placements: Placement[] = [];
  for (const { x, y, id, letter } of laid) {
    const there = found.find((tile) => tile.x === x && tile.y === y && tile.id === id);
    if (!there || (letter !== undefined && there.letter !== letter)) return undefined;
    placements.push(there);
  }
  return placements;
}

function isBefore(one: readonly Placement[], other: readonly Placement[]): boolean {
  const [letters, others] = [one, other].map((tiles) => tiles.map(({ letter }) => letter).join(''));
  return letters! < others!;
}
