import type { Step } from '../step.ts';
import { flushAdvice, unhelped } from '../unhelped.ts';
import { stepOf } from './play-scene.ts';
import type { Scene } from './scene.ts';
import { boards } from './scenes/boards.ts';
import { ending } from './scenes/ending.ts';
import { afterFailures } from './scenes/failing.ts';
import { longerScenes } from './scenes/longer.ts';
import { moving } from './scenes/moving.ts';
import { talking } from './scenes/talking.ts';
import { tiles } from './scenes/tiles.ts';
import { timing } from './scenes/timing.ts';

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: Scene = {
  name: 'flushes what it writes, without help of the host',
  advice: flushAdvice,
  setting: { hand: 'CATDOGS' },
  actions: [{ do: 'set-up' }, { do: 'turn' }],
};

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

const longer = longerScenes.map(({ within, ...scene }) => ({ within, step: stepOf(scene) }));

export const scrabbleSteps: readonly Step[] = [
  ...scrabbleScenes.map((scene) => {
    const found = longer.find(({ within }) => within.includes(scene.name));
    return { ...stepOf(scene), within: found?.step };
  }),
  unhelped(stepOf(flushing)),
];
