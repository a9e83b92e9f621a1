import { playing } from '../../line-game/players.ts';
import { unchanged } from '../../steps.ts';
import type { BoggleStep, State } from './state.ts';
import { scored } from './verdicts.ts';

/** The game is over when all that still play have no more words. */
export function endIfAllAreDone(state: State): BoggleStep {
  return playing(state).every(({ isDone }) => isDone) ? scored(state, 'played-out') : unchanged(state);
}
