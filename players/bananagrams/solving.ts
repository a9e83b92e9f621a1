import { Solver, type Strategy } from 'wordhost/bananagrams';
import { type Automaton, build, wordsOf } from 'wordhost/lexicon';

/** Boards to try before a tile is dumped; doubled after each refusal in a row. */
const TRIES_BEFORE_DUMP = 400;
/** Time to search before it looks for new messages. */
const LOOK_UP_EVERY_MS = 5;

/** Lays all letters as words of at most so many letters, or gives the hardest back. */
export function solvingWith(longest: number): Strategy {
  return ({ lexicon, chance }) => {
    const solver = new Solver(wordsUpTo(lexicon, longest), chance);
    return ({ drew, refused }) => {
      solver.give(drew);
      const limit = TRIES_BEFORE_DUMP * 2 ** refused;
      const until = performance.now() + LOOK_UP_EVERY_MS;
      while (!solver.complete && solver.tries < limit && performance.now() < until) solver.step();
      if (solver.complete) return { peel: solver.rows() };
      return solver.tries < limit ? undefined : { dump: solver.giveUpHardest() };
    };
  };
}

function wordsUpTo(lexicon: Automaton, longest: number): Automaton {
  if (longest === Number.POSITIVE_INFINITY) return lexicon;
  const built = build([...wordsOf(lexicon)].filter((word) => word.length <= longest));
  // A part of a list that could be compiled can be, too.
  return built.ok ? built.automaton : lexicon;
}
