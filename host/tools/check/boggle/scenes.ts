import { gameoverAdvice, lineScenes, longName } from '../line-game.ts';
import { endOfInput, flushing, stepsOf } from '../scene.ts';
import type { Step } from '../step.ts';
import { type BoggleLine, type BoggleScene, openBoggle } from './game.ts';

type Lines = readonly BoggleLine[];
/** The word list decides the rules and the prefix of the name. */
type SceneOfRules = Omit<BoggleScene, 'setting'> & {
  readonly setting?: Omit<NonNullable<BoggleScene['setting']>, 'rules'>;
};

const allGuesses: Lines = ['< start', '> guesses'];
const rightGuess: Lines = ['< start', '> a right guess'];

/** A bot that takes only one letter of each cell finds these words, which are not on the board. */
const oneLetterEach = ['AIQ', 'EMR', 'QTR', 'TRE'];
const cellOfLetters = {
  name: 'reads `QU` as one cell',
  advice: 'A cell of a `row` line can have more than one letter. Split the line at spaces.',
};
const boardWithQu = 'EIQuT/TSAR/IENL/UODE';

const classicScenes: readonly SceneOfRules[] = [
  {
    name: 'answers the setup with `ready` once, and waits',
    advice:
      'Read the setup up to the line `end`, write `ready` and a newline, and flush. Write nothing more before `start`.',
    lines: ['> nothing'],
  },
  {
    name: 'guesses with valid lines',
    advice:
      'After `start` write one line `guess WORD` for each word, and flush each. Write `done` when you have no more.',
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
    advice: 'Write `done` last. The host ignores what follows, and too much of it is an offense.',
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
    name: 'reads cells of one to four letters',
    advice: 'A cell has one to four letters, and a word uses all of them.',
    setting: {
      board: 'TheRIng/SEMent/OnAQu',
      words: ['AMENT', 'ONE', 'RING', 'SEMENT', 'THEREMENT', 'THESE', ...oneLetterEach],
    },
    lines: rightGuess,
  },
  {
    name: 'plays on a board that is wider than it is high',
    advice: '`board W H` has the width first. H `row` lines follow.',
    setting: { board: 'CATSEND/ORENTIA' },
    lines: rightGuess,
  },
  {
    name: 'plays on a board of 16 by 16',
    advice: 'Boards can be 16 by 16. Do not search all paths; use the word list to cut the search.',
    setting: {
      board: Array.from({ length: 16 }, (_, row) =>
        Array.from({ length: 16 }, (_, column) => 'CATSEDOGRINTEALS'[(5 * row + 3 * column) % 16]).join(''),
      ).join('/'),
    },
    lines: rightGuess,
  },
  {
    name: 'handles a board without words',
    advice: 'If there is no word, write `done` or nothing, and wait for the end.',
    setting: { board: 'X' },
    lines: ['< start', '> guesses or nothing', '< found', '< gameover', '> exit at SIGTERM'],
  },
  { ...lineScenes.wordList, setting: { words: ['CATSGI', 'GODA', 'SDOR', 'STODE'] }, lines: rightGuess },
  {
    name: 'plays alone',
    advice: 'You can be the only player: `players 1`.',
    setting: { players: 1 },
    lines: rightGuess,
  },
  {
    name: 'plays as the last of sixteen',
    advice: 'The number of a player can be up to 16.',
    setting: { players: 16, seat: 16 },
    lines: rightGuess,
  },
  {
    name: 'continues when other players have left',
    advice: 'After `forfeited PLAYER` the other players continue, and so do you.',
    setting: { players: 4 },
    lines: ['< start', '< forfeited 2', '< forfeited 3', '> a right guess', '> nothing'],
  },
  {
    name: 'reads what all players found, and ends',
    advice: gameoverAdvice,
    setting: { players: 3 },
    lines: [...allGuesses, '< found', '< gameover', '> exit at SIGTERM'],
  },
  {
    name: 'ends while it is guessing',
    advice:
      'The time can be up at any moment. `found` lines, `gameover` and SIGTERM can arrive while you guess.',
    lines: ['< start', '< found', '< gameover', '> exit at SIGTERM'],
  },
  { ...endOfInput, lines: [...allGuesses, '> exit at end of input'] },
];

const oneTurn: Lines = ['< start', '< turn', '> answer'];
const oneGuess: Lines = ['< start', '< turn', '> guess'];
const anotherTurn: Lines = ['< passed 2', '< turn', '> answer'];
const anotherGuess: Lines = ['< passed 2', '< turn', '> guess'];

