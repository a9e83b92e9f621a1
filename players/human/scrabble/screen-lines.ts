import { type BoardWindow, boardPanel, isBlank, type Position } from 'wordhost/scrabble';
import { drawPanel, inColumns, legendLine, type Paint, padEnd, spaceOf, widthOf } from 'wordhost/terminal';
import type { Size } from '../terminal/screen.ts';
import { helpLines } from './help-lines.ts';
import type { WatchedGame } from './watched-game.ts';

/** What there is to see of a game, besides what is typed. */
export interface Seen {
  readonly watched: WatchedGame;
  /** The board, with what is not sent yet. */
  readonly position: Position;
  readonly fresh: readonly { readonly x: number; readonly y: number }[];
  /** How far the person has moved a board that is larger than the terminal. */
  readonly moved: { readonly x: number; readonly y: number };
  /** The tiles in the person's order; none: hidden. */
  readonly rack: readonly number[] | undefined;
  readonly secondsLeft: number | undefined;
  readonly message: readonly string[];
  readonly isHelping: boolean;
}

type Space = Pick<Size, 'columns' | 'rows'>;

/** Below the board: what squares mean, the rack, a message, and what is typed. */
const MOST_MESSAGE = 4;
const BELOW = 3 + MOST_MESSAGE;
const GAP = 3;
const SIDE = 44;
const NARROWEST_SIDE = 16;

export function screenLines(seen: Seen, { columns, rows }: Space, paint: Paint): readonly string[] {
  const window = windowOf(seen, { columns, rows: Math.max(4, rows - BELOW - 1) });
  const { board, tiles } = seen.watched.game.terms;
  const panel = boardPanel({ board, tiles, position: seen.position, fresh: seen.fresh }, window);
  const space = spaceOf(columns, paint);
  const grid = drawPanel(panel, space);
  const width = Math.max(...grid.map(widthOf));
  const side = sideLines(seen, columns - width - GAP, rows - BELOW, paint);
  const height = Math.max(grid.length, Math.min(side.length, rows - BELOW));
  const beside = Array.from({ length: height }, (_, row) =>
    `${padEnd(grid[row] ?? '', width + GAP)}${side[row] ?? ''}`.trimEnd(),
  );
  const message = seen.message.slice(0, MOST_MESSAGE);
  const filled = [...message, ...Array.from({ length: MOST_MESSAGE - message.length }, () => '')];
  return [...beside, legendLine(panel, { paint })[0] ?? '', rackLine(seen, paint), ...filled];
}

/** The whole board where it fits, else the part around the last move, or where the person has gone from there. */
function windowOf({ watched, fresh, moved }: Seen, { columns, rows }: Space): BoardWindow {
  const { layout, center } = watched.game.terms.board;
  const [x, y] = fresh[0] ? [fresh[0].x, fresh[0].y] : center;
  const label = layout ? String(layout.height).length : labelWidth(y + moved.y, rows);
  const side = columns >= 2 * SIDE ? SIDE : Math.min(SIDE, Math.floor(columns * 0.55));
  const width = Math.max(5, Math.floor((columns - side - GAP - label) / 2));
  const along = part(x + moved.x, width, layout && { from: layout.x, length: layout.width });
  const down = part(y + moved.y, rows, layout && { from: layout.y, length: layout.height });
  return { x: along.from, y: down.from, width: along.length, height: down.length };
}

function labelWidth(y: number, rows: number): number {
  return Math.max(String(y - rows).length, String(y + rows).length);
}

interface Span {
  readonly from: number;
  readonly length: number;
}

function part(middle: number, length: number, whole: Span | undefined): Span {
  const from = middle - Math.floor(length / 2);
  if (!whole) return { from, length };
  if (whole.length <= length) return whole;
  return { from: Math.min(Math.max(from, whole.from), whole.from + whole.length - length), length };
}

function sideLines(seen: Seen, width: number, height: number, paint: Paint): readonly string[] {
  if (width < NARROWEST_SIDE) return [];
  if (seen.isHelping) return ['', ...helpLines];
  const { watched } = seen;
  const above = ['', ...scoreLines(watched, width, paint), '', ...stateLines(seen)];
  const unseen = unseenLines(watched, width);
  const free = height - above.length - unseen.length - 2;
  return [
    ...above,
    '',
    ...moveLines(watched, width, Math.max(1, free)),
    ...(unseen.length > 0 ? [''] : []),
    ...unseen,
  ];
}

function scoreLines({ names, scores, out, told }: WatchedGame, width: number, paint: Paint): string[] {
  return names.map((name, index) => {
    const points = `${scores[index]}${out.has(index + 1) ? ' (left)' : ''}`;
    const line = inTwo(index + 1 === told.player ? `${name} (you)` : name, points, width);
    return index + 1 === told.player ? paint.bold(line) : line;
  });
}

function stateLines({ watched, secondsLeft }: Seen): string[] {
  const bag = watched.bagTold === undefined ? [] : [`${tilesIn(watched.bagTold)} in the bag`];
  return secondsLeft === undefined ? bag : [...bag, `${secondsLeft} s left for this turn`];
}

function moveLines({ moves, names }: WatchedGame, width: number, most: number): string[] {
  return moves.slice(-most).map(({ player, text }) => shortened(`${names[player - 1]}: ${text}`, width));
}

function unseenLines(watched: WatchedGame, width: number): string[] {
  const unseen = watched.unseen();
  if (!unseen) return [];
  const { tiles } = watched.game.terms;
  const left = [...unseen].filter(([, count]) => count > 0);
  const total = left.reduce((sum, [, count]) => sum + count, 0);
  const listed = left.map(([id, count]) => `${letterOf(watched, id)}${count}`);
  if (tiles.tiles.length > MOST_KINDS) return [`${tilesIn(total)} not seen yet`];
  return [`${tilesIn(total)} not seen yet:`, ...inLines(listed, width)];
}

const tilesIn = (count: number) => `${count} ${count === 1 ? 'tile' : 'tiles'}`;

/** More do not fit on any screen. */
const MOST_KINDS = 60;

function inLines(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function rackLine({ rack, watched }: Seen, paint: Paint): string {
  if (!rack) return 'Your tiles are hidden until it is your turn.';
  if (rack.length === 0) return 'You have no tiles left.';
  const { tiles } = watched.game.terms;
  const shown = rack.map((id) => {
    const points = tiles.tiles.find((kind) => kind.id === id)?.faces[0]?.points ?? 0;
    return `${paint.bold(letterOf(watched, id))}${points === 0 ? '' : paint.dim(String(points))}`;
  });
  return `Your tiles:  ${shown.join('  ')}`;
}

export function letterOf({ game: { terms } }: WatchedGame, id: number): string {
  if (isBlank(terms.tiles, id)) return '?';
  return terms.tiles.tiles.find((kind) => kind.id === id)?.faces[0]?.letter ?? '?';
}

function inTwo(left: string, right: string, width: number): string {
  const space = Math.min(width, SIDE - 4);
  return `${padEnd(shortened(left, space - right.length - 1), space - right.length)}${right}`;
}

function shortened(text: string, width: number): string {
  return inColumns([text], width, 1)[0] ?? '';
}
