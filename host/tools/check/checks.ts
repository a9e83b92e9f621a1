import type { GameName } from '../../games/registry.ts';
import { bananagramsSteps } from './bananagrams/steps.ts';
import { boggleSteps } from './boggle/steps.ts';
import { scrabbleSteps } from './scrabble/steps.ts';
import type { Step } from './step.ts';

/** What each game asks of a bot: one line each. */
export const checks = {
  bananagrams: bananagramsSteps,
  boggle: boggleSteps,
  scrabble: scrabbleSteps,
} as const satisfies Record<GameName, readonly Step[]>;
