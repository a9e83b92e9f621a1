import { Solver, type Strategy } from 'wordhost/bananagrams';
import { type Automaton, build, wordsOf } from 'wordhost/lexicon';

/** Boards to try before a dump. Each refusal in a row doubles the number. */
const TRIES_BEFORE_DUMP = 400;
/** The search looks for messages after this time. */
const LOOK_UP_EVERY_MS = 5;

/** Lays all letters as words up to a length, or dumps the hardest. */
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
  // Part of a compilable list is compilable.
  return built.ok ? built.automaton : lexicon;
}
