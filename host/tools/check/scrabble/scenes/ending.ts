import type { Scene } from '../scene.ts';

/** Whether it ends. */
export const ending: readonly Scene[] = [
  {
    name: 'plays a small game to its end',
    advice: 'Until `gameover` every `turn` needs an answer, even without tiles: `pass` is enough.',
    setting: { hand: 'CATDOGS', draws: 'EATRINGSTO', bag: 10 },
    actions: [{ do: 'set-up' }, { do: 'play-out' }],
  },
  {
    name: 'ends when the game is over',
    advice: 'End at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { hand: 'CATDOGS', first: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'game-over' },
    ],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'hang-up' }],
  },
];
