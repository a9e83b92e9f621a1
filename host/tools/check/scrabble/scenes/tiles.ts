import type { TileKind, TileSet } from '../../../../games/scrabble/tiles/tile-set.ts';
import type { Scene } from '../scene.ts';

const germanLetters = Array.from('AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ');

const blank: TileKind = { id: 0, count: 2, faces: germanLetters.map((letter) => ({ letter, points: 0 })) };

/** One point each: values do not matter here. */
const german: TileSet = {
  name: 'german',
  tiles: [
    blank,
    ...germanLetters.map((letter, index) => ({ id: index + 1, count: 3, faces: [{ letter, points: 1 }] })),
  ],
};

const germanWords = Array.from(
  'AB BAR BÄR BÄREN BRAUT BRÄUTE ENTE ER ERBE NUR NÄHE RABE RAUTE RÜBE RÜBEN TAUB TAUBE TAUBEN TÄTER TÜR TÜREN UNTER ÄRA ÜBER ÜBEN ÜBT'.split(
    ' ',
  ),
).sort();

/** Whether it reads the tile table, the hand and the word list, without assumptions. */
export const tiles: readonly Scene[] = [
  {
    name: 'plays with blanks',
    advice:
      'A tile with several entries in its line `tile` is placed as one of them, with the points that stand there: `0E0`.',
    setting: { hand: 'C?TD?GS', draws: 'E?TRING' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays on with an empty bag',
    advice: 'With nothing in the bag nothing stands after `new`, and your hand becomes smaller.',
    setting: { hand: 'CATDOGS', bag: 0 },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays with more tiles than seven',
    advice: '`handsize N` says how many tiles a hand has, `hand` which ones, as IDxN.',
    setting: { hand: 'CATDOGSEERIN', draws: 'EATRINGSTONE' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays or passes with letters beyond A to Z',
    advice:
      'Lines are UTF-8 then; read and write them as that. A bot that cannot play with such letters may pass.',
    setting: { tiles: german, words: germanWords, hand: 'BÄRENTU', draws: 'ÜBENTAR' },
    actions: [
      { do: 'set-up' },
      { do: 'turn' },
      { do: 'other', player: 2, does: { plays: 'TÜREN' } },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays or passes without a word list',
    advice: '`dictionary none` says that all words go: there is no file then, and no WORDHOST_DICTIONARY.',
    setting: { words: 'all', hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
  {
    name: 'plays by the word list of this game',
    advice: 'The words that count are those of the file in the line `dictionary PATH`, in this game.',
    setting: { words: ['CATDOG', 'DOGCAT', 'GODCATS', 'TACDOGS'], hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, { do: 'turn', wants: 'play' }],
  },
];
