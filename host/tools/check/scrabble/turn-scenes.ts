import type { Placement } from '../../../games/scrabble/wire/messages.ts';
import type { RefusedMove, Scene, Turn } from './game.ts';

const hand = 'CATDOGS';
const ifIllegal =
  'Lay a word that the rules allow, with the tiles of `hand` and those of `new` since then, or write `pass`. After `came` is each rule that the move breaks.';
export const longName = 'a name that is longer than any that you would give, '.repeat(8).trim();

/** Whether it sends lines, in order, when it is asked. */
export const talkScenes: readonly Scene[] = [
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

const advice =
  'After `timeout PLAYER` with your own number that turn is over: wait for the next. An answer that may come late is known by its tag: write `@K ` before it.';

/** Whether it handles time limits. */
export const timingScenes: readonly Scene[] = [
  {
    name: 'goes on when it has run out of time itself',
    advice,
    setting: { hand: 'CATDOGS', draws: 'EATRING' },
    actions: [
      { do: 'set-up' },
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
    advice,
    setting: { hand: 'CATDOGS', draws: 'EATRING', manner: 'together', tolerated: 'all' },
    actions: [
      { do: 'set-up' },
      { do: 'run-out' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'quiet' },
      { do: 'other', player: 2, does: 'passes' },
      { do: 'turn' },
    ],
  },
  {
    name: 'plays turns that have no end',
    advice: '`timeout none` and `turn none K` are turns without a limit: there is no number in them.',
    setting: { hand: 'CATDOGS', endless: true },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
  {
    name: 'plays with time for the whole game, and in overtime',
    advice:
      '`bank P MS P MS …` before a turn is the time that each player has left for the whole game, below 0 of overtime; the MS of `turn` is how long it can think, as without it.',
    setting: { hand: 'CATDOGS', overtime: true },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'other', player: 2, does: 'passes' }, { do: 'turn' }],
  },
];

export type Refusal = (move: RefusedMove) => readonly string[];

/** Each of its plays is legal and is refused with one of these errors. In a game the host sends them only if they are true. */
function failureScene(name: string, refusals: readonly Refusal[]): Scene {
  const turns = refusals.map((refused): Turn => ({ do: 'turn', wants: 'play', refused }));
  const actions = turns.flatMap((turn) => [turn, { do: 'other', player: 2, does: 'passes' } as const]);
  return {
    name,
    advice:
      'After `error …` lines and `failed` your turn is over: the tiles are still in your hand, the board is as it was. Wait for the next `turn`.',
    setting: { hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, ...actions, { do: 'quiet' }, { do: 'turn' }],
  };
}

const face = ({ letter, points }: Placement) => `${letter}${points}`;
const first = ({ placements }: RefusedMove) => placements[0]!;
const lettersOf = ({ placements }: RefusedMove) => placements.map(({ letter }) => letter).join('');

export const tileErrors: readonly Refusal[] = [
  () => ['error emptymove'],
  (move) => [`error piecedoesnotexist ${first(move).id}`],
  (move) => [
    `error playerdoesnothavepiece ${move.seat} ${first(move).id}`,
    `error invalidpieceinst ${first(move).id} ${face(first(move))}`,
  ],
];

export const placeErrors: readonly Refusal[] = [
  (move) => [`error emptytile ${first(move).x} ${first(move).y}`],
  (move) => {
    const { x, y } = first(move);
    return [`error occupiedtile ${face(first(move))} ${x} ${y} E1`];
  },
  ({ placements }) => [`error wordnotonroworcolumn ${placements.map(({ x, y }) => `${x} ${y}`).join(' ')}`],
];

export const howErrors: readonly Refusal[] = [
  () => ['error wordoutsideboard', 'error wordnotconnected'],
  () => ['error firstwordtooshort', 'error firstwordnotovercenter 0 0'],
  () => ['error wordnotadjacent'],
];

export const wordErrors: readonly Refusal[] = [
  (move) => [`error wordnotindictionary ${lettersOf(move)}`],
  (move) => [`error wordnotindictionary ${lettersOf(move)}`, 'error wordnotindictionary QQ'],
];

export const unknownErrors: readonly Refusal[] = [
  () => ['error moonisfull 3 x', 'error tilesaretired'],
  () => ['error moonisfull', 'error wordnotadjacent'],
];

/** Whether it goes on after a failed move of its own. */
export const failureScenes: readonly Scene[] = [
  failureScene('goes on after a play that failed for its tiles', tileErrors),
  failureScene('goes on after a play that failed for its places', placeErrors),
  failureScene('goes on after a play that failed for how it lay', howErrors),
  failureScene('goes on after a play that failed for its words', wordErrors),
  failureScene('goes on after an error that it does not know', unknownErrors),
  {
    name: 'goes on after a change that was refused',
    advice:
      'After `error notenoughpieces N M` and `failed` you hold what you held. Wait for the next `turn`.',
    setting: { hand: 'VVWCQJK' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'change', refused: ({ ids }) => [`error notenoughpieces ${ids.length} 3`] },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
    ],
  },
];

/** Whether it ends. */
export const endingScenes: readonly Scene[] = [
  {
    name: 'plays a small game to its end',
    advice: 'Until `gameover` every `turn` needs an answer, even without tiles: `pass` is enough.',
    setting: { hand: 'CATDOGS', draws: 'EATRINGSTO', bag: 10 },
    actions: [{ do: 'set-up' }, { do: 'play-out' }],
  },
  {
    name: 'ends when the game is over',
    advice: 'End at SIGTERM, which is the default in most languages, or at `gameover`.',
    setting: { hand: 'CATDOGS', first: 2 },
    actions: [
      { do: 'set-up' },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
      { do: 'game-over' },
    ],
  },
  {
    name: 'ends when its input ends',
    advice: 'Exit at the end of the input: do not read on when a read returns nothing.',
    setting: { hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, { do: 'turn' }, { do: 'hang-up' }],
  },
];
