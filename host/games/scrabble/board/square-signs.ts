import type { Sign } from '../../shown.ts';
import type { ScoredWord, SquareFunction, SquareKind } from './board.ts';

/** What a kind of square multiplies. */
interface Premium {
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

const usual: readonly (Premium & { readonly sign: Sign })[] = [
  { letter: 2, word: 1, sign: { sign: "'", meaning: 'double letter', weight: 1 } },
  { letter: 3, word: 1, sign: { sign: '"', meaning: 'triple letter', weight: 2 } },
  { letter: 1, word: 2, sign: { sign: '-', meaning: 'double word', weight: 3 } },
  { letter: 1, word: 3, sign: { sign: '=', meaning: 'triple word', weight: 4 } },
];

/** None for a kind that does something else: each of its functions is tried. */
function premiumOf({ functions }: SquareKind): Premium | undefined {
  let [letter, word, letters] = [0, 1, 0];
  for (const each of functions) {
    const times = timesLetter(each);
    const wordTimes = times === undefined ? timesWord(each) : 1;
    if (wordTimes === undefined) return undefined;
    word *= wordTimes;
    if (times !== undefined) letters++;
    letter += times ?? 0;
  }
  return letters === 1 ? { letter, word } : undefined;
}

interface Trial {
  readonly word: ScoredWord;
  readonly pos: number;
  readonly acc: number;
}

const trials: readonly Trial[] = [
  [[1, 1], 0, 0],
  [[3, 8, 2], 1, 10],
  [[1, 4, 10, 7, 1], 2, 31],
  [[5, 2, 3, 1, 1, 9, 8, 1], 7, 100],
].map(([points, pos, acc]) => ({ word: wordOf(points as number[]), pos: pos as number, acc: acc as number }));

function wordOf(points: readonly number[]): ScoredWord {
  const chars = Int32Array.from(points, (_, index) => 65 + index);
  return { length: points.length, points: Int32Array.from(points), chars };
}

function timesLetter(one: SquareFunction): number | undefined {
  const [{ word, pos, acc }] = trials as [Trial];
  const times = one.run(word, pos, acc);
  return trials.every(
    (trial) =>
      one.run(trial.word, trial.pos, trial.acc) === trial.acc + times * trial.word.points[trial.pos]!,
  )
    ? times
    : undefined;
}

function timesWord(one: SquareFunction): number | undefined {
  const { word, pos, acc } = trials[1]!;
  const times = one.run(word, pos, acc) / acc;
  return trials.every((trial) => one.run(trial.word, trial.pos, trial.acc) === trial.acc * times)
    ? times
    : undefined;
}
