import type { Board } from '../board/board.ts';
import { type Multiplier, multiplierOf } from '../board/premiums/multiplier-of.ts';
import type { JudgingTerms } from '../judge/judgement.ts';

/** What the squares of a board multiply. */
export interface Multipliers {
  at(x: number, y: number): Multiplier;
  /** Under a tile that lies. */
  readonly used: Multiplier;
}

const nothing: Multiplier = { letter: 0, word: 1 };

/** By which a search adds up points as it goes. None where points are not a sum of letters, multiplied by squares: then a play has to be judged. */
export function multipliersOf({ rules, board }: JudgingTerms): Multipliers | undefined {
  const isSum = rules.score === 'squares' && rules.words === 'all' && rules.firstWordLength === 2;
  return isSum ? squareMultipliers(board) : undefined;
}

/** None where a square does more than multiply. Letters must count before words on all squares, so that the order of squares does not matter. */
export function squareMultipliers(board: Board): Multipliers | undefined {
  if (!lettersComeFirst(board)) return undefined;
  const known = new Map<number, Multiplier>();
  for (const kind of board.squares) {
    const multiplier = multiplierOf(kind);
    if (!multiplier) return undefined;
    known.set(kind.id, multiplier);
  }
  return {
    at: (x, y) => known.get(board.squareAt(x, y)) ?? nothing,
    used: known.get(board.usedSquare) ?? nothing,
  };
}

function lettersComeFirst({ squares }: Board): boolean {
  const functions = squares.flatMap((kind) => kind.functions);
  const priorities = (what: 'letter' | 'word') =>
    functions.filter(({ premium }) => premium?.multiplies === what).map(({ priority }) => priority);
  return Math.max(...priorities('letter')) < Math.min(...priorities('word'));
}
