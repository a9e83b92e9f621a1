import type { Panel } from '../../shown.ts';
import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Position } from '../judge/position.ts';
import { type TileSet, tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import { signsOn } from './drawn-game.ts';
import { namesOf } from './named-places.ts';

/** The part of a board that is seen. */
export interface BoardWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface LaidBoard {
  readonly board: Board;
  readonly tiles: TileSet;
  readonly position: Position;
  /** Those of the last move. */
  readonly fresh: readonly Pick<Placement, 'x' | 'y'>[];
}

/** A board with what is on it, or a part of it, for a player who sees what the wire tells. */
export function boardPanel({ board, tiles, position, fresh }: LaidBoard, seen: BoardWindow): Panel {
  const { x, y, width, height } = seen;
  const signs = signsOn(board);
  const drawn = (column: number, row: number) => {
    const tile = position.tileAt(x + column, y + row);
    if (tile) return isBlank(tiles, tile.id) ? tile.letter.toLowerCase() : tile.letter;
    const square = board.squareAt(x + column, y + row);
    return square === NO_SQUARE ? '#' : (signs.get(board.drawnAs(square))?.sign ?? '.');
  };
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => drawn(column, row)),
  );
  const used = new Set(rows.flat());
  const legend = [...signs.values()].filter(({ sign }) => used.has(sign));
  return {
    ...{ seat: undefined, caption: '', rows, ...namesIn(board, seen) },
    legend: legend.sort((one, other) => one.weight - other.weight),
    fresh: fresh.flatMap((place) => {
      const [column, row] = [place.x - x, place.y - y];
      return column >= 0 && column < width && row >= 0 && row < height ? [row * width + column] : [];
    }),
  };
}

/** The tile can stand for several letters. */
export function isBlank(tiles: TileSet, id: number): boolean {
  return new Set(tileKind(tiles, id)?.faces.map(({ letter }) => letter)).size > 1;
}

function namesIn({ layout }: Board, seen: BoardWindow) {
  if (!layout) return namesOf(seen, false);
  const { columnNames, rowNames } = namesOf(layout, true);
  const [left, top] = [seen.x - layout.x, seen.y - layout.y];
  return {
    columnNames: columnNames.slice(left, left + seen.width),
    rowNames: rowNames.slice(top, top + seen.height),
  };
}
