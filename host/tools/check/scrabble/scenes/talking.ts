import type { Scene } from '../scene.ts';

const hand = 'CATDOGS';
const ifIllegal =
  'Lay a word that the rules allow, with the tiles of `hand` and those of `new` since then, or write `pass`. After `came` is each rule that the move breaks.';
export const longName = 'a name that is longer than any that you would give, '.repeat(8).trim();

/** Whether it sends lines, in order, when it is asked. */
export const talking: readonly Scene[] = [
  {
    name: 'answers the set-up with `ready`, once',
    advice: 'Read the set-up up to the line `end`, write `ready` and a newline, flush, and say nothing more.',
    setting: { hand },
    actions: [{ do: 'set-up' }, { do: 'quiet' }],
  },
  {
    name: 'says nothing before its turn',
    advice: 'Wait for the line `turn MS K`. What others do, and `start`, is no reason to move.',
    setting: { hand, first: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'quiet' },
    ],
  },
  {
    name: 'answers its turn in time, with a line of the wire',
    advice:
      'Answer with play, pass, change or forfeit and a newline, flushed, before the MS of `turn MS K` are over.',
    setting: { hand, ifIllegal },
    actions: [{ do: 'set-up' }, { do: 'turn' }],
  },
  {
    name: 'says nothing that is no answer, whatever it is told',
    advice:
      'Notes for yourself go to standard error; a line `turn` has one line as its answer, all others have none.',
    setting: { hand, ifIllegal, draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'turn' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'quiet' },
    ],
  },
  {
    name: 'answers every turn, and tags it, if at all, with its number',
    advice: 'Each line `turn MS K` needs one answer; `@K ` in front of it carries the K of that line.',
    setting: { hand, ifIllegal, draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'puts together lines that come in pieces',
    advice: 'A read may end in the middle of a line: keep the part until the newline comes.',
    setting: { hand, draws: 'EATRING', manner: 'pieces' },
    actions: [
      { do: 'set-up' },
      { do: 'turn' },
      { do: 'other', player: 2, does: { plays: 'OATS' } },
      { do: 'turn' },
    ],
  },
  {
    name: 'takes apart lines that come all at once',
    advice: 'One read may return many lines: handle each at once.',
    setting: { hand, first: 2, players: 3, manner: 'together' },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'other', player: 3, does: 'passes' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'other', player: 3, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'skips lines of the host that it does not know',
    advice: 'Skip a line whose first word is unknown: later versions of the wire may have more lines.',
    setting: { hand, draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
      { do: 'say', lines: ['weather fine 21', 'ponder'] },
      { do: 'turn' },
      { do: 'say', lines: ['spectators 12 x7 -3'] },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'say', lines: ['opinion 1 play 0 0 1A1'] },
      { do: 'turn' },
    ],
  },
  {
    name: 'skips lines that it does not know in the set-up, too',
    advice:
      'Do not count on the order of the set-up, nor on what comes next: look at the first word of each line.',
    setting: { hand, draws: 'EATRING', manner: 'unknown-lines' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'play' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'reads names that are long, or look like messages',
    advice: 'A name is the rest of its line, with all its spaces, however long.',
    setting: { hand, names: ['?????', longName, 'turn 1 1', '7'] },
    actions: [{ do: 'set-up' }, { do: 'turn' }],
  },
];
