import type { Scene } from '../scene.ts';

const rules = 'turns';

/** Whether it answers when it is asked, and only then. */
export const takingTurns: readonly Scene[] = [
  {
    name: 'says nothing before its turn',
    advice: 'Wait for the line `turn MS K LEFT`. `start`, and what the other does, is no reason to guess.',
    setting: { rules, seat: 2 },
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
    setting: { rules, tolerated: true },
    actions: [{ do: 'set-up' }, { do: 'start' }, { do: 'turn' }],
  },
  {
    name: 'answers a turn with one line, and others not at all',
    advice:
      'A line `turn` has one line as its answer, all others have none: a second guess waits for the next turn.',
    setting: { rules, tolerated: true },
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
    setting: { rules, tolerated: true },
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
    setting: { rules, seat: 2, manner: 'together' },
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
    setting: { rules, manner: 'pieces' },
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
    setting: { rules, manner: 'unknown-lines' },
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
    setting: { rules },
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
    setting: { rules, manner: 'together', tolerated: true },
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
    setting: { rules, endless: true },
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
    setting: { rules, overtime: true },
    actions: [
      { do: 'set-up' },
      { do: 'start' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
];
