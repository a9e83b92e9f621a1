import { type BoggleStep, playing, type State } from './state.ts';
import { scored } from './verdicts.ts';

/** The game is over when everybody who plays has no more words. */
export function whoIsDone(state: State): BoggleStep {
  return playing(state).every(({ isDone }) => isDone) ? scored(state, 'played-out') : { state, effects: [] };
}
