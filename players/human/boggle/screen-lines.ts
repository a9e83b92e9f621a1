import { drawPanel, inColumns, type Paint, padEnd, spaceOf, widthOf, wrapped } from 'wordhost/terminal';
import { ownName } from '../desk.ts';
import type { Size } from '../terminal/screen.ts';
import type { WatchedWords } from './watched-words.ts';

interface Seen {
  readonly watched: WatchedWords;
  readonly path: readonly number[];
  readonly message: string;
}

const GAP = 4;
/** Empty lines around a message, and the typed line. */
const BELOW = 3;

export function screenLines({ watched, path, message }: Seen, size: Size, paint: Paint): readonly string[] {
  const said = wrapped(message, size.columns);
  const most = Math.max(1, size.rows - BELOW - said.length);
  const grid = drawPanel(panelOf(watched, path), fitting(watched, { ...size, rows: most }, paint));
  const width = Math.max(...grid.map(widthOf));
  const side = sideLines(watched, size, size.columns - width - GAP, most, paint);
  const both = Array.from({ length: Math.min(most, Math.max(grid.length, side.length)) }, (_, row) =>
    `${padEnd(grid[row] ?? '', width + GAP)}${side[row] ?? ''}`.trimEnd(),
  );
  return [...both, '', ...said, ''];
}

function panelOf({ told: { board } }: WatchedWords, path: readonly number[]) {
  const rows = Array.from({ length: board.height }, (_, row) =>
    board.cells.slice(row * board.width, (row + 1) * board.width),
  );
  return { seat: undefined, caption: '', rows, path };
}

/** Draws a path between the cells if that fits. */
function fitting({ told: { board } }: WatchedWords, { columns, rows }: Size, paint: Paint) {
  return { ...spaceOf(columns, paint), strokes: 2 * board.height - 1 <= rows };
}

function sideLines(
  watched: WatchedWords,
  { isPlain }: Size,
  width: number,
  height: number,
  paint: Paint,
): readonly string[] {
  if (width < 16) return [];
  const { names, scores, told, turnsLeft, words } = watched;
  const left = isPlain ? undefined : watched.secondsLeft(performance.now());
  const above = [
    ...names.map((name, index) => {
      const isOwn = index + 1 === told.player;
      const line = `${isOwn ? ownName(name) : name}: ${scores[index]}`;
      return isOwn ? paint.bold(line) : line;
    }),
    '',
    ...(left === undefined ? [] : [`${left} s left`]),
    ...(turnsLeft === undefined ? [] : [`${turnsLeft} turns left in the game`]),
    ...(told.rules === 'classic' ? [`your words: ${watched.own.size}`] : []),
    '',
  ];
  const free = Math.max(1, height - above.length);
  const listed =
    told.rules === 'classic' && words.length === 0 ? [...watched.own].toReversed() : words.slice(-free);
  return [...above, ...inColumns(listed, width, free)];
}
