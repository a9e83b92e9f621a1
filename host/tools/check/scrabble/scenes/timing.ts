import type { Scene } from '../scene.ts';

const advice =
  'After `timeout PLAYER` with your own number that turn is over: wait for the next. An answer that may come late is known by its tag: write `@K ` before it.';

/** Whether it handles time limits. */
export const timing: readonly Scene[] = [
  {
    name: 'goes on when it has run out of time itself',
    advice,
    setting: { hand: 'CATDOGS', draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'run-out' },
      { do: 'late-answer' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'answers a turn though it still owes the one before',
    advice,
    setting: { hand: 'CATDOGS', draws: 'EATRING', manner: 'together', tolerated: 'all' },
    actions: [
      { do: 'set-up' },
      { do: 'run-out' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays turns that have no end',
    advice: '`timeout none` and `turn none K` are turns without a limit: there is no number in them.',
    setting: { hand: 'CATDOGS', endless: true },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
  {
    name: 'plays with time for the whole game, and in overtime',
    advice:
      '`bank P MS P MS …` before a turn is the time that each player has left for the whole game, below 0 of overtime; the MS of `turn` is how long it can think, as without it.',
    setting: { hand: 'CATDOGS', overtime: true },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
];