const turnScenes: readonly SceneOfRules[] = [
  {
    name: 'writes nothing before its turn',
    advice:
      'Wait for the line `turn MS K LEFT`. Do not guess after `start`, or after what the other player does.',
    setting: { seat: 2 },
    lines: ['> nothing', '< start', '> nothing', '< scored 1', '> nothing'],
  },
  {
    name: 'answers its turn in time, with a valid line',
    advice: 'Answer with guess, pass or forfeit, a newline and a flush, within the MS of `turn`.',
    setting: { toleratesMisses: true },
    lines: oneTurn,
  },
  {
    name: 'writes one line for each turn, and no others',
    advice:
      'Write one line for each `turn` line, and none for other lines. Wait with a second guess for the next turn.',
    setting: { toleratesMisses: true },
    lines: [...oneTurn, '> nothing', '< passed 2', '> nothing'],
  },
  {
    name: 'answers every turn, with the correct tag or none',
    advice: 'Each line `turn MS K LEFT` needs one answer. A tag `@K ` before it has the K of that line.',
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
    name: 'plays turns without a time limit',
    advice:
      'With `timeout none` and `turn none K LEFT` turns have no limit: `none` is there instead of a number.',
    setting: { endless: true },
    lines: [...oneTurn, ...anotherTurn],
  },
  { ...lineScenes.overtime, setting: { overtime: true }, lines: [...oneTurn, ...anotherTurn] },
];

const findingScenes: readonly SceneOfRules[] = [
  {
    name: 'guesses a word that scores',
    advice:
      'A word scores if it is in the word list, no player has found it, and it can be read from one adjacent cell to the next without using a cell twice.',
    lines: oneGuess,
  },
  {
    name: 'does not guess again a word that it has found',
    advice: 'After `scored PLAYER WORD POINTS` no player can score with that word again, not even PLAYER.',
    lines: [...oneGuess, ...anotherGuess, ...anotherTurn],
  },
  {
    name: 'does not guess a word that the other player has found',
    advice: 'After `scored PLAYER WORD POINTS` no player can score with that word again.',
    setting: { seat: 2, turns: 1000 },
    lines: ['< start', '< scored 1 all but 2', '< turn', '> answer', '< scored 1', '< turn', '> answer'],
  },
  {
    name: 'passes when no words are left',
    advice: 'Answer `pass` if you find no more words. Every turn needs an answer.',
    setting: { board: 'CA/TS', words: ['CAT', 'CATS', 'ACT'], seat: 2 },
    lines: [
      ['< start', '< scored 1', '< scored 1', '< scored 1', '< turn', '> answer'],
      ['< passed 1', '< turn', '> answer'],
    ],
  },
  {
    name: 'continues after guesses that missed',
    advice:
      'After `missed PLAYER WORD REASON` with your own number the turn is over, whatever the REASON is. Wait for the next turn.',
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
    name: 'continues when the other player misses, passes or runs out of time',
    advice: 'Nothing changes for you if the other player finds no word.',
    setting: { seat: 2 },
    lines: [
      ['< start', '< missed 1 ZZZZ notonboard', '< turn', '> answer'],
      ['< passed 1', '< turn', '> answer', '< timeout 1', '< turn', '> answer'],
    ],
  },
  {
    name: 'continues when the other player has left',
    advice:
      'After `forfeited PLAYER` all remaining turns can be yours (`--last-player continue`). Continue to play.',
    lines: [...oneTurn, '< forfeited 2', '< turn', '> answer', '< turn', '> answer'],
  },
  {
    ...cellOfLetters,
    setting: { board: boardWithQu, words: ['AIQ', 'QTR', 'QUAR', 'QUAINT', 'QUART', 'QUITS'] },
    lines: oneGuess,
  },
  {
    name: 'plays a small game to its last turn and ends',
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

/** Basic requirements come first, rare cases last. */
const boggleScenes: readonly BoggleScene[] = [
  ...byRules('classic', classicScenes),
  ...byRules('turns', [...turnScenes, ...findingScenes]),
  ...byRules('classic', [{ ...flushing, lines: allGuesses }]),
  ...byRules('turns', [{ ...flushing, lines: oneTurn }]),
];

export const boggleSteps: readonly Step[] = stepsOf(boggleScenes, openBoggle);
