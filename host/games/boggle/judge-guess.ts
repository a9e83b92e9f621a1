import type { Automaton } from '../../lexicon/automaton.ts';
import { hasWord } from '../../lexicon/lookup.ts';
import type { PathFinder } from './words/path-finder.ts';
import { pointsOf } from './words/points.ts';

export const missReasons = ['notindictionary', 'alreadyfound', 'notonboard'] as const;
export type MissReason = (typeof missReasons)[number];

export type GuessJudgement =
  | { readonly right: true; readonly points: number; readonly path: readonly number[] }
  | { readonly right: false; readonly reason: MissReason };

/** What a guess is judged on. */
export interface GuessTerms {
  /** On its board. */
  readonly paths: PathFinder;
  readonly lexicon: Automaton;
}

const capitals = /^[A-Z]+$/;

/** The first thing that is wrong with a word, in the order of the rules; it is in capitals. */
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
