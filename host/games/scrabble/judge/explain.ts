import { nameOfPlace } from '../shown/named-places.ts';
import { tileKind } from '../tiles/tile-set.ts';
import type { JudgingTerms } from './judgement.ts';
import type { MoveError } from './move-error.ts';

/** A sentence for the person who wanted to make the move. */
export function explain(error: MoveError, { board, tiles, rules, handSize }: JudgingTerms): string {
  const place = (x: number, y: number) => nameOfPlace(x, y, board.layout);
  switch (error.rule) {
    case 'emptymove':
      return 'the move has no new tile';
    case 'piecedoesnotexist':
      return `there is no tile ${error.id} in this game`;
    case 'playerdoesnothavepiece':
      return `you do not have ${lettersOf(error.id)}, or not so often`;
    case 'invalidpieceinst':
      return `${lettersOf(error.id)} cannot stand for ${error.face.letter}`;
    case 'emptytile':
      return `there is no square at ${place(error.x, error.y)}`;
    case 'occupiedtile':
      return `${error.there.letter} is on ${place(error.x, error.y)} already, so ${error.placed.letter} cannot be placed there`;
    case 'wordnotonroworcolumn':
      return 'the tiles must be in one row or in one column';
    case 'wordoutsideboard':
      return 'the word crosses a place where the board has no square';
    case 'wordnotconnected':
      return 'there is an empty square between the tiles';
    case 'firstwordtooshort':
      return 'the first word must have two letters or more';
    case 'firstwordnotovercenter':
      return `the first word must cover ${place(...error.center)}, the centre`;
    case 'wordnotadjacent':
      return 'the tiles must touch a tile that is on the board';
    case 'wordnotindictionary':
      return `${error.word} is not in the word list`;
    case 'notenoughpieces':
      return whyNoChange(error.left);
    default:
      return error satisfies never;
  }

  function lettersOf(id: number): string {
    const letters = new Set(tileKind(tiles, id)?.faces.map(({ letter }) => letter));
    return letters.size === 1 ? [...letters].join() : 'a blank';
  }

  function whyNoChange(left: number): string {
    if (rules.change === 'never') return 'these rules do not allow a change';
    const least = rules.change === 'hand-size' ? `, and must have ${handSize}` : '';
    return `the bag does not have enough tiles for this change: it has ${left}${least}`;
  }
}
