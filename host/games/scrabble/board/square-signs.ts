import type { Sign } from '../../shown.ts';
import type { SquareKind } from './board.ts';
import { type Multiplier, multiplierOf } from './premiums/multiplier-of.ts';

/**
 * How a free square is drawn for people, where letters are tiles and small ones blanks; none: it multiplies nothing.
 * `drawn` is its own character, which stays where it is no letter and the square is none of the usual.
 */
export function signOf(kind: SquareKind, drawn: string): Sign | undefined {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return undefined;
  const found = usual.find(({ letter, word }) => letter === premium?.letter && word === premium.word);
  if (found || drawn === '.') return found?.sign;
  return { sign: /\p{L}/u.test(drawn) ? '+' : drawn, meaning: 'by its program', weight: 0 };
}

/** In words, for a list of all kinds. */
export function meaningOf(kind: SquareKind): string {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return 'single';
  return signOf(kind, '+')!.meaning;
}

const usual: readonly (Multiplier & { readonly sign: Sign })[] = [
  { letter: 2, word: 1, sign: { sign: "'", meaning: 'double letter', weight: 1 } },
  { letter: 3, word: 1, sign: { sign: '"', meaning: 'triple letter', weight: 2 } },
  { letter: 1, word: 2, sign: { sign: '-', meaning: 'double word', weight: 3 } },
  { letter: 1, word: 3, sign: { sign: '=', meaning: 'triple word', weight: 4 } },
];

/** None for a kind that does something else than to count its letter once, and to multiply. */
function premiumOf(kind: SquareKind): Multiplier | undefined {
  const found = multiplierOf(kind);
  return found?.letters === 1 ? found : undefined;
}
