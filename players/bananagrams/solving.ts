import { Solver, type Strategy } from 'wordhost/bananagrams';

/** Boards to try before a tile is dumped; doubled after each refusal in a row. */
const TRIES_BEFORE_DUMP = 400;
/** Time to search before it looks for new messages. */
const LOOK_UP_EVERY_MS = 5;

/** Lays all letters, or gives the hardest back. */
export const solving: Strategy = ({ lexicon, chance }) => {
  const solver = new Solver(lexicon, chance);
  return ({ drew, refused }) => {
    solver.give(drew);
    const limit = TRIES_BEFORE_DUMP * 2 ** refused;
    const until = performance.now() + LOOK_UP_EVERY_MS;
    while (!solver.complete && solver.tries < limit && performance.now() < until) solver.step();
    if (solver.complete) return { peel: solver.rows() };
    return solver.tries < limit ? undefined : { dump: solver.giveUpHardest() };
  };
};
