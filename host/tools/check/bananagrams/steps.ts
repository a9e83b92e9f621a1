import type { Step } from '../step.ts';
import { flushAdvice, unhelped } from '../unhelped.ts';
import { stepOf } from './play-scene.ts';
import type { Scene } from './scene.ts';
import { ending } from './scenes/ending.ts';
import { peeling } from './scenes/peeling.ts';
import { racing } from './scenes/racing.ts';

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: Scene = {
  name: 'flushes what it writes, without help of the host',
  advice: flushAdvice,
  hand: 'CAT',
  actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }],
};

/** From what a bot must do first to what is rare. */
export const bananagramsSteps: readonly Step[] = [
  ...[...peeling, ...racing, ...ending].map(stepOf),
  unhelped(stepOf(flushing)),
];
