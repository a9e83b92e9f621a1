import {
  isBlank,
  type JudgingTerms,
  judgePlay,
  type Placement,
  type Position,
  placeOfWord,
} from 'wordhost/scrabble';

/**
 * Writes a play as people do: `8H WORD`, small letters for blanks; on boards without edges `X,Y across WORD`.
 */
export function written(terms: JudgingTerms, position: Position, placements: readonly Placement[]): string {
  const held = new Map<number, number>();
  for (const { id } of placements) held.set(id, (held.get(id) ?? 0) + 1);
  const judgement = judgePlay(terms, position, held, placements);
  const word = judgement.legal ? judgement.words[0] : undefined;
  if (!word) return placements.map(({ letter }) => letter).join('');
  const { x, y, direction } = word;
  const after = position.with(placements);
  const spelled = Array.from(word.letters, (letter, index) => {
    const tile = direction === 'across' ? after.tileAt(x + index, y) : after.tileAt(x, y + index);
    return tile && isBlank(terms.tiles, tile.id) ? letter.toLowerCase() : letter;
  }).join('');
  return `${placeOfWord(word, terms.board.layout)} ${spelled}`;
}
