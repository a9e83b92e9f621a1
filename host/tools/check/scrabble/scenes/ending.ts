import type { Scene } from '../scene.ts';

/** That it comes to an end. */
export const ending: readonly Scene[] = [
  {
    name: 'plays a small game to its end',
    advice: 'Until `gameover` every `turn` wants an answer, whatever is left to play with: `pass` will do.',
    setting: { hand: 'CATDOGS', draws: 'EATRINGSTO', bag: 10 },
    beats: [{ do: 'set-up' }, { do: 'play-out' }],
  },
  {
    name: 'ends when the game is over',
    advice: 'End at SIGTERM, which is what it does by itself in most languages, or at `gameover`.',
    setting: { hand: 'CATDOGS', first: 2 },
    beats: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'game-over' },
    ],
  },
  {
    name: 'ends when its input ends',
    advice:
      'At the end of its input a bot exits: a read that gives nothing, again and again, is no reason to go on.',
    setting: { hand: 'CATDOGS' },
    beats: [{ do: 'set-up' }, { do: 'turn' }, { do: 'hang-up' }],
  },
];
