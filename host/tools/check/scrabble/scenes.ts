import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import type { TileKind, TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import { gameoverAdvice, lineScenes, longName } from '../line-game.ts';
import { endOfInput, flushing, stepsOf } from '../scene.ts';
import type { Step } from '../step.ts';
import { openScrabble, type ScrabbleLine, type ScrabbleScene } from './game.ts';

type Lines = readonly ScrabbleLine[];

const ifIllegal =
  'Play a word that the rules allow, with the tiles of `hand` and those of `new` since then, or write `pass`. After `came` is each rule that the move breaks.';
const noWords = 'VVWCQJK';

const oneTurn: Lines = ['< start', '< turn', '> answer'];
const onePlay: Lines = ['< start', '< turn', '> play'];
const anotherTurn: Lines = ['< passed 2', '< turn', '> answer'];
const anotherPlay: Lines = ['< passed 2', '< turn', '> play'];
const round: Lines = [...onePlay, '< played 2 RESTING', '< turn', '> answer'];
const othersPass: Lines = ['< passed 4', '< passed 2'];

/** Refuses the next legal play with these errors. The host of a game sends them only if they are true. */
function refuse(errors: readonly string[]): Lines {
  return ['< turn', '> play refused', ...errors.map((error) => `< error ${error}` as const), '< failed'];
}

const tileErrors = [
  ['emptymove'],
  ['piecedoesnotexist ID'],
  ['playerdoesnothavepiece PLAYER ID', 'invalidpieceinst ID FACE'],
];
const placeErrors = [['emptytile X Y'], ['occupiedtile FACE X Y E1'], ['wordnotonroworcolumn SQUARES']];
const layoutErrors = [
  ['wordoutsideboard', 'wordnotconnected'],
  ['firstwordtooshort', 'firstwordnotovercenter 0 0'],
  ['wordnotadjacent'],
];
const wordErrors = [
  ['wordnotindictionary LETTERS'],
  ['wordnotindictionary LETTERS', 'wordnotindictionary QQ'],
];
const unknownErrors = [
  ['moonisfull 3 x', 'tilesaretired'],
  ['moonisfull', 'wordnotadjacent'],
];

/** Longer scenes start a correct bot less often. */
const talk: ScrabbleScene = {
  name: 'keeps playing, whatever others do and whatever it reads',
  advice: '',
  setting: {
    names: ['?????', longName, 'me', 'turn 1 1', '7'],
    seat: 3,
    first: 1,
    draws: 'EATRINGSTONEEATRING',
    manner: 'unknown-lines',
  },
  lines: [
    ['< start', '< forfeited 5', '< playfailed 1 HOUSE', '< timeout 2', '> nothing', '< turn', '> play'],
    ['< changed 4 2', '< passed 1', '< timeout 2', '> nothing', '< turn', '> play'],
    ['< played 4 RESTING', '< forfeited 1', '< played 2 OATEN', '> nothing', '< turn', '> play'],
    ...othersPass,
    ...refuse([...tileErrors, ...placeErrors].flat()),
    ...othersPass,
    ...refuse([...layoutErrors, ...wordErrors, ...unknownErrors].flat()),
    '> nothing',
    ...othersPass,
    ['< turn', '> play'],
    ...othersPass,
    ['< turn 1', '< timeout 3', '> late answer'],
    ...othersPass,
    ['< turn', '> answer', '< gameover', '> exit at SIGTERM'],
  ],
};

const toTheEnd: ScrabbleScene = {
  name: 'plays alone until its tiles are used up',
  advice: '',
  setting: { players: 1, draws: 'EATRINGSTO', bag: 10 },
  lines: ['< start', { untilOver: ['< turn', '> answer'] }],
};

const endless: ScrabbleScene = {
  name: 'plays turns by the course rules until its input ends',
  advice: '',
  setting: { rules: 'course', endless: true },
  lines: [...round, '> exit at end of input'],
};

const talkScenes: readonly ScrabbleScene[] = [
  {
    name: 'answers the setup with `ready` once',
    advice:
      'Read the setup up to the line `end`, write `ready` and a newline, and flush. Write nothing more.',
    lines: ['< start', '> nothing'],
  },
  {
    name: 'writes nothing before its turn',
    advice: 'Wait for the line `turn MS K`. Do not move after `start`, or after what other players do.',
    setting: { first: 2 },
    within: talk,
    lines: ['< start', '> nothing', '< played 2 RESTING', '> nothing'],
  },
  {
    name: 'answers its turn in time, with a valid line',
    advice: 'Answer with play, pass, change or forfeit, a newline and a flush, within the MS of `turn MS K`.',
    setting: { ifIllegal },
    within: talk,
    lines: oneTurn,
  },
  {
    name: 'writes nothing but answers',
    advice:
      'Write your own notes to standard error. Write one line for each `turn` line, and none for other lines.',
    setting: { ifIllegal },
    within: talk,
    lines: [...oneTurn, '> nothing', '< passed 2', '> nothing'],
  },
  {
    name: 'answers every turn, with the correct tag or none',
    advice: 'Each line `turn MS K` needs one answer. A tag `@K ` before it has the K of that line.',
    setting: { ifIllegal },
    within: talk,
    lines: [...oneTurn, ...anotherTurn, ...anotherTurn],
  },
  {
    ...lineScenes.pieces,
    setting: { manner: 'pieces' },
    lines: [...oneTurn, '< played 2 OATS', '< turn', '> answer'],
  },
  {
    ...lineScenes.together,
    setting: { first: 2, players: 3, manner: 'together' },
    lines: [
      ['< start', '< played 2 RESTING', '< passed 3', '< turn', '> play'],
      ['< passed 2', '< passed 3', '< turn', '> answer'],
    ],
  },
  {
    ...lineScenes.unknownLines,
    name: 'skips unknown lines',
    within: talk,
    lines: [
      ['< start', '< weather fine 21', '< ponder', '< turn', '> answer'],
      ['< spectators 12 x7 -3', '< passed 2', '< opinion 1 play 0 0 1A1', '< turn', '> answer'],
    ],
  },
  {
    name: 'skips unknown lines in the setup',
    advice: 'Do not rely on the order of lines in the setup. Look at the first word of each line.',
    setting: { manner: 'unknown-lines' },
    within: talk,
    lines: [...onePlay, ...anotherTurn],
  },
  {
    ...lineScenes.names,
    setting: { names: ['?????', longName, 'turn 1 1', '7'] },
    within: talk,
    lines: oneTurn,
  },
];

const moveScenes: readonly ScrabbleScene[] = [
  {
    name: 'plays a legal first word over the center',
    advice:
      'The first word has two letters or more, and one of them is on the square of the line `center X Y`.',
    within: talk,
    lines: onePlay,
  },
  {
    name: 'continues with its remaining tiles and the new ones',
    advice:
      'After `playsuccess … new IDxN …` remove the tiles that you played from your hand, add those after `new`, and update your board.',
    within: talk,
    lines: [...onePlay, ...anotherPlay, ...anotherPlay],
  },
  {
    name: 'builds on the tiles of others',
    advice:
      'After `played PLAYER POINTS PLACEMENT …` these tiles are on the board. The next word must touch tiles on the board.',
    setting: { first: 2 },
    within: talk,
    lines: ['< start', '< played 2 RESTING', '< turn', '> play', '< played 2 OATEN', '< turn', '> play'],
  },
  {
    name: 'ignores a failed play of another player',
    advice: 'After `playfailed PLAYER PLACEMENT …` the board is unchanged. These tiles are not on it.',
    setting: { first: 2 },
    within: talk,
    lines: ['< start', '< playfailed 2 HOUSE', '< turn', '> play'],
  },
  {
    name: 'continues when others pass or change tiles',
    advice: '`passed PLAYER` and `changed PLAYER N` change nothing for you.',
    setting: { first: 2, players: 3 },
    within: talk,
    lines: ['< start', '< passed 2', '< changed 3 7', '< turn', '> play'],
  },
  {
    name: 'continues when others run out of time',
    advice: '`timeout PLAYER` of another player counts as a pass, and changes nothing for you.',
    setting: { first: 2, players: 3 },
    within: talk,
    lines: ['< start', '< timeout 2', '< timeout 3', '< turn', '> play'],
  },
  {
    name: 'continues when another player forfeits',
    advice: 'After `forfeited PLAYER` the other players continue, and so do you.',
    setting: { first: 2, players: 4 },
    within: talk,
    lines: [
      ['< start', '< forfeited 2', '< passed 3', '< passed 4', '< turn', '> play'],
      ['< forfeited 4', '< passed 3', '< turn', '> answer'],
    ],
  },
  {
    name: 'continues when another player was never ready',
    advice: '`forfeited P` can follow directly after `start`, for a player that never began.',
    setting: { players: 3 },
    within: talk,
    lines: ['< start', '< forfeited 2', '< turn', '> play'],
  },
  {
    name: 'has the correct tiles after a change',
    advice:
      'After `changesuccess IDxN …` you no longer have the tiles that you gave back; you have these instead.',
    setting: { hand: noWords },
    lines: ['< start', '< turn', '> change', ...anotherPlay, ...anotherTurn],
  },
];

const failureScenes: readonly ScrabbleScene[] = [
  ...Object.entries({
    'because of its tiles': tileErrors,
    'because of its squares': placeErrors,
    'because of its layout': layoutErrors,
    'because of its words': wordErrors,
  }).map(([why, errors]) => failureScene(`continues after a play that failed ${why}`, errors)),
  failureScene('continues after an unknown error', unknownErrors),
  {
    name: 'continues after a change that was refused',
    advice:
      'After `error notenoughpieces N M` and `failed` your hand is unchanged. Wait for the next `turn`.',
    setting: { hand: noWords },
    lines: [
      ['< start', '< turn', '> change refused', '< error notenoughpieces COUNT 3', '< failed'],
      ['< played 2 RESTING', '< turn', '> answer'],
    ],
  },
];

function failureScene(name: string, refusals: readonly (readonly string[])[]): ScrabbleScene {
  return {
    name,
    advice:
      'After `error …` lines and `failed` your turn is over. Your hand and the board are unchanged. Wait for the next `turn`.',
    within: talk,
    lines: [
      '< start',
      ...refusals.flatMap((errors): Lines => [...refuse(errors), '< passed 2']),
      ['> nothing', '< turn', '> answer'],
    ],
  };
}

const timingScenes: readonly ScrabbleScene[] = [
  { ...lineScenes.outOfTime, within: talk },
  {
    ...lineScenes.lateAnswer,
    setting: { manner: 'together', tolerates: 'all' },
    lines: [
      ['< start', '< turn 1', '< timeout 1', '< played 2 RESTING', '< turn', '> answer'],
      ['> nothing', ...anotherTurn],
    ],
  },
  {
    name: 'plays turns without a time limit',
    advice: 'With `timeout none` and `turn none K` turns have no limit: `none` is there instead of a number.',
    setting: { endless: true },
    within: endless,
    lines: [...oneTurn, ...anotherTurn],
  },
  { ...lineScenes.overtime, setting: { overtime: true }, lines: [...oneTurn, ...anotherTurn] },
];

/** Uses the whole plane. The first word is far from 0 0. */
const farAway: BoardFile = {
  prog: '_result_ := 0',
  squares: { 0: { 0: '_result_ := pointValue(_pos_) + _acc_' } },
  usedSquare: 0,
  center: [-1000, 20_000],
  isInfinite: true,
};

/** A row with three columns reveals bots that ignore missing squares. */
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

/** A board without multipliers, and with squares that a layout cannot show. */
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

const boardScenes: readonly ScrabbleScene[] = [
  {
    name: 'plays on a board with holes',
    advice:
      '`#` in a row of the layout is not a square: no tile can be placed there, and no word crosses it.',
    setting: { board: comb },
    lines: [...round, ...anotherTurn],
  },
  {
    name: 'plays on an infinite board',
    advice:
      'With `infinite 1` the layout is `layout none`, and coordinates have no limit in any direction. Store tiles by their coordinates.',
    setting: { board: 'infinite' },
    lines: round,
  },
  {
    name: 'plays around a center that is not 0 0',
    advice:
      'The first word covers the square of the line `center X Y`, wherever that is. Coordinates can be negative.',
    setting: { board: farAway },
    lines: round,
  },
  {
    name: 'plays on a finite board without a layout',
    advice:
      '`layout none` can come with `infinite 0`, too. Then only the program of the board says where squares are. Squares can change points in any way.',
    setting: { board: odd, tolerates: ['emptytile', 'wordoutsideboard'] },
    lines: round,
  },
  {
    name: 'plays on an infinite board with holes',
    advice:
      'If the program in the line `board` results in a number that no `square` line has, there is no square.',
    setting: { board: 'infinite-hole', tolerates: ['emptytile', 'wordoutsideboard'] },
    lines: round,
  },
  {
    name: 'plays by the course rules',
    advice:
      '`rules course` has other rules for changes, the end of the game and scores. Legal plays are the same.',
    setting: { rules: 'course' },
    within: endless,
    lines: round,
  },
  {
    name: 'plays by the simple rules',
    advice:
      'With `rules simple` tiles have no points, and there are no blanks (no tile 0). A first word over the center is legal here, too.',
    setting: { rules: 'simple' },
    lines: round,
  },
  {
    name: 'plays alone',
    advice: 'With `players 1` all turns are yours.',
    setting: { players: 1 },
    within: toTheEnd,
    lines: [...oneTurn, '< turn', '> answer', '< turn', '> answer'],
  },
  {
    name: 'plays as the third of four',
    advice: 'Your number is in the line `player N`. `first N` says who begins.',
    setting: { players: 4, seat: 3, first: 1 },
    within: talk,
    lines: [
      ['< start', '< played 1 RESTING', '< playfailed 2 HOUSE', '< turn', '> play'],
      ['< passed 4', '< changed 1 2', '< played 2 OATEN', '< turn', '> answer'],
    ],
  },
  {
    name: 'plays as the last of fourteen',
    advice: 'A game has up to 16 players. The number of a player can have two digits.',
    setting: { players: 14, seat: 14, first: 10, bag: 2 },
    lines: [
      ['< start', '< played 10 RESTING', '< passed 11', '< forfeited 12', '< timeout 13'],
      ['< turn', '> play'],
    ],
  },
];

const germanLetters = Array.from('AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ');

const blank: TileKind = { id: 0, count: 2, faces: germanLetters.map((letter) => ({ letter, points: 0 })) };

/** The values do not matter here. */
const german: TileSet = {
  name: 'german',
  tiles: [
    blank,
    ...germanLetters.map((letter, index) => ({ id: index + 1, count: 3, faces: [{ letter, points: 1 }] })),
  ],
};

const germanWords =
  'AB BAR BRAUT BRÄUTE BÄR BÄREN ENTE ER ERBE NUR NÄHE RABE RAUTE RÜBE RÜBEN TAUB TAUBE TAUBEN TÄTER TÜR TÜREN UNTER ÄRA ÜBEN ÜBER ÜBT';

const tileScenes: readonly ScrabbleScene[] = [
  {
    name: 'plays with blanks',
    advice:
      'A tile with several entries in its `tile` line is placed as one of them, with the points of that entry: `0E0`.',
    setting: { hand: 'C?TD?GS', draws: 'E?TRING' },
    lines: [...onePlay, ...anotherTurn],
  },
  {
    name: 'continues with an empty bag',
    advice: 'If the bag is empty, nothing follows `new`, and your hand becomes smaller.',
    setting: { bag: 0 },
    within: toTheEnd,
    lines: [...round, ...anotherTurn],
  },
  {
    name: 'plays with more than seven tiles',
    advice: '`handsize N` is the number of tiles in a hand. `hand` lists your tiles as IDxN.',
    setting: { hand: 'CATDOGSEERIN' },
    lines: [...onePlay, ...anotherTurn],
  },
  {
    name: 'plays or passes with letters other than A to Z',
    advice: 'Read and write lines as UTF-8. A bot that cannot play with such letters can pass.',
    setting: { tiles: german, words: germanWords.split(' '), hand: 'BÄRENTU', draws: 'ÜBENTAR' },
    lines: [...oneTurn, '< played 2 TÜREN', '< turn', '> answer'],
  },
  {
    name: 'plays or passes without a word list',
    advice:
      '`dictionary none` means that all words are valid. No file is given, and WORDHOST_DICTIONARY is not set.',
    setting: { words: 'all' },
    lines: [...oneTurn, ...anotherTurn],
  },
  {
    ...lineScenes.wordList,
    setting: { words: ['CATDOG', 'DOGCAT', 'GODCATS', 'TACDOGS'] },
    lines: onePlay,
  },
];

const endingScenes: readonly ScrabbleScene[] = [
  {
    name: 'plays a small game to its end',
    advice: 'Until `gameover` every `turn` needs an answer, even if you have no tiles: `pass` is enough.',
    setting: { draws: 'EATRINGSTO', bag: 10 },
    within: toTheEnd,
    lines: ['< start', { untilOver: ['< turn', '> answer', '< passed 2'] }],
  },
  {
    name: 'ends when the game is over',
    advice: gameoverAdvice,
    setting: { first: 2 },
    within: talk,
    lines: ['< start', '< played 2 RESTING', '< turn', '> answer', '< gameover', '> exit at SIGTERM'],
  },
  { ...endOfInput, within: endless, lines: [...oneTurn, '> exit at end of input'] },
];

/** Basic requirements come first, rare cases last. */
export const scrabbleScenes: readonly ScrabbleScene[] = [
  ...talkScenes,
  ...moveScenes,
  ...failureScenes,
  ...timingScenes,
  ...boardScenes,
  ...tileScenes,
  ...endingScenes,
  { ...flushing, lines: oneTurn },
];

export const scrabbleSteps: readonly Step[] = stepsOf(scrabbleScenes, openScrabble);
