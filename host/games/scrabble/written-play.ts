import { writtenWord } from './formats/written-word.ts';
import type { JudgingTerms } from './judge/judgement.ts';
import type { Position } from './judge/position.ts';
import { isBlank } from './shown/board-panel.ts';
import { placeOfWord } from './shown/named-places.ts';
import type { Placement } from './wire/messages.ts';

/**
 * A play as people write it and `readWrittenMove` reads it: `8H WORD` across, `H8 WORD` down, or `X,Y across WORD` where columns have no
 * letters. A dot is a place where something lay before, `main` the word along the play.
 */
export function writtenPlay(
  position: Position,
  placements: readonly Placement[],
  main: string,
  { board, tiles }: Pick<JudgingTerms, 'board' | 'tiles'>,
): string {
  const written = writtenWord(position, placements, main, (id) => isBlank(tiles, id));
  return `${placeOfWord(written, board.layout)} ${written.word}`;
}
