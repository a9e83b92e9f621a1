import type { Board } from '../board/board.ts';
import { type Multiplier, multiplierOf } from '../board/premiums/multiplier-of.ts';
import type { JudgingTerms } from '../judge/judgement.ts';

/** The multipliers of a board, by which a search adds up points as it goes. */
export interface Multipliers {
  at(x: number, y: number): Multiplier;
  /** Under a tile that lies. */
  readonly used: Multiplier;
}

const nothing: Multiplier = { letter: 0, word: 1 };

/**
 * None where points are not a sum of letters, multiplied by squares: then a play has to be judged to know what it brings.
 * Letters must count before words on all squares, so that the order of squares does not matter.
 */
export function multipliersOf({ rules, board }: JudgingTerms): Multipliers | undefined {
  const isSum = rules.score === 'squares' && rules.words === 'all' && rules.firstWordLength === 2;
  if (!isSum || !lettersComeFirst(board)) return undefined;
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
