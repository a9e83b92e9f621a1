import { gameoverAdvice, lineScenes, longName } from '../line-game.ts';
import { endOfInput, flushing, stepsOf } from '../scene.ts';
import type { Step } from '../step.ts';
import { type BoggleLine, type BoggleScene, openBoggle } from './game.ts';

type Lines = readonly BoggleLine[];
/** The rules and their name in front of the name are those of the list. */
type SceneOfRules = Omit<BoggleScene, 'setting'> & {
  readonly setting?: Omit<NonNullable<BoggleScene['setting']>, 'rules'>;
};

const allGuesses: Lines = ['< start', '> guesses'];
const rightGuess: Lines = ['< start', '> a right guess'];

/** A bot that takes one letter alone of each cell finds these, which are not on the board. */
const oneLetterEach = ['AIQ', 'EMR', 'QTR', 'TRE'];
const cellOfLetters = {
  name: 'reads `QU` as one cell',
  advice: 'A cell of a `row` line may be more than one letter: split at spaces.',
};
const boardWithQu = 'EIQuT/TSAR/IENL/UODE';

/** By the classic rules, all players at once: whether it sends guesses, and finds words on any board. */
const classicScenes: readonly SceneOfRules[] = [
  {
    name: 'answers the set-up with `ready`, once, and waits',
    advice:
      'Read the set-up up to the line `end`, write `ready` and a newline, flush, and say nothing before `start`.',
    lines: ['> nothing'],
  },
  {
    name: 'guesses with lines of the wire',
    advice:
      'After `start` write `guess WORD`, a line for each word, each flushed; `done` when there are no more.',
    lines: allGuesses,
  },
  {
    name: 'finds a word that counts',
    advice:
      'A word counts if it is in the word list and can be read from one adjacent cell to the next, diagonals too, without using a cell twice.',
    lines: rightGuess,
  },
  {
    name: 'writes nothing after `done`',
    advice: 'What comes after `done` is ignored, and too much of it is an offense: write `done` last.',
    lines: [...allGuesses, '> nothing'],
  },
  { ...lineScenes.pieces, setting: { manner: 'pieces' }, lines: rightGuess },
  { ...lineScenes.unknownLines, setting: { manner: 'unknown-lines' }, lines: rightGuess },
  {
    ...lineScenes.names,
    setting: { names: ['?????', longName, 'start', 'row 1 1'] },
    lines: rightGuess,
  },
  {
    ...cellOfLetters,
    setting: {
      board: boardWithQu,
      words: ['QUAR', 'QUAINT', 'QUART', 'QUIET', 'QUITS', ...oneLetterEach],
    },
    lines: rightGuess,
  },
  {
    name: 'reads cells of up to four letters',
    advice: 'A cell is one to four letters, and a word takes all of them.',
    setting: {
      board: 'TheRIng/SEMent/OnAQu',
      words: ['AMENT', 'ONE', 'RING', 'SEMENT', 'THEREMENT', 'THESE', ...oneLetterEach],
    },
    lines: rightGuess,
  },
  {
    name: 'plays on a board that is wider than high',
    advice: '`board W H` is the width first; then come H lines `row`.',
    setting: { board: 'CATSEND/ORENTIA' },
    lines: rightGuess,
  },
  {
    name: 'plays on a board of 16 by 16',
    advice: 'Boards go up to 16 by 16: search with the word list, not all paths.',
    setting: {
      board: Array.from({ length: 16 }, (_, row) =>
        Array.from({ length: 16 }, (_, column) => 'CATSEDOGRINTEALS'[(5 * row + 3 * column) % 16]).join(''),
      ).join('/'),
    },
    lines: rightGuess,
  },
  {
    name: 'handles a board without words',
    advice: 'There may be nothing to find: write `done`, or nothing, and wait for the end.',
    setting: { board: 'X' },
    lines: ['< start', '> guesses or nothing', '< found', '< gameover', '> exit at SIGTERM'],
  },
  { ...lineScenes.wordList, setting: { words: ['CATSGI', 'GODA', 'SDOR', 'STODE'] }, lines: rightGuess },
  {
    name: 'plays alone',
    advice: 'You may be the only player: `players 1`.',
    setting: { players: 1 },
    lines: rightGuess,
  },
  {
    name: 'plays as the last of sixteen',
    advice: 'Numbers of players go up to 16.',
    setting: { players: 16, seat: 16 },
    lines: rightGuess,
  },
  {
    name: 'continues when others are out',
    advice: 'After `forfeited PLAYER` the other players continue, and so do you.',
    setting: { players: 4 },
    lines: ['< start', '< forfeited 2', '< forfeited 3', '> a right guess', '> nothing'],
  },
  {
    name: 'reads what all have found, and ends',
    advice: gameoverAdvice,
    setting: { players: 3 },
    lines: [...allGuesses, '< found', '< gameover', '> exit at SIGTERM'],
  },
  {
    name: 'ends though it is in the middle of guessing',
    advice: 'The time may be up at any moment: `found` lines, `gameover` and SIGTERM come while you guess.',
    lines: ['< start', '< found', '< gameover', '> exit at SIGTERM'],
  },
  { ...endOfInput, lines: [...allGuesses, '> exit at end of input'] },
];

