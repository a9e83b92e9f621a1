import {
  byteRange,
  type Departure,
  draw,
  type Effect,
  type EventOf,
  type EventTable,
  type Game,
  type Heard,
  type Nanos,
  type Offence,
  type OptionTable,
  type OptionValues,
  oneOf,
  openStream,
  optionsOf,
  type PlayerStatus,
  type Present,
  type Seat,
  type Step,
  seat,
  seconds,
  type Verdict,
  verdictsOf,
  whole,
} from 'wordhost/games';
import { guessingInWords, guessingPicture } from './guessing-in-words.ts';
import { guessScanner } from './guessing-wire.ts';

const options = {
  highest: { kind: 'count', default: 100, min: 2, max: 1_000_000, help: 'the highest number there is' },
  timeout: {
    kind: 'duration',
    default: seconds(5),
    min: 1,
    max: seconds(60),
    help: 'time limit for each turn',
    perPlayer: 'turns',
  },
  'max-output': { kind: 'size', default: 65_536, min: 1024, max: 2 ** 30, help: 'limit of output in a game' },
} as const satisfies OptionTable;

export const answers = ['higher', 'lower', 'right'] as const;
export type Answer = (typeof answers)[number];

const events = {
  range: { highest: whole(2) },
  guess: { seat, number: whole(1), answer: oneOf(...answers), bytes: byteRange },
} as const satisfies EventTable;

export type GuessingEvent = EventOf<typeof events>;

interface Thought {
  readonly number: number;
  readonly options: OptionValues<typeof options>;
  readonly own: readonly (OptionValues<typeof options> | undefined)[] | undefined;
}

interface Player {
  readonly seat: Seat;
  readonly status: PlayerStatus;
}

interface State extends Thought {
  readonly players: readonly Player[];
  readonly turn: Seat;
  /** When the line of the turn was written. */
  readonly since: Nanos | undefined;
  readonly over: boolean;
}

type GuessingStep = Step<State, GuessingEvent>;

/** In turns, the players guess a number; each is told whether it is higher or lower. The player that hits it has won. */
export const guessing: Game<typeof options, Thought, State, number, GuessingEvent> = {
  name: 'guessing',
  pace: () => 'turns',
  seats: { min: 1, max: 8 },
  options,
  wordless: 'always',
  dialects: [],
  events,
  results: { game: {}, player: { guesses: whole(0) } },
  ...guessingInWords,
  picture: guessingPicture,
  unplayable: () => undefined,
  scanner: guessScanner,
  says: String,
  prepare({ key, options, own }) {
    const [number] = draw(openStream(key, 'bag'), options.highest);
    return { number: number + 1, options, own };
  },
  greet: ({ options }) => `range 1 ${options.highest}\n`,
  open(thought, present) {
    const state = { ...thought, players: present.map(seated), turn: 0, since: undefined, over: false };
    const range = record({ type: 'range', highest: thought.options.highest });
    return after([range], whoIsLeft(state) ?? nextTurn(state));
  },
  hear,
  leave(state, seat, departure) {
    return state.over ? { state, effects: [] } : out(state, seat, departure);
  },
  alarm: (state) =>
    state.over || state.since === undefined ? undefined : state.since + optionsOf(state, state.turn).timeout,
  wake: (state) => out(state, state.turn, offence('time', 'turn', 'its turn has run out')),
  clockStarts: (state, seat, at) => (state.turn === seat ? { ...state, since: at } : state),
  spent: (state) => ({ state, effects: [] }),
  halt: (state, why) => end(state, why === 'interrupted' ? 'aborted' : 'timeout', undefined, why),
  tally(seats) {
    const guesses = Array.from({ length: seats }, () => 0);
    return {
      take(event) {
        if (event.type === 'guess') guesses[event.seat - 1]!++;
      },
      game: () => ({}),
      player: (seat) => ({ guesses: guesses[seat - 1]! }),
    };
  },
};

function hear(state: State, { seat, message: number, bytes }: Heard<number>): GuessingStep {
  if (state.over) return { state, effects: [] };
  const { highest } = state.options;
  if (seat !== state.turn) return out(state, seat, offence('protocol', 'order', 'it is not its turn'));
  if (number < 1 || number > highest)
    return out(
      state,
      seat,
      offence('illegal', 'range', `expected a number from 1 to ${highest}; got ${number}`),
    );
  const answer = answerTo(state.number, number);
  const told = playing(state).map((one) => tell(one.seat, `guess ${seat} ${number} ${answer}\n`));
  const effects = [record({ type: 'guess', seat, number, answer, bytes }), ...told];
  return after(effects, answer === 'right' ? end(state, 'won', seat, 'guessed') : nextTurn(state));
}

export function answerTo(number: number, guess: number): Answer {
  if (number === guess) return 'right';
  return number > guess ? 'higher' : 'lower';
}

function out(state: State, seat: Seat, departure: Departure): GuessingStep {
  const { how } = departure;
  const status: PlayerStatus =
    how === 'left' ? { is: 'left', cause: departure.cause } : { is: 'offender', offence: departure.offence };
  const players = state.players.map((one) => (one.seat === seat ? { seat, status } : one));
  const event =
    how === 'left'
      ? ({ type: 'left', seat, cause: departure.cause } as const)
      : ({ type: 'offence', seat, ...departure.offence } as const);
  const next = { ...state, players };
  const isOver = whoIsLeft(next) ?? (state.turn === seat ? nextTurn(next) : { state: next, effects: [] });
  return after(
    [
      { do: 'record', event },
      { do: 'dismiss', seat },
    ],
    isOver,
  );
}

function whoIsLeft(state: State): GuessingStep | undefined {
  const left = playing(state);
  if (left.length === 0) return end(state, 'aborted', undefined, 'nobody-left');
  const isLast = left.length === 1 && state.players.length > 1;
  return isLast ? end(state, 'won', left[0]!.seat, 'last-player') : undefined;
}

function nextTurn(state: State): GuessingStep {
  const left = playing(state);
  const { seat } = left.find((one) => one.seat > state.turn) ?? left[0]!;
  const effects: Effect[] = [{ do: 'tell', seat, text: 'turn\n', clock: true }];
  return { state: { ...state, turn: seat, since: undefined }, effects };
}

function end(
  state: State,
  outcome: Verdict['outcome'],
  winner: Seat | undefined,
  reason: string,
): GuessingStep {
  const beside = reason === 'interrupted' ? 'unfinished' : 'lost';
  const players = verdictsOf(state.players, ({ seat }) => (seat === winner ? 'won' : beside));
  const verdict = { outcome, winner: winner ?? null, reason, players };
  return { state: { ...state, over: true }, effects: [{ do: 'end', verdict }] };
}

const playing = ({ players }: State) => players.filter(({ status }) => status.is === 'playing');
const seated = ({ seat }: Present): Player => ({ seat, status: { is: 'playing' } });
const record = (event: GuessingEvent): Effect => ({ do: 'record', event });
const tell = (seat: Seat, text: string): Effect => ({ do: 'tell', seat, text });

function after(effects: readonly Effect[], step: GuessingStep): GuessingStep {
  return { state: step.state, effects: [...effects, ...step.effects] };
}

function offence(kind: Offence['kind'], rule: string, detail: string): Departure {
  return { how: 'offence', offence: { kind, rule, detail } };
}
