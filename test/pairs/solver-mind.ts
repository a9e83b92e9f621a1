import type { Dictionary } from '../../host/bots/bananagrams/board.ts';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import type { Chance } from '../../host/bots/chance.ts';
import type { Mind } from './racer-script.ts';

/** As in `wordhost player bananagrams`. */
const TRIES_BEFORE_DUMP = 400;

/** The built-in player of Bananagrams. */
export function solverMind(dictionary: Dictionary, chance: Chance): Mind {
  const solver = new Solver(dictionary, chance);
  return {
    give: (letters) => solver.give(letters),
    get isComplete() {
      return solver.complete;
    },
    step: () => solver.step(),
    unwanted: (refused) =>
      solver.tries < TRIES_BEFORE_DUMP * 2 ** refused ? undefined : solver.giveUpHardest(),
    rows: () => solver.rows(),
  };
}
