import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type Board, NO_SQUARE } from './board/board.ts';
import { type ExplicitOptions, setUpCgp, tooManyUsed, usedTiles } from './formats/cgp.ts';
import { readHand, readWrittenMove } from './formats/move-notation.ts';
import { judgeChange, judgePlay } from './judge/judge-move.ts';
import type { FormedWord, HeldTiles, ProgramFault } from './judge/judgement.ts';
import { errorWords, type MoveError } from './judge/judgement.ts';
import { emptyPosition, type Position } from './judge/position.ts';
import type { RuleSet } from './rule-sets.ts';
import { emptyHand, tilesIn, withTiles } from './tiles/bag.ts';
import { type TileSet, tileCount, tileKind } from './tiles/tile-set.ts';
import type { Move } from './wire/messages.ts';

/** The terms of judging a move without a game. */
export interface PositionTerms {
  /** Board and tiles that a position cannot change. */
  readonly asked: ExplicitOptions;
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly lexicon: Lexicon | undefined;
  readonly handSize: number;
}

export interface WrittenPosition {
  /** Existing moves in any order, unjudged. */
  readonly laid: readonly string[];
  /** A CGP position instead. It sets hand and bag if they are not given. */
  readonly cgp?: string | undefined;
  /** The default is whatever the move needs, as far as such tiles exist. */
  readonly hand: string | undefined;
  /** The default is all tiles that are neither laid nor held. */
  readonly bag: number | undefined;
  readonly move: string;
}

export type PositionVerdict =
  | {
      readonly is: 'legal';
      readonly points: number;
      readonly words: readonly FormedWord[];
      readonly faults?: readonly ProgramFault[];
    }
  /** Errors as on the wire, without `error`. */
  | { readonly is: 'illegal'; readonly errors: readonly string[]; readonly faults?: readonly ProgramFault[] }
  | { readonly is: 'no-position'; readonly problem: string };

const PLAYER = 1;

export function judgePosition(given: PositionTerms, written: WrittenPosition): PositionVerdict {
  const { laid, hand, cgp } = written;
  if (cgp !== undefined && laid.length > 0)
    return {
      is: 'no-position',
      problem: 'expected the tiles on the board as moves or as a position; got both',
    };
  const placed: Laid = cgp === undefined ? laidDown(given, laid) : setUpCgp(cgp, given, given.asked);
  if (!placed.ok) return { is: 'no-position', problem: placed.problem };
  const { terms, position } = placed;
  const read = readWrittenMove(written.move, terms);
  if (!read.ok) return { is: 'no-position', problem: read.problem };
  const { move } = read;
  const stated = hand === undefined ? placed.held : readHand(hand, terms.tiles);
  if (typeof stated === 'string')
    return { is: 'no-position', problem: `the hand ${JSON.stringify(hand)}: ${stated}` };
  const tooMany = tooManyUsed(terms.tiles, usedTiles(position.tiles(), stated ? [stated] : []));
  if (tooMany !== undefined) return { is: 'no-position', problem: `the board and the hand: ${tooMany}` };
  const isKnown = hand !== undefined || (stated !== undefined && stated.size > 0);
  const held = isKnown ? stated! : neededTiles(terms.tiles, position, move);
  switch (move.type) {
    case 'play': {
      const judgement = judgePlay(terms, position, held, move.placements);
      const faults = judgement.faults.length > 0 ? { faults: judgement.faults } : {};
      if (!judgement.legal) return illegal(judgement.errors, faults);
      return { is: 'legal', points: judgement.points, words: judgement.words, ...faults };
    }
    case 'change': {
      const holds = hand === undefined ? terms.handSize : tilesIn(held);
      const unseen = Math.max(0, tileCount(terms.tiles) - position.count - holds);
      const left = written.bag ?? placed.inBag ?? unseen;
      const errors = judgeChange(terms, held, left, move.ids);
      return errors.length > 0 ? illegal(errors) : withoutPoints;
    }
    case 'pass':
    case 'forfeit':
      return withoutPoints;
    default:
      return move satisfies never;
  }
}

const withoutPoints: PositionVerdict = { is: 'legal', points: 0, words: [] };

function illegal(
  errors: readonly MoveError[],
  faults: { readonly faults?: readonly ProgramFault[] } = {},
): PositionVerdict {
  return { is: 'illegal', errors: errors.map((error) => errorWords(error, PLAYER).join(' ')), ...faults };
}

type Laid =
  | {
      readonly ok: true;
      readonly terms: PositionTerms;
      readonly position: Position;
      readonly held?: HeldTiles;
      readonly inBag?: number;
    }
  | { readonly ok: false; readonly problem: string };

function laidDown(terms: PositionTerms, laid: readonly string[]): Laid {
  const position = positionOf(terms, laid);
  return typeof position === 'string' ? { ok: false, problem: position } : { ok: true, terms, position };
}

function positionOf(terms: PositionTerms, laid: readonly string[]): Position | string {
  let position = emptyPosition;
  for (const text of laid) {
    const read = readWrittenMove(text, terms);
    if (!read.ok) return read.problem;
    if (read.move.type !== 'play') return `${JSON.stringify(text)} lays no tiles`;
    for (const placement of read.move.placements) {
      const { x, y } = placement;
      if (terms.board.squareAt(x, y) === NO_SQUARE)
        return `${JSON.stringify(text)}: there is no square at (${x}, ${y})`;
      if (position.tileAt(x, y)) return `${JSON.stringify(text)}: a tile is already at (${x}, ${y})`;
      position = position.with([placement]);
    }
  }
  return position;
}

function idsOf(move: Move): readonly number[] {
  if (move.type === 'play') return move.placements.map(({ id }) => id);
  return move.type === 'change' ? move.ids : [];
}

/** The tiles of a move, limited by the set. */
function neededTiles(tiles: TileSet, position: Position, move: Move): HeldTiles {
  const lying = usedTiles(position.tiles(), []);
  const held = withTiles(emptyHand, idsOf(move));
  const most = (id: number) => (tileKind(tiles, id)?.count ?? 0) - (lying.get(id) ?? 0);
  return new Map([...held].map(([id, count]) => [id, Math.min(count, most(id))]));
}
