import type { Scene, Turn } from '../scene.ts';

const rules = 'turns';

const afterMisses = (['notindictionary', 'notonboard', 'alreadyfound', 'moonisfull'] as const).flatMap(
  (missed) => [
    { do: 'turn', wants: 'guess', missed } as const satisfies Turn,
    { do: 'other', player: 2, does: 'passes' } as const,
  ],
);

/** Whether its guesses fit what was found already and how the game goes on. */
export const finding: readonly Scene[] = [
  {
    name: 'guesses a word that scores',
    advice:
      'A word scores if it is in the word list, nobody has found it, and it can be read from neighbour to neighbour with no cell twice.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn', wants: 'guess' }],
  },
  {
    name: 'does not guess a word again that it has found',
    advice: 'After `scored PLAYER WORD POINTS` the word counts for nobody any more, nor for who found it.',
    setting: { rules },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn', wants: 'guess' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn', wants: 'guess' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'does not guess a word that the other has found',
    advice: 'After `scored PLAYER WORD POINTS` the word is taken, whoever PLAYER is.',
    setting: { rules, seat: 2, turns: 1000 },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'other', player: 1, does: { leaves: 2 } },
      { do: 'turn' },
      { do: 'other', player: 1, does: { finds: 1 } },
      { do: 'turn' },
    ],
  },
  {
    name: 'passes when there is nothing left to find',
    advice: 'Answer `pass` if you find no more: every turn needs an answer.',
    setting: { rules, board: 'CA/TS', words: ['CAT', 'CATS', 'ACT'], seat: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'other', player: 1, does: { finds: 3 } },
      { do: 'turn' },
      { do: 'other', player: 1, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'goes on after guesses of its own that missed',
    advice:
      'After `missed PLAYER WORD REASON` with your own number the turn is over, whatever the REASON: wait for the next.',
    setting: { rules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, ...afterMisses, { do: 'turn' }],
  },
  {
    name: 'goes on when the other misses, passes and runs out of time',
    advice: 'What the other does without a word found changes nothing for you.',
    setting: { rules, seat: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'other', player: 1, does: { misses: 'notonboard' } },
      { do: 'turn' },
      { do: 'other', player: 1, does: 'passes' },
      { do: 'turn' },
      { do: 'other', player: 1, does: 'times-out' },
      { do: 'turn' },
    ],
  },
  {
    name: 'goes on when the other is out',
    advice:
      'After `forfeited PLAYER` you may have all turns that are left (`--last-player continue`): play on.',
    setting: { rules },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'forfeits' },
      { do: 'turn' },
      { do: 'turn' },
    ],
  },
  {
    name: 'reads `QU` as one cell',
    advice: 'A cell of the line `row` may be more than one letter: split at spaces.',
    setting: {
      rules,
      board: 'EIQuT/TSAR/IENL/UODE',
      words: ['AIQ', 'QTR', 'QUAR', 'QUAINT', 'QUART', 'QUITS'],
    },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn', wants: 'guess' }],
  },
  {
    name: 'plays a small game to its last turn, and ends',
    advice:
      'Until `gameover` every `turn` needs an answer. End at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { rules, turns: 20 },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'play-out' }, { do: 'game-over' }],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { rules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn' }, { do: 'hang-up' }],
  },
];
