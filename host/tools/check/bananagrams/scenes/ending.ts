import type { Scene } from '../scene.ts';

const advice = 'End at SIGTERM, which is the default in most languages.';

/** Whether it ends. */
export const ending: readonly Scene[] = [
  {
    name: 'ends when it has won',
    advice,
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'game-over', winner: 'bot' }],
  },
  {
    name: 'ends when another has won',
    advice,
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'game-over', winner: 'other' },
    ],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'hang-up' }],
  },
];
