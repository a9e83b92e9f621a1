import { type Automaton, ENDS_WORD, step, TARGET } from '../../../lexicon/automaton.ts';
import { letterNumbers } from '../../../lexicon/lookup.ts';

/** How far a word has come, letter by letter. */
export interface Walk {
  readonly state: number;
  readonly isWord: boolean;
}

export interface Walker {
  readonly start: Walk;
  /** Nothing where no word goes on so. */
  next(walk: Walk, letter: string): Walk | undefined;
}

export function walkerOf(lexicon: Automaton | undefined): Walker {
  return lexicon ? through(lexicon) : anyWord;
}

function through({ edges, alphabet, root }: Automaton): Walker {
  const numbers = letterNumbers(alphabet);
  return {
    start: { state: root, isWord: false },
    next({ state }, letter) {
      const edge = step(edges, state, numbers.get(letter) ?? 0);
      return edge === 0 ? undefined : { state: edge & TARGET, isWord: (edge & ENDS_WORD) !== 0 };
    },
  };
}

/** All words go. */
const anyWord: Walker = { start: { state: 1, isWord: true }, next: (walk) => walk };
