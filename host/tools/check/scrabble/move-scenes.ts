import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import type { TileKind, TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Scene } from './game.ts';

const hand = 'CATDOGS';

/** Whether its moves fit the board and its hand. */
export const moveScenes: readonly Scene[] = [
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

const draws = 'EATRINGSTONE';

/** All of the plane, and the first word far from 0 0. */
const farAway: BoardFile = {
  prog: '_result_ := 0',
  squares: { 0: { 0: '_result_ := pointValue(_pos_) + _acc_' } },
  usedSquare: 0,
  center: [-1000, 20_000],
  isInfinite: true,
};

/** A row with three columns: a bot that ignores missing squares soon lays on one. */
const comb: BoardFile = {
  prog: `
    _result_ := (-1);
    if ((_y_ = 0) /\\ (((-1) <= _x_) /\\ (_x_ <= 9))) then { _result_ := 0 };
    if ((_x_ = 0) \\/ ((_x_ = 4) \\/ (_x_ = 8))) then { _result_ := 0 }`,
  squares: { 0: { 0: '_result_ := pointValue(_pos_) + _acc_' } },
  usedSquare: 0,
  center: [0, 0],
  isInfinite: false,
  bounds: [-1, -6, 11, 13],
};

/** It has no multipliers, and no kind of square that a layout could show. */
const odd: BoardFile = {
  prog: 'if ((_x_ + _y_) % 3 = 0) then { _result_ := 70 } else { _result_ := 36 }',
  squares: {
    36: { 0: '_result_ := _acc_ + pointValue(_pos_)' },
    70: {
      '-4': 'if (isVowel(charValue(_pos_))) then { _result_ := _acc_ + (2 * wordLength) } else { _result_ := _acc_ - 1 }',
    },
  },
  usedSquare: 36,
  center: [2, -1],
  isInfinite: false,
  bounds: [-6, -6, 14, 12],
};

/** Two turns, with somebody else's between them. */
const round: Scene['actions'] = [
  { do: 'set-up' },
  { do: 'turn', wants: 'play' },
  { do: 'other', player: 2, does: { plays: 'RESTING' } },
  { do: 'turn' },
];

/** Whether it plays on any board, under all rules, with any number of players. */
export const boardScenes: readonly Scene[] = [
  {
    name: 'plays on a board with holes',
    advice: '`#` in a row of the layout is no square: nothing can lie there, and no word goes over it.',
    setting: { board: comb, hand, draws },
    actions: [...round, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
  {
    name: 'plays on a board without edges',
    advice:
      'With `infinite 1` comes `layout none`: coordinates grow without end either way. Keep tiles by their places.',
    setting: { board: 'infinite', hand, draws },
    actions: round,
  },
  {
    name: 'plays around a centre that is not 0 0',
    advice:
      'The first word covers the square of the line `center X Y`, wherever that is. Coordinates may be negative.',
    setting: { board: farAway, hand, draws },
    actions: round,
  },
  {
    name: 'plays on a finite board without a layout',
    advice:
      '`layout none` may come with `infinite 0`, too: where there is no square, only the program says. Squares may do anything to the points.',
    setting: { board: odd, hand, draws, tolerated: ['emptytile', 'wordoutsideboard'] },
    actions: round,
  },
  {
    name: 'plays on a board with holes and without edges',
    advice:
      'Where the program of the line `board` leaves a number that no line `square` has, there is no square.',
    setting: { board: 'infinite-hole', hand, draws, tolerated: ['emptytile', 'wordoutsideboard'] },
    actions: round,
  },
  {
    name: 'plays by the rules of the course',
    advice: '`rules course` differs in the change, in the end and in the score; a legal play is the same.',
    setting: { rules: 'course', hand, draws },
    actions: round,
  },
  {
    name: 'plays by the simple rules',
    advice:
      'With `rules simple` the tiles are worth nothing and have no 0; what is laid over the centre is right, too.',
    setting: { rules: 'simple', hand, draws },
    actions: round,
  },
  {
    name: 'plays alone',
    advice: 'With `players 1` your turns follow one another.',
    setting: { players: 1, hand, draws },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'turn' }, { do: 'turn' }],
  },
  {
    name: 'plays as the third of four',
    advice: 'Your number is that of the line `player N`; `first N` says who begins.',
    setting: { players: 4, seat: 3, first: 1, hand, draws },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 1, does: { plays: 'RESTING' } },
      { do: 'other', player: 2, does: { fails: 'HOUSE' } },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 4, does: 'passes' },
      { do: 'other', player: 1, does: { changes: 2 } },
      { do: 'other', player: 2, does: { plays: 'OATEN' } },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays as the last of fourteen',
    advice: 'A game has up to 16 players: the number of one may have two digits.',
    setting: { players: 14, seat: 14, first: 10, hand, bag: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 10, does: { plays: 'RESTING' } },
      { do: 'other', player: 11, does: 'passes' },
      { do: 'other', player: 12, does: 'forfeits' },
      { do: 'other', player: 13, does: 'times-out' },
      { do: 'turn', wants: 'play' },
    ],
  },
];

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
export const tileScenes: readonly Scene[] = [
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