const oneTurn: Lines = ['< start', '< turn', '> answer'];
const oneGuess: Lines = ['< start', '< turn', '> guess'];
const anotherTurn: Lines = ['< passed 2', '< turn', '> answer'];
const anotherGuess: Lines = ['< passed 2', '< turn', '> guess'];

/** In turns: whether it answers when it has its turn, and only then. */
const turnScenes: readonly SceneOfRules[] = [
  {
    name: 'writes nothing before its turn',
    advice: 'Wait for the line `turn MS K LEFT`. `start`, and what the other does, is no reason to guess.',
    setting: { seat: 2 },
    lines: ['> nothing', '< start', '> nothing', '< scored 1', '> nothing'],
  },
  {
    name: 'answers its turn in time, with a line of the wire',
    advice: 'Answer with guess, pass or forfeit and a newline, flushed, before the MS of `turn` are over.',
    setting: { toleratesMisses: true },
    lines: oneTurn,
  },
  {
    name: 'answers a turn with one line, and others not at all',
    advice:
      'A line `turn` has one line as its answer, all others have none: a second guess waits for the next turn.',
    setting: { toleratesMisses: true },
    lines: [...oneTurn, '> nothing', '< passed 2', '> nothing'],
  },
  {
    name: 'answers every turn, and tags it, if at all, with its number',
    advice: 'Each line `turn MS K LEFT` needs one answer; `@K ` in front of it carries the K of that line.',
    setting: { toleratesMisses: true },
    lines: [...oneTurn, ...anotherTurn, ...anotherTurn],
  },
  {
    ...lineScenes.together,
    setting: { seat: 2, manner: 'together' },
    lines: ['< start', '< scored 1', '< turn', '> guess', '< scored 1', '< turn', '> answer'],
  },
  {
    ...lineScenes.pieces,
    setting: { manner: 'pieces' },
    lines: [...oneTurn, '< scored 2', '< turn', '> answer'],
  },
  {
    ...lineScenes.unknownLines,
    setting: { manner: 'unknown-lines' },
    lines: [...oneGuess, ...anotherTurn],
  },
  lineScenes.outOfTime,
  {
    ...lineScenes.lateAnswer,
    setting: { manner: 'together', toleratesMisses: true },
    lines: [
      ['< start', '< turn 1', '< timeout 1', '< scored 2', '< turn', '> answer', '> nothing'],
      ...anotherTurn,
    ],
  },
  {
    name: 'plays turns that have no end',
    advice: '`timeout none` and `turn none K LEFT` are turns without a limit: there is no number in them.',
    setting: { endless: true },
    lines: [...oneTurn, ...anotherTurn],
  },
  { ...lineScenes.overtime, setting: { overtime: true }, lines: [...oneTurn, ...anotherTurn] },
];

