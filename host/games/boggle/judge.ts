import { type Automaton, hasWord } from '../../lexicon/automaton.ts';
import type { PathFinder } from './path-finder.ts';

export const missReasons = ['notindictionary', 'alreadyfound', 'notonboard'] as const;
export type MissReason = (typeof missReasons)[number];

export const misses: Readonly<Record<MissReason, string>> = {
  notindictionary: 'not in the dictionary',
  alreadyfound: 'found already',
  notonboard: 'not on the board',
};

export type GuessJudgement =
  | { readonly right: true; readonly points: number; readonly path: readonly number[] }
  | { readonly right: false; readonly reason: MissReason };

export interface GuessTerms {
  /** Paths on its board. */
  readonly paths: PathFinder;
  readonly lexicon: Automaton;
}

const capitals = /^[A-Z]+$/;

/** Returns the first fault of a word in capitals, in the order of the rules. */
export function judgeGuess(
  { paths, lexicon }: GuessTerms,
  word: string,
  isFound: (word: string) => boolean = () => false,
): GuessJudgement {
  if (!capitals.test(word) || !hasWord(lexicon, word)) return wrong('notindictionary');
  if (isFound(word)) return wrong('alreadyfound');
  const path = paths.pathOf(word);
  return path ? { right: true, points: pointsOf(word), path } : wrong('notonboard');
}

function wrong(reason: MissReason): GuessJudgement {
  return { right: false, reason };
}

const byLength = [0, 0, 0, 1, 1, 2, 3, 5] as const;
const OF_LONG_WORDS = 11;

/** The points of a word by its letters. `QU` counts as two. */
export function pointsOf(word: string): number {
  return byLength[word.length] ?? OF_LONG_WORDS;
}

/** What a player by the classic rules knows alone. */
export interface ClassicHand {
  readonly words: readonly { readonly word: string; readonly points: number }[];
  readonly isDone: boolean;
}
