import type { Action, Scene, Setting } from '../scene.ts';

const rules = 'classic';
const longName = 'a name that is longer than any that you would give, '.repeat(8).trim();
const whole: readonly Action[] = [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out', wants: 'word' }];

function onBoard(name: string, advice: string, setting: Omit<Setting, 'rules'>): Scene {
  return { name, advice, setting: { rules, ...setting }, actions: whole };
}

/** Words for who takes one letter alone of each cell: they are not on these boards. */
const forOneLetterOfEach = ['AIQ', 'EMR', 'QTR', 'TRE'];

/** All players at once, by the classic rules: whether it sends guesses, and finds words on any board. */
export const guessing: readonly Scene[] = [
  {
    name: 'answers the set-up with `ready`, once, and waits',
    advice:
      'Read the set-up up to the line `end`, write `ready` and a newline, flush, and say nothing before `start`.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'quiet' }],
  },
  {
    name: 'guesses with lines of the wire',
    advice:
      'After `start` write `guess WORD`, a line for each word, each flushed; `done` when there are no more.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }],
  },
  onBoard(
    'finds a word that counts',
    'A word counts if it is in the word list and can be read from neighbour to neighbour, corners too, with no cell twice.',
    {},
  ),
  {
    name: 'says nothing after `done`',
    advice: 'What comes after `done` is dropped, and too much of it is an offence: say `done` last.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }, { do: 'quiet' }],
  },
  onBoard(
    'puts together lines that come in pieces',
    'A read may end in the middle of a line: keep the part until the newline comes.',
    { manner: 'pieces' },
  ),
  onBoard(
    'skips lines that it does not know, in the set-up too',
    'Skip a line whose first word is unknown: later versions of the wire may have more lines.',
    { manner: 'unknown-lines' },
  ),
  onBoard(
    'reads names that are long, or look like messages',
    'A name is the rest of its line, with all its spaces, however long.',
    { names: ['?????', longName, 'start', 'row 1 1'] },
  ),
  onBoard(
    'reads `QU` as one cell',
    'A cell of the line `row` may be more than one letter: split at spaces.',
    {
      board: 'EIQuT/TSAR/IENL/UODE',
      words: ['QUAR', 'QUAINT', 'QUART', 'QUIET', 'QUITS', ...forOneLetterOfEach],
    },
  ),
  onBoard(
    'reads cells of up to four letters',
    'A cell is one to four letters, and a word takes all of them.',
    {
      board: 'TheRIng/SEMent/OnAQu',
      words: ['AMENT', 'ONE', 'RING', 'SEMENT', 'THEREMENT', 'THESE', ...forOneLetterOfEach],
    },
  ),
  onBoard(
    'plays on a board that is wider than high',
    '`board W H` is the width first; then come H lines `row`.',
    {
      board: 'CATSEND/ORENTIA',
    },
  ),
  onBoard(
    'plays on a board of 16 by 16',
    'Boards go up to 16 by 16: search with the word list, not all paths.',
    {
      board: Array.from({ length: 16 }, (_, row) =>
        Array.from({ length: 16 }, (_, column) => 'CATSEDOGRINTEALS'[(5 * row + 3 * column) % 16]).join(''),
      ).join('/'),
    },
  ),
  {
    name: 'gets along with a board without words',
    advice: 'There may be nothing to find: say `done`, or nothing, and wait for the end.',
    setting: { rules, board: 'X' },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out', wants: 'nothing' }, { do: 'time-up' }],
  },
  onBoard(
    'plays by the word list of this game',
    'The words that count are those of the file in the line `dictionary PATH`, in this game.',
    { words: ['CATSGI', 'GODA', 'SDOR', 'STODE'] },
  ),
  onBoard('plays alone', 'There may be nobody else: `players 1`.', { players: 1 }),
  onBoard('plays as the last of sixteen', 'Numbers of players go up to 16.', { players: 16, seat: 16 }),
  {
    name: 'goes on when others are out',
    advice: 'After `forfeited PLAYER` the others play on, and you with them.',
    setting: { rules, players: 4, absent: [2] },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'other', player: 3, does: 'forfeits' },
      { do: 'hear-out', wants: 'word' },
      { do: 'quiet' },
    ],
  },
  {
    name: 'reads what all have found, and ends',
    advice: 'End at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { rules, players: 3 },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }, { do: 'time-up' }],
  },
  {
    name: 'ends though it is in the middle of guessing',
    advice: 'The time may be up at any moment: `found` lines, `gameover` and SIGTERM come while you guess.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'time-up' }],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { rules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }, { do: 'hang-up' }],
  },
];
