import type { Step } from '../step.ts';
import { stepOf } from './play-scene.ts';
import { finding } from './scenes/finding.ts';
import { guessing } from './scenes/guessing.ts';
import { takingTurns } from './scenes/taking-turns.ts';

/** By each of the two sets of rules, from what a bot must do first to what is rare. */
export const boggleSteps: readonly Step[] = [...guessing, ...takingTurns, ...finding].map(stepOf);
