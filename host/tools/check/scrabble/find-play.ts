import type { HeldTiles, JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import type { Position } from '../../../games/scrabble/judge/position.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';

const MOST_STEPS = 2_000_000;

/** A legal play of as many of these tiles as is found soon, or none where there is none. */
export function findPlay(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
): readonly Placement[] | undefined {
  const size = [...held.values()].reduce((sum, count) => sum + count, 0);
  let longest: readonly Placement[] | undefined;
  const search = searchPlays(terms, position, held, (found) => {
    const placements = found.placements();
    if (placements.length > (longest?.length ?? 0)) longest = placements;
  });
  for (const steps of search) if (longest?.length === size || steps > MOST_STEPS) break;
  return longest;
}
