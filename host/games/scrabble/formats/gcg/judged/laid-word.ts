import { upperCase } from '../../../../../lexicon/word-list.ts';
import type { Board } from '../../../board/board.ts';
import type { Position } from '../../../judge/position.ts';
import { nameOfPlace, placeNamed } from '../../../shown/named-places.ts';
import { shown } from '../../../tiles/letter.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import type { Placement } from '../../../wire/messages.ts';
import { tileFor } from '../../../written-move.ts';
import { Misread, type Token } from '../read/misread.ts';

/** Which places there are, if this is none of them. */
function beyondEdge([x, y]: readonly [number, number], { layout }: Terms['board']): string | undefined {
  if (!layout) return undefined;
  const isOn = x >= layout.x && x < layout.x + layout.width && y >= layout.y && y < layout.y + layout.height;
  if (isOn) return undefined;
  const last = nameOfPlace(layout.x + layout.width - 1, layout.y, layout).charAt(0);
  return `expected a row from 1 to ${layout.height} and a column from A to ${last}`;
}

interface Terms {
  readonly board: Pick<Board, 'layout'>;
  readonly tiles: TileSet;
}

/**
 * The tiles that a word lays from its place on. A dot is a tile that lies there; so is a letter in parentheses, and one that
 * is the same as what lies there.
 */
export function laidWord(
  place: Token,
  word: Token,
  position: Position,
  { board, tiles }: Terms,
): readonly Placement[] | Misread {
  const [, row, column, top, first] = /^(?:(\d+)([a-z])|([a-z])(\d+))$/i.exec(place.text)!;
  const start = placeNamed((column ?? top)!, Number(row ?? first), board.layout);
  if (!start)
    return new Misread(
      place,
      'expected a board with up to 26 columns, as GCG has; this one is wider, or has no end',
    );
  const beyond = beyondEdge(start, board);
  if (beyond !== undefined)
    return new Misread(place, `there is no square at ${shown(place.text)}: ${beyond}`);
  const [right, below] = row === undefined ? [0, 1] : [1, 0];
  const placements: Placement[] = [];
  let [x, y] = start;
  let isOpen = false;
  for (const [index, sign] of [...word.text.normalize('NFC')].entries()) {
    const at = { line: word.line, column: word.column + index };
    if (sign === '(' || sign === ')') {
      if (isOpen === (sign === '('))
        return new Misread(at, `expected parentheses in pairs; got ${shown(word.text)}`);
      isOpen = !isOpen;
      continue;
    }
    const there = position.tileAt(x, y);
    const where = nameOfPlace(x, y, board.layout);
    if (there) {
      if (sign !== '.' && upperCase(sign) !== there.letter)
        return new Misread(
          at,
          `expected a dot or ${there.letter}, which lies on ${where}; got ${shown(sign)}`,
        );
    } else {
      if (sign === '.' || isOpen)
        return new Misread(
          at,
          `expected a letter that is laid on ${where}, where nothing lies; got ${shown(sign)}`,
        );
      const tile = tileFor(sign, tiles);
      if (!tile) return new Misread(at, `expected a letter of the tiles ${tiles.name}; got ${shown(sign)}`);
      placements.push({ x, y, ...tile });
    }
    x += right;
    y += below;
  }
  return placements;
}