/** In turns: whether its guesses fit what was found already and how the game goes on. */
const findingScenes: readonly SceneOfRules[] = [
  {
    name: 'guesses a word that scores',
    advice:
      'A word scores if it is in the word list, nobody has found it, and it can be read from one adjacent cell to the next without using a cell twice.',
    lines: oneGuess,
  },
  {
    name: 'does not guess a word again that it has found',
    advice: 'After `scored PLAYER WORD POINTS` the word counts for nobody any more, nor for who found it.',
    lines: [...oneGuess, ...anotherGuess, ...anotherTurn],
  },
  {
    name: 'does not guess a word that the other has found',
    advice: 'After `scored PLAYER WORD POINTS` the word is taken, no matter who PLAYER is.',
    setting: { seat: 2, turns: 1000 },
    lines: ['< start', '< scored 1 all but 2', '< turn', '> answer', '< scored 1', '< turn', '> answer'],
  },
  {
    name: 'passes when there is nothing left to find',
    advice: 'Answer `pass` if you find no more: every turn needs an answer.',
    setting: { board: 'CA/TS', words: ['CAT', 'CATS', 'ACT'], seat: 2 },
    lines: [
      ['< start', '< scored 1', '< scored 1', '< scored 1', '< turn', '> answer'],
      ['< passed 1', '< turn', '> answer'],
    ],
  },
  {
    name: 'goes on after guesses of its own that missed',
    advice:
      'After `missed PLAYER WORD REASON` with your own number the turn is over, whatever the REASON: wait for the next.',
    setting: { toleratesMisses: true },
    lines: [
      '< start',
      ['notindictionary', 'notonboard', 'alreadyfound', 'moonisfull'].flatMap(
        (reason): Lines => ['< turn', '> guess refused', `< missed 1 WORD ${reason}`, '< passed 2'],
      ),
      ['< turn', '> answer'],
    ],
  },
  {
    name: 'goes on when the other misses, passes and runs out of time',
    advice: 'What the other does without a word found changes nothing for you.',
    setting: { seat: 2 },
    lines: [
      ['< start', '< missed 1 ZZZZ notonboard', '< turn', '> answer'],
      ['< passed 1', '< turn', '> answer', '< timeout 1', '< turn', '> answer'],
    ],
  },
  {
    name: 'goes on when the other is out',
    advice:
      'After `forfeited PLAYER` you may have all turns that are left (`--last-player continue`): play on.',
    lines: [...oneTurn, '< forfeited 2', '< turn', '> answer', '< turn', '> answer'],
  },
  {
    ...cellOfLetters,
    setting: { board: boardWithQu, words: ['AIQ', 'QTR', 'QUAR', 'QUAINT', 'QUART', 'QUITS'] },
    lines: oneGuess,
  },
  {
    name: 'plays a small game to its last turn, and ends',
    advice:
      'Until `gameover` every `turn` needs an answer. Exit at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { turns: 20 },
    lines: [
      '< start',
      { untilOver: ['< turn', '> answer', '< passed 2'] },
      '< gameover',
      '> exit at SIGTERM',
    ],
  },
  { ...endOfInput, setting: { toleratesMisses: true }, lines: [...oneTurn, '> exit at end of input'] },
];

function byRules(rules: 'classic' | 'turns', scenes: readonly SceneOfRules[]): readonly BoggleScene[] {
  return scenes.map((scene) => ({
    ...scene,
    name: `${rules}: ${scene.name}`,
    setting: { rules, ...scene.setting },
  })) as readonly BoggleScene[];
}

/** By each of the two sets of rules, from what a bot must do first to what is rare. */
const boggleScenes: readonly BoggleScene[] = [
  ...byRules('classic', classicScenes),
  ...byRules('turns', [...turnScenes, ...findingScenes]),
  ...byRules('classic', [{ ...flushing, lines: allGuesses }]),
  ...byRules('turns', [{ ...flushing, lines: oneTurn }]),
];

export const boggleSteps: readonly Step[] = stepsOf(boggleScenes, openBoggle);
