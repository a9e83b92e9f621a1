import type { Scene } from '../scene.ts';

const hand = 'CATDOGS';

/** Whether its moves fit the board and its hand. */
export const moving: readonly Scene[] = [
  {
    name: 'lays a legal first word, over the centre',
    advice:
      'The first word has two letters or more, and one of them lies on the square of the line `center X Y`.',
    setting: { hand },
    actions: [{ do: 'set-up' }, { do: 'turn', wants: 'play' }],
  },
  {
    name: 'goes on with the tiles that it has left, and those it drew',
    advice:
      'After `playsuccess … new IDxN …` take what you laid off your hand, add what stands after `new`, and remember what lies.',
    setting: { hand, draws: 'EATRINGSTONE' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn', wants: 'play' },
    ],
  },
  {
    name: 'builds on what others have laid',
    advice:
      'After `played PLAYER POINTS PLACEMENT …` these tiles lie on the board: the next word touches what lies.',
    setting: { hand, draws: 'EATRINGSTONE', first: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: { plays: 'OATEN' } },
      { do: 'turn', wants: 'play' },
    ],
  },
  {
    name: 'forgets a play of another that failed',
    advice: 'After `playfailed PLAYER PLACEMENT …` the board is unchanged: these tiles are not on it.',
    setting: { hand, first: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { fails: 'HOUSE' } },
      { do: 'turn', wants: 'play' },
    ],
  },
  {
    name: 'goes on when others pass and change',
    advice: '`passed PLAYER` and `changed PLAYER N` change nothing for you.',
    setting: { hand, first: 2, players: 3 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'other', player: 3, does: { changes: 7 } },
      { do: 'turn', wants: 'play' },
    ],
  },
  {
    name: 'goes on when others run out of time',
    advice: '`timeout PLAYER` of another counts as a pass, and changes nothing for you.',
    setting: { hand, first: 2, players: 3 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: 'times-out' },
      { do: 'other', player: 3, does: 'times-out' },
      { do: 'turn', wants: 'play' },
    ],
  },
  {
    name: 'goes on when another forfeits',
    advice: 'After `forfeited PLAYER` the others play on, and you with them.',
    setting: { hand, first: 2, players: 4, draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: 'forfeits' },
      { do: 'other', player: 3, does: 'passes' },
      { do: 'other', player: 4, does: 'passes' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 4, does: 'forfeits' },
      { do: 'other', player: 3, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'goes on when another never was ready',
    advice: '`forfeited P` may come right after `start`, for a player that never began.',
    setting: { hand, players: 3, absent: [2] },
    actions: [{ do: 'set-up' }, { do: 'turn', wants: 'play' }],
  },
  {
    name: 'holds the right tiles after a change',
    advice: 'After `changesuccess IDxN …` the tiles that you gave are gone, and these have come.',
    setting: { hand: 'VVWCQJK', draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'change' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
];
