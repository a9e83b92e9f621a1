import { drawing } from '../../players/bananagrams/solving/board.ts';
import type { Dictionary } from '../../players/bananagrams/solving/dictionary.ts';
import { codeOf, letterOf } from '../../players/bananagrams/solving/letters.ts';
import { Solver } from '../../players/bananagrams/solving/solver.ts';
import type { Chance } from '../../players/program/chance.ts';
import type { Mind } from './racer-script.ts';

/** As in `wordhost player bananagrams`. */
const TRIES_BEFORE_DUMP = 400;

/** The built-in player of Bananagrams. */
export function solverMind(dictionary: Dictionary, chance: Chance): Mind {
  const solver = new Solver(dictionary, chance);
  return {
    give: (letters) => solver.give([...letters].map(codeOf)),
    get isComplete() {
      return solver.complete;
    },
    step: () => solver.step(),
    unwanted: (refused) =>
      solver.tries < TRIES_BEFORE_DUMP * 2 ** refused ? undefined : letterOf(solver.giveUpHardest()),
    rows: () => drawing(solver.board),
  };
}
