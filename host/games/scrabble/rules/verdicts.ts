import type { Verdict } from '../../kit/verdict.ts';
import { gameOver } from '../../line-game/game-over.ts';
import { verdictOnTheRest } from '../../line-game/verdicts.ts';
import type { ScrabbleStep, State } from './state.ts';

/** None as long as enough are left. */
export function endIfFewAreLeft(state: State): ScrabbleStep | undefined {
  const verdict: Verdict | undefined = verdictOnTheRest(state);
  return verdict && gameOver(state, verdict);
}
