import { NO_SQUARE } from '../board/board.ts';
import type { ScrabbleEvent } from '../events.ts';
import type { Table } from './state.ts';

/** What there is to draw of the board: all of a finite one. */
export function boardEvent({ board, rules, handSize }: Table): ScrabbleEvent {
  const { name, center, layout } = board;
  const drawn = layout && {
    x: layout.x,
    y: layout.y,
    rows: Array.from({ length: layout.height }, (_, row) =>
      Array.from(layout.ids.subarray(row * layout.width, (row + 1) * layout.width), (id) =>
        id === NO_SQUARE ? '#' : board.drawnAs(id),
      ).join(''),
    ),
  };
  return { type: 'board', name, rules: rules.name, handSize, center, layout: drawn ?? null };
}
