import type { Scene } from '../scene.ts';

const advice = 'End at SIGTERM, which is what it does by itself in most languages.';

/** That it comes to an end. */
export const ending: readonly Scene[] = [
  {
    name: 'ends when it has won',
    advice,
    hand: 'CAT',
    beats: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'game-over', winner: 'bot' }],
  },
  {
    name: 'ends when another has won',
    advice,
    hand: 'CAT',
    beats: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'game-over', winner: 'other' }],
  },
  {
    name: 'ends when its input ends',
    advice:
      'At the end of its input a bot exits: a read that gives nothing, again and again, is no reason to go on.',
    hand: 'CAT',
    beats: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'hang-up' }],
  },
];
