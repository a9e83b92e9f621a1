import type { Step } from '../step.ts';
import { flushAdvice, unhelped } from '../unhelped.ts';
import { stepOf } from './play-scene.ts';
import type { Action, Scene } from './scene.ts';
import { finding } from './scenes/finding.ts';
import { guessing } from './scenes/guessing.ts';
import { takingTurns } from './scenes/taking-turns.ts';

const begin: readonly Action[] = [{ do: 'set-up' }, { do: 'start' }];
const flushes = { name: 'flushes what it writes, without help of the host', advice: flushAdvice } as const;

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: readonly Scene[] = [
  { ...flushes, setting: { rules: 'classic' }, actions: [...begin, { do: 'hear-out' }] },
  { ...flushes, setting: { rules: 'turns' }, actions: [...begin, { do: 'turn' }] },
];

/** By each of the two sets of rules, from what a bot must do first to what is rare. */
export const boggleSteps: readonly Step[] = [
  ...[...guessing, ...takingTurns, ...finding].map(stepOf),
  ...flushing.map(stepOf).map(unhelped),
];
