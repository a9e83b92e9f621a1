import type { Seat } from '../../core/units.ts';
import type { Situation, Situations } from '../game.ts';
import type { ScrabbleEvent } from './events.ts';
import { cgpText } from './formats/cgp.ts';
import { recordedGame } from './picture.ts';
import { placementsOf } from './wire/messages.ts';

/** A longer position is no example. */
const LONGEST = 2_000;

type Layout = NonNullable<(ScrabbleEvent & { readonly type: 'board' })['layout']>;

/** As `judge scrabble` reads them: the board as CGP, where it has no edges the moves on it; and the hand. */
export function scrabbleSituations(seats: number): Situations<ScrabbleEvent> {
  const racks = Array.from({ length: seats }, () => '');
  const scores = Array.from({ length: seats }, () => 0);
  const moves: string[] = [];
  let options: Parameters<typeof recordedGame>[0] = {};
  let layout: Layout | null = null;
  let scoreless = 0;
  let hasTurn = false;

  function positionFor(seat: Seat): string {
    if (layout === null) return moves.join('; ');
    const { x, y, rows } = layout;
    const { isBlank } = recordedGame(options);
    const cells = rows.map((row) => Array.from(row, () => '.'));
    for (const tile of moves.flatMap((move) => placementsOf(move.split(' ')))) {
      const row = cells[tile.y - y];
      if (row?.[tile.x - x] !== undefined)
        row[tile.x - x] = isBlank(tile.id) ? tile.letter.toLowerCase() : tile.letter;
    }
    const inOrder = scores.map((_, index) => (seat - 1 + index) % seats);
    return cgpText({
      rows: cells.map((row) => row.join('')),
      racks: inOrder.map(() => ''),
      scores: inOrder.map((other) => scores[other]!),
      scoreless,
      operations: [],
    });
  }

  return {
    take(event) {
      if (event.type === 'game') options = event.options;
      else if (event.type === 'board') layout = event.layout;
      else if (event.type === 'turn') {
        if (hasTurn) scoreless++;
        hasTurn = true;
      }
      if ('rack' in event && event.rack !== undefined) racks[event.seat - 1] = event.rack;
      if (event.type !== 'play' || event.errors !== undefined) return;
      moves.push(event.move);
      scores[event.seat - 1] = event.score;
      if (event.points === 0) return;
      scoreless = 0;
      hasTurn = false;
    },
    of(seat): Situation {
      const position = positionFor(seat);
      const hand = racks[seat - 1]!;
      return {
        ...(position !== '' && position.length <= LONGEST && { position }),
        ...(hand !== '' && { hand }),
      };
    },
  };
}
