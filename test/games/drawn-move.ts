import type { Board } from '../../host/games/scrabble/board/board.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placedBoard } from './placed-squares.ts';
import { lexiconWith } from './table.ts';

/**
 * A move as a drawing: what lies, then a bar, then what is laid. On the left `.` is a free square, `#` none, `+` a
 * free one in the centre, and a to d are the kinds 1 to 4; on the right `.` is nothing and a small letter a blank.
 *
 *     .+... | .....
 *     CAT.. | ...S.
 *
 * The top left is (0, 0).
 */
export interface DrawnMove {
  readonly drawing: string;
  /** What is held; left out: what is laid. */
  readonly hand?: string;
  /** A board with its own squares: (0, 0) is then the place of the drawing's top left. */
  readonly board?: Board;
  readonly topLeft?: readonly [x: number, y: number];
  readonly rules?: RuleSetName;
  readonly tiles?: TileSet;
  /** Left out: all words are valid. */
  readonly words?: string;
  readonly handSize?: number;
  readonly more?: readonly Placement[];
}

export const PLAYER = 2;

export interface ReadMove {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: ReadonlyMap<number, number>;
  readonly placements: readonly Placement[];
}

/** `legal 9: CATS 8, SO 2`, or the errors as on the wire, without `error`. */
export function judged(move: DrawnMove): string {
  const { terms, position, held, placements } = readMove(move);
  const judgement = judgePlay(terms, position, held, placements);
  if (!judgement.legal)
    return judgement.errors.map((error) => errorLine(error, PLAYER).slice('error '.length)).join(', ');
  const words = judgement.words.map(({ letters, points }) => `${letters} ${points}`);
  return `legal ${judgement.points}: ${words.join(', ')}`;
}

export function readMove(move: DrawnMove): ReadMove {
  const { rules = 'tournament', topLeft: [left, top] = [0, 0], more = [], handSize = 7 } = move;
  const tiles = move.tiles ?? builtInTileSet(ruleSets[rules].tiles)!;
  const rows = move.drawing
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((half) => half.replaceAll(' ', '')));
  const cells = (half: number) =>
    rows.flatMap((row, y) => [...(row[half] ?? '')].map((cell, x) => ({ cell, x: x + left, y: y + top })));
  const placementOf = ({ cell, x, y }: Cell): Placement => ({ x, y, ...tileOf(cell, tiles) });
  const lying = cells(0).filter(({ cell }) => /\p{Lu}/u.test(cell));
  const laid = [
    ...cells(1)
      .filter(({ cell }) => cell !== '.')
      .map(placementOf),
    ...more,
  ];
  const hand =
    move.hand === undefined ? laid.map(({ id }) => id) : [...move.hand].map((each) => tileOf(each, tiles).id);
  return {
    terms: {
      rules: ruleSets[rules],
      board: move.board ?? drawnBoard(cells(0)),
      tiles,
      lexicon: move.words === undefined ? undefined : lexiconWith(move.words.split(' ')),
      handSize,
    },
    position: emptyPosition.with(lying.map(placementOf)),
    held: counted(hand),
    placements: laid,
  };
}

interface Cell {
  readonly cell: string;
  readonly x: number;
  readonly y: number;
}

function drawnBoard(cells: readonly Cell[]): Board {
  const center = cells.find(({ cell }) => cell === '+') ?? { x: 0, y: 0 };
  const squares = new Map(
    cells.map(({ cell, x, y }) => [
      `${x} ${y}`,
      cell === '#' ? undefined : Math.max(0, 'abcd'.indexOf(cell) + 1),
    ]),
  );
  return placedBoard((x, y) => squares.get(`${x} ${y}`), [center.x, center.y]);
}

/** `?` is a blank, and so is a small letter that it stands for. */
function tileOf(cell: string, { tiles }: TileSet): Omit<Placement, 'x' | 'y'> {
  const letter = cell.toUpperCase();
  const isBlank = cell === '?' || cell !== letter;
  const kind = tiles.find(
    ({ faces }) => faces.length > 1 === isBlank && (isBlank || faces[0]!.letter === letter),
  );
  if (!kind) throw new Error(`these tiles have no ${cell}`);
  return { id: kind.id, letter, points: isBlank ? 0 : kind.faces[0]!.points };
}

export function counted(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
