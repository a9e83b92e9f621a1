import type { Step } from '../step.ts';
import { stepOf } from './play-scene.ts';
import type { Scene } from './scene.ts';
import { boards } from './scenes/boards.ts';
import { ending } from './scenes/ending.ts';
import { afterFailures } from './scenes/failing.ts';
import { moving } from './scenes/moving.ts';
import { talking } from './scenes/talking.ts';
import { tiles } from './scenes/tiles.ts';
import { timing } from './scenes/timing.ts';

/** From what a bot must do first to what is rare. */
export const scrabbleScenes: readonly Scene[] = [
  ...talking,
  ...moving,
  ...afterFailures,
  ...timing,
  ...boards,
  ...tiles,
  ...ending,
];

export const scrabbleSteps: readonly Step[] = scrabbleScenes.map(stepOf);
