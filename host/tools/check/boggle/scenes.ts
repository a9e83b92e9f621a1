import type { Action, Scene, Setting, Turn } from './game.ts';

const findingRules = 'turns';

const afterMisses = (['notindictionary', 'notonboard', 'alreadyfound', 'moonisfull'] as const).flatMap(
  (missed) => [
    { do: 'turn', wants: 'guess', missed } as const satisfies Turn,
    { do: 'other', player: 2, does: 'passes' } as const,
  ],
);

/** Whether its guesses fit what was found already and how the game goes on. */
export const findingScenes: readonly Scene[] = [
  {
    name: 'guesses a word that scores',
    advice:
      'A word scores if it is in the word list, nobody has found it, and it can be read from neighbour to neighbour with no cell twice.',
    setting: { rules: findingRules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn', wants: 'guess' }],
  },
  {
    name: 'does not guess a word again that it has found',
    advice: 'After `scored PLAYER WORD POINTS` the word counts for nobody any more, nor for who found it.',
    setting: { rules: findingRules },
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
    setting: { rules: findingRules, seat: 2, turns: 1000 },
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
    setting: { rules: findingRules, board: 'CA/TS', words: ['CAT', 'CATS', 'ACT'], seat: 2 },
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
    setting: { rules: findingRules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, ...afterMisses, { do: 'turn' }],
  },
  {
    name: 'goes on when the other misses, passes and runs out of time',
    advice: 'What the other does without a word found changes nothing for you.',
    setting: { rules: findingRules, seat: 2 },
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
    setting: { rules: findingRules },
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
      rules: findingRules,
      board: 'EIQuT/TSAR/IENL/UODE',
      words: ['AIQ', 'QTR', 'QUAR', 'QUAINT', 'QUART', 'QUITS'],
    },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn', wants: 'guess' }],
  },
  {
    name: 'plays a small game to its last turn, and ends',
    advice:
      'Until `gameover` every `turn` needs an answer. End at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { rules: findingRules, turns: 20 },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'play-out' }, { do: 'game-over' }],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { rules: findingRules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn' }, { do: 'hang-up' }],
  },
];

const guessingRules = 'classic';
const longName = 'a name that is longer than any that you would give, '.repeat(8).trim();
const whole: readonly Action[] = [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out', wants: 'word' }];

function onBoard(name: string, advice: string, setting: Omit<Setting, 'rules'>): Scene {
  return { name, advice, setting: { rules: guessingRules, ...setting }, actions: whole };
}

/** Words for who takes one letter alone of each cell: they are not on these boards. */
const forOneLetterOfEach = ['AIQ', 'EMR', 'QTR', 'TRE'];

/** All players at once, by the classic rules: whether it sends guesses, and finds words on any board. */
export const guessScenes: readonly Scene[] = [
  {
    name: 'answers the set-up with `ready`, once, and waits',
    advice:
      'Read the set-up up to the line `end`, write `ready` and a newline, flush, and say nothing before `start`.',
    setting: { rules: guessingRules },
    actions: [{ do: 'set-up' }, { do: 'quiet' }],
  },
  {
    name: 'guesses with lines of the wire',
    advice:
      'After `start` write `guess WORD`, a line for each word, each flushed; `done` when there are no more.',
    setting: { rules: guessingRules },
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
    setting: { rules: guessingRules },
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
    setting: { rules: guessingRules, board: 'X' },
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
    setting: { rules: guessingRules, players: 4, absent: [2] },
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
    setting: { rules: guessingRules, players: 3 },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }, { do: 'time-up' }],
  },
  {
    name: 'ends though it is in the middle of guessing',
    advice: 'The time may be up at any moment: `found` lines, `gameover` and SIGTERM come while you guess.',
    setting: { rules: guessingRules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'time-up' }],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { rules: guessingRules },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'hear-out' }, { do: 'hang-up' }],
  },
];

const turnRules = 'turns';

/** Whether it answers when it is asked, and only then. */
export const turnScenes: readonly Scene[] = [
  {
    name: 'says nothing before its turn',
    advice: 'Wait for the line `turn MS K LEFT`. `start`, and what the other does, is no reason to guess.',
    setting: { rules: turnRules, seat: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'quiet' },
      { do: 'start' },
      { do: 'quiet' },
      { do: 'other', player: 1, does: { finds: 1 } },
      { do: 'quiet' },
    ],
  },
  {
    name: 'answers its turn in time, with a line of the wire',
    advice: 'Answer with guess, pass or forfeit and a newline, flushed, before the MS of `turn` are over.',
    setting: { rules: turnRules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn' }],
  },
  {
    name: 'answers a turn with one line, and others not at all',
    advice:
      'A line `turn` has one line as its answer, all others have none: a second guess waits for the next turn.',
    setting: { rules: turnRules, tolerated: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'quiet' },
    ],
  },
  {
    name: 'answers every turn, and tags it, if at all, with its number',
    advice: 'Each line `turn MS K LEFT` needs one answer; `@K ` in front of it carries the K of that line.',
    setting: { rules: turnRules, tolerated: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'takes apart lines that come all at once',
    advice: 'One read may return many lines: handle each at once.',
    setting: { rules: turnRules, seat: 2, manner: 'together' },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'other', player: 1, does: { finds: 1 } },
      { do: 'turn', wants: 'guess' },
      { do: 'other', player: 1, does: { finds: 1 } },
      { do: 'turn' },
    ],
  },
  {
    name: 'puts together lines that come in pieces',
    advice: 'A read may end in the middle of a line: keep the part until the newline comes.',
    setting: { rules: turnRules, manner: 'pieces' },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: { finds: 1 } },
      { do: 'turn' },
    ],
  },
  {
    name: 'skips lines that it does not know, in the set-up too',
    advice: 'Skip a line whose first word is unknown: later versions of the wire may have more lines.',
    setting: { rules: turnRules, manner: 'unknown-lines' },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn', wants: 'guess' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'goes on when it has run out of time itself',
    advice:
      'After `timeout PLAYER` with your own number that turn is over: wait for the next. An answer that may come late is known by its tag: write `@K ` before it.',
    setting: { rules: turnRules },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
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
    advice:
      'After `timeout PLAYER` with your own number that turn is over. An answer that may come late is known by its tag: write `@K ` before it.',
    setting: { rules: turnRules, manner: 'together', tolerated: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'run-out' },
      { do: 'other', player: 2, does: { finds: 1 } },
      { do: 'turn' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays turns that have no end',
    advice: '`timeout none` and `turn none K LEFT` are turns without a limit: there is no number in them.',
    setting: { rules: turnRules, endless: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays with time for the whole game, and in overtime',
    advice:
      '`bank P MS P MS …` before a turn is the time that each player has left for the whole game, below 0 of overtime; the MS of `turn` is how long it can think, as without it.',
    setting: { rules: turnRules, overtime: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
];
