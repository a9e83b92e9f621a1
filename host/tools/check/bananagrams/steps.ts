import type { Step } from '../step.ts';
import { stepOf } from './play-scene.ts';
import { ending } from './scenes/ending.ts';
import { peeling } from './scenes/peeling.ts';
import { racing } from './scenes/racing.ts';

/** From what a bot must do first to what is rare. */
export const bananagramsSteps: readonly Step[] = [...peeling, ...racing, ...ending].map(stepOf);
