import type { Scene } from '../scene.ts';

/** Whether it sends messages, and lays its hand. */
export const peeling: readonly Scene[] = [
  {
    name: 'says once that it is ready, in one byte',
    advice: 'Write `n` (numbered) or `r` (plain) and flush, without a newline: this wire has none.',
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'quiet' }],
  },
  {
    name: 'lays a hand that is a word',
    advice:
      'After the hand (`ACT.`) lay all its letters, and send the grid: `p001003001CAT` (plain: without 001).',
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }],
  },
  {
    name: 'writes nothing between its messages',
    advice: 'A message ends by itself: no newline, no `.`, no space after it. Notes go to standard error.',
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'peel', drew: 'E' }],
  },
  {
    name: 'takes in the tile that comes with its own peel',
    advice:
      '`+001S.` (plain: `S.`): your peel is accepted, and you have one more S. The next peel has the next number.',
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'peel', drew: 'E' },
      { do: 'peel', drew: 'R' },
      { do: 'peel', drew: 'S' },
    ],
  },
  {
    name: 'peels by the word list of this game',
    advice: 'Use the words of the file that WORDHOST_DICTIONARY names.',
    hand: 'CAT',
    words: ['TCA', 'TSCA', 'ZZ'],
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S', hard: true }],
  },
  {
    name: 'reads messages that come byte by byte',
    advice: 'A message may be split at any byte: keep what has come until its `.` comes.',
    hand: 'CAT',
    manner: 'pieces',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'other-peels', drew: 'E' },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'lays a whole hand of 21',
    advice: 'The grid contains all 21 tiles of `hand.`, each once, connected edge to edge, and only words.',
    hand: 'ADEEEGHILNNOOPRRSSTTU',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'E', hard: true }],
  },
];
