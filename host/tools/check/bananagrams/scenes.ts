/** A step as data: what is dealt, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  /** The letters of the opening hand. */
  readonly hand: string;
  /** Instead of the word list of the user. */
  readonly words?: readonly string[];
  /** Each byte is written by itself; or all up to the bot's turn in one piece. */
  readonly manner?: 'pieces' | 'together';
  readonly actions: readonly Action[];
}

export type Action =
  | { readonly do: 'ready' }
  /** The bot has nothing to say now. */
  | { readonly do: 'quiet' }
  | { readonly do: 'deal' }
  /** For numbered players only: those of the plain dialect take all messages alike. */
  | { readonly do: 'say-numbered'; readonly text: string }
  | Peel
  /** Another's peel stands, and the bot draws this. */
  | { readonly do: 'other-peels'; readonly drew: string }
  | Dump
  /** The last peel: the bot's own, which is waited for, or another's. */
  | { readonly do: 'game-over'; readonly winner: 'bot' | 'other' }
  | { readonly do: 'hang-up' };

export interface Peel {
  readonly do: 'peel';
  readonly drew: string;
  /** The peel of another player with this number came first. */
  readonly late?: true;
  /** The hand is hard: no answer in time is no fault. */
  readonly hard?: true;
}

export interface Dump {
  readonly do: 'dump';
  /** Three letters, or the one that comes back. */
  readonly gets: string | 'back';
  /** The peel of another player is announced before the answer, with this letter. */
  readonly meanwhile?: string;
}

/** Whether it sends messages, and lays its hand. */
export const peelScenes: readonly Scene[] = [
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

const dumpAdvice =
  'Numbered: `dAEZ.` answers a dump (plain: `AEZ.`). Until it comes you hold neither the letter nor what you get for it.';

/** Whether it follows the other players. */
export const raceScenes: readonly Scene[] = [
  {
    name: "takes in the tile that comes with another's peel",
    advice: "`=001S.` (plain: `S.`) is another's peel, and gives you a tile: lay it, too.",
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'other-peels', drew: 'E' },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'goes on after a peel that came too late',
    advice:
      '`-001.` (plain: nothing) says that 001 was taken by another, whose `=001S.` came before it. Lay the S, and peel with 002.',
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S', late: true },
      { do: 'peel', drew: 'E', late: true },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'takes apart messages that come all at once',
    advice: 'One read may return many messages: handle each at once.',
    hand: 'CAT',
    manner: 'together',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'other-peels', drew: 'S' },
      { do: 'other-peels', drew: 'E' },
      { do: 'peel', drew: 'R' },
      { do: 'peel', drew: 'S' },
    ],
  },
  {
    name: 'skips messages that it does not know',
    advice:
      'Skip a message that begins with an unknown byte, up to its `.`: later versions of the wire may have more messages.',
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'say-numbered', text: '!WEATHER12.' },
      { do: 'peel', drew: 'E' },
      { do: 'say-numbered', text: '*.' },
      { do: 'peel', drew: 'R' },
    ],
  },
  {
    name: 'holds the right tiles after a dump',
    advice: dumpAdvice,
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'SER' },
      { do: 'peel', drew: 'S', hard: true },
    ],
  },
  {
    name: 'holds its tile again after a dump that was refused',
    advice:
      'If the bunch is nearly empty your own letter comes back: `dQ.` (plain: `Q.`). You hold it as before.',
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'back' },
      { do: 'dump', gets: 'SER' },
      { do: 'peel', drew: 'S', hard: true },
    ],
  },
  {
    name: "takes in another's peel while it waits for a dump",
    advice: dumpAdvice,
    hand: 'CATQ',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'dump', gets: 'ERS', meanwhile: 'S' },
      { do: 'peel', drew: 'E', hard: true },
    ],
  },
];

const advice = 'End at SIGTERM, which is the default in most languages.';

/** Whether it ends. */
export const endingScenes: readonly Scene[] = [
  {
    name: 'ends when it has won',
    advice,
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'game-over', winner: 'bot' }],
  },
  {
    name: 'ends when another has won',
    advice,
    hand: 'CAT',
    actions: [
      { do: 'ready' },
      { do: 'deal' },
      { do: 'peel', drew: 'S' },
      { do: 'game-over', winner: 'other' },
    ],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    hand: 'CAT',
    actions: [{ do: 'ready' }, { do: 'deal' }, { do: 'peel', drew: 'S' }, { do: 'hang-up' }],
  },
];
