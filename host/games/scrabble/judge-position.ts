import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type Board, NO_SQUARE } from './board/board.ts';
import { judgePlay } from './judge/judge-play.ts';
import type { FormedWord, ProgramFault } from './judge/judgement.ts';
import { errorWords } from './judge/move-error.ts';
import { emptyPosition, type Position } from './judge/position.ts';
import type { RuleSet } from './rule-sets.ts';
import type { TileSet } from './tiles/tile-set.ts';
import { readHand, readWrittenMove } from './written-move.ts';

/** What a single move is judged on, with nobody playing. */
export interface JudgingTable {
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly lexicon: Lexicon | undefined;
  readonly handSize: number;
}

export interface WrittenPosition {
  /** Moves that lie already, in any order; they are not judged. */
  readonly laid: readonly string[];
  /** Nothing: whatever the move needs is held. */
  readonly hand: string | undefined;
  readonly move: string;
}

export type PositionVerdict =
  | {
      readonly is: 'legal';
      readonly points: number;
      readonly words: readonly FormedWord[];
      readonly faults?: readonly ProgramFault[];
    }
  /** Each error as on the wire, without `error` before it. */
  | { readonly is: 'illegal'; readonly errors: readonly string[]; readonly faults?: readonly ProgramFault[] }
  | { readonly is: 'no-position'; readonly problem: string };

const PLAYER = 1;

export function judgePosition(table: JudgingTable, { laid, hand, move }: WrittenPosition): PositionVerdict {
  const position = positionOf(table, laid);
  if (typeof position === 'string') return { is: 'no-position', problem: position };
  const read = readWrittenMove(move, table.tiles);
  if (!read.ok) return { is: 'no-position', problem: read.problem };
  const { placements } = read;
  const held = hand === undefined ? needed(placements) : readHand(hand, table.tiles);
  if (typeof held === 'string')
    return { is: 'no-position', problem: `the hand ${JSON.stringify(hand)}: ${held}` };
  const judgement = judgePlay(table, position, held, placements);
  const faults = judgement.faults.length > 0 ? { faults: judgement.faults } : {};
  if (judgement.legal) return { is: 'legal', points: judgement.points, words: judgement.words, ...faults };
  return {
    is: 'illegal',
    errors: judgement.errors.map((error) => errorWords(error, PLAYER).join(' ')),
    ...faults,
  };
}

function positionOf({ board, tiles }: JudgingTable, laid: readonly string[]): Position | string {
  let position = emptyPosition;
  for (const text of laid) {
    const read = readWrittenMove(text, tiles);
    if (!read.ok) return read.problem;
    for (const placement of read.placements) {
      const { x, y } = placement;
      if (board.squareAt(x, y) === NO_SQUARE)
        return `${JSON.stringify(text)}: there is no square at (${x}, ${y})`;
      if (position.tileAt(x, y)) return `${JSON.stringify(text)}: something lies at (${x}, ${y}) already`;
      position = position.with([placement]);
    }
  }
  return position;
}

function needed(placements: readonly { readonly id: number }[]): ReadonlyMap<number, number> {
  const held = new Map<number, number>();
  for (const { id } of placements) held.set(id, (held.get(id) ?? 0) + 1);
  return held;
}
