import { boardPanel, isBlank, type Position } from 'wordhost/scrabble';
import {
  drawPanel,
  inColumns,
  inLines,
  legendLine,
  type Paint,
  padEnd,
  spaceOf,
  widthOf,
  wrapped,
} from 'wordhost/terminal';
import { ownName } from '../desk.ts';
import type { Size } from '../terminal/screen.ts';
import { besideBoard, boardBeyond, windowOf } from './board-window.ts';
import type { WatchedGame } from './watched-game.ts';

export interface Seen {
  readonly watched: WatchedGame;
  /** The board with unsent tiles. */
  readonly position: Position;
  readonly fresh: readonly { readonly x: number; readonly y: number }[];
  /** How far the person has moved a large board. */
  readonly moved: { readonly x: number; readonly y: number };
  /** Undefined if hidden. */
  readonly rack: readonly number[] | undefined;
  readonly secondsLeft: number | undefined;
  readonly message: readonly string[];
  readonly isHelping: boolean;
}

type Space = Pick<Size, 'columns' | 'rows'>;

/** The legend, the rack, a message and the typed line are below the board. */
const MOST_MESSAGE = 4;
const BELOW = 3 + MOST_MESSAGE;
const GAP = 3;
/** The largest distance between names and points. */
const WIDEST_SCORE = 40;
const WIDEST_HELP = 43;

export function screenLines(seen: Seen, { columns, rows }: Space, paint: Paint): readonly string[] {
  const beside = besideBoard(seen.watched, columns);
  // A line for the information that is otherwise beside the board.
  const below = BELOW + (beside === 0 ? 1 : 0);
  const window = windowOf(seen, { columns: columns - beside, rows: Math.max(4, rows - below - 1) });
  const { board, tiles } = seen.watched.game.terms;
  const panel = boardPanel({ board, tiles, position: seen.position, fresh: seen.fresh }, window);
  const grid = drawPanel(panel, spaceOf(columns, paint));
  const beyond = boardBeyond(seen.watched, window);
  const width = Math.max(...grid.map(widthOf));
  const space = { columns: columns - width - GAP, rows: rows - BELOW };
  if (seen.isHelping && space.columns < WIDEST_HELP) return helpAlone(seen, { columns, rows }, paint);
  const side = beside === 0 ? [] : sideLines(seen, beyond, space, paint);
  const height = Math.max(grid.length, Math.min(side.length, space.rows));
  const above = Array.from({ length: height }, (_, row) =>
    `${padEnd(grid[row] ?? '', width + GAP)}${side[row] ?? ''}`.trimEnd(),
  );
  const free = Math.max(1, rows - 1 - above.length);
  const legend = legendLine(panel, { paint, width: columns });
  const message = seen.message.flatMap((line) => wrapped(line, columns));
  // Messages come first, then points. The legend gets the remaining lines.
  const state = beside === 0 ? inLines(stateInBrief(seen, beyond), columns, ', ') : [];
  const left = free - 1 - message.length - Math.min(1, state.length);
  const shownLegend = legend.slice(0, Math.max(1, left));
  const filled = [...shownLegend, rackLine(seen, paint), ...message, ...state].slice(0, free);
  const least = Math.min(free, Math.max(1, shownLegend.length) + 1 + MOST_MESSAGE);
  return [...above, ...filled, ...Array.from({ length: Math.max(0, least - filled.length) }, () => '')];
}

/** Used if the help does not fit beside the board. */
function helpAlone(seen: Seen, { columns, rows }: Space, paint: Paint): readonly string[] {
  const help = helpLines(seen).flatMap((line) => wrapped(line, columns));
  return [...help.slice(0, Math.max(1, rows - 3)), rackLine(seen, paint)];
}

/** Each entry has its own line and may wrap. Entries that rules or tiles exclude are omitted. */
function helpLines({ watched }: Seen): readonly string[] {
  const { tiles, rules } = watched.game.terms;
  const hasBlanks = tiles.tiles.some(({ id, count }) => count > 0 && isBlank(tiles, id));
  const dot = 'a dot, or the letter itself, is a tile on the board';
  return [
    '8H WORD      across from column H of row 8',
    'H8 WORD      down from there',
    '8,8 WORD h   row, column; h across, v down',
    '0,0 across WORD   by coordinates',
    hasBlanks ? `a lowercase letter is a blank; ${dot}` : dot,
    '',
    ...(rules.change === 'never' ? [] : [`change ABC   change tiles${hasBlanks ? ' (? is a blank)' : ''}`]),
    'pass   forfeit',
    'hint         show the highest-scoring play',
    'shuffle      reorder your tiles',
    'Enter sends the move shown, Escape (or undo) takes it back. Arrow keys scroll a large board, Home shows the last move, Ctrl-L redraws.',
  ];
}

function stateInBrief(seen: Seen, beyond: readonly string[]): readonly string[] {
  const { names, scores, moves } = seen.watched;
  const last = moves.slice(-1).map(({ player, text }) => `${names[player - 1]}: ${text}`);
  return [
    ...moreBoard(beyond),
    ...names.map((name, index) => `${name} ${scores[index]}`),
    ...stateLines(seen),
    ...last,
  ];
}

function sideLines(
  seen: Seen,
  beyond: readonly string[],
  { columns: width, rows: height }: Space,
  paint: Paint,
): readonly string[] {
  if (seen.isHelping)
    return ['', ...helpLines(seen).flatMap((line) => wrapped(line, Math.min(width, WIDEST_HELP)))];
  const { watched } = seen;
  const above = ['', ...scoreLines(watched, width, paint), '', ...moreBoard(beyond), ...stateLines(seen)];
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
    const line = inTwo(index + 1 === told.player ? ownName(name) : name, points, width);
    return index + 1 === told.player ? paint.bold(line) : line;
  });
}

function moreBoard(beyond: readonly string[]): string[] {
  return beyond.length === 0 ? [] : [`more board: ${beyond.join(', ')}`];
}

function stateLines({ watched, secondsLeft }: Seen): string[] {
  return [
    ...(watched.bagTold === undefined ? [] : [`${tilesIn(watched.bagTold)} in the bag`]),
    ...(secondsLeft === undefined ? [] : [`${secondsLeft} s left for this turn`]),
  ];
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
  if (tiles.tiles.length > MOST_KINDS) return [`${tilesIn(total)} unseen`];
  return [`${tilesIn(total)} unseen:`, ...inLines(listed, width)];
}

const tilesIn = (count: number) => `${count} ${count === 1 ? 'tile' : 'tiles'}`;

/** More do not fit on any screen. */
const MOST_KINDS = 60;

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
  const space = Math.min(width, WIDEST_SCORE);
  return `${padEnd(shortened(left, space - right.length - 1), space - right.length)}${right}`;
}

function shortened(text: string, width: number): string {
  return inColumns([text], width, 1)[0] ?? '';
}
