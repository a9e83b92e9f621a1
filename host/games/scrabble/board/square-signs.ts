import type { Sign } from '../../shown.ts';
import type { SquareKind } from './board.ts';

/** What a kind of square multiplies. */
interface Premiums {
  readonly letter: number;
  readonly word: number;
}

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

const usual: readonly (Premiums & { readonly sign: Sign })[] = [
  { letter: 2, word: 1, sign: { sign: "'", meaning: 'double letter', weight: 1 } },
  { letter: 3, word: 1, sign: { sign: '"', meaning: 'triple letter', weight: 2 } },
  { letter: 1, word: 2, sign: { sign: '-', meaning: 'double word', weight: 3 } },
  { letter: 1, word: 3, sign: { sign: '=', meaning: 'triple word', weight: 4 } },
];

/** None for a kind that does something else. */
function premiumOf({ functions }: SquareKind): Premiums | undefined {
  let [letter, word, letters] = [0, 1, 0];
  for (const { premium } of functions) {
    if (!premium) return undefined;
    if (premium.multiplies === 'word') word *= premium.times;
    else {
      letters++;
      letter += premium.times;
    }
  }
  return letters === 1 ? { letter, word } : undefined;
}
