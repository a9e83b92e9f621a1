import type { Nanos, Seat } from '../../core/units.ts';
import type { Effect, Heard } from '../game.ts';
import type { PlayerStatus } from '../kit/verdict.ts';
import type { TimeOptions } from './time-bank.ts';

/** A player in shared code. Games add fields. */
export interface LinePlayer extends TurnHistory {
  readonly seat: Seat;
  readonly status: PlayerStatus;
  readonly score: number;
  /** Bytes that came too late. */
  readonly droppedBytes: number;
  /** Thinking time for the game. Endless without a time bank. */
  readonly bank: Nanos;
}

/** The state in shared code. Games add fields. */
export interface LineState<Player extends LinePlayer = LinePlayer> {
  readonly terms: LineTerms;
  /** Ready players by seat. */
  readonly players: readonly Player[];
  /** Undefined in simultaneous games, and after the end. */
  readonly turn: Turn | undefined;
  readonly over: boolean;
}

interface LineTerms {
  /** Includes absent players. */
  readonly names: readonly string[];
  readonly options: LineOptions;
  /** Options of single players, by seat. */
  readonly own: readonly (LineOptions | undefined)[] | undefined;
}

type LineOptions = TimeOptions & {
  readonly 'turn-cpu': Nanos;
  readonly 'last-player': 'win' | 'continue';
  readonly 'max-late': number;
  readonly 'max-timeouts': number;
};

export function seatedPlayer(seat: Seat, { options }: LineTerms): LinePlayer {
  return {
    seat,
    status: { is: 'playing' },
    score: 0,
    turns: 0,
    ranOut: undefined,
    unanswered: 0,
    droppedBytes: 0,
    bank: options['time-bank'],
  };
}

export function playing<Player extends LinePlayer>({ players }: LineState<Player>): readonly Player[] {
  return players.filter(({ status }) => status.is === 'playing');
}

export function playerAt<Player extends LinePlayer>(state: LineState<Player>, seat: Seat): Player {
  return state.players[placeOf(state, seat)]!;
}

export function isActive(state: LineState, seat: Seat): boolean {
  return !state.over && playerAt(state, seat).status.is === 'playing';
}

/** At least one player must remain. */
export function playerAfter<Player extends LinePlayer>({ players }: LineState<Player>, seat: Seat): Player {
  let first: Player | undefined;
  for (const player of players) {
    if (player.status.is !== 'playing') continue;
    if (player.seat > seat) return player;
    first ??= player;
  }
  return first!;
}

export function withPlayer<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  changed: Player,
): State {
  return { ...state, players: playersWith(state, changed) };
}

export function playersWith<Player extends LinePlayer>(
  state: LineState<Player>,
  changed: Player,
): readonly Player[] {
  return state.players.with(placeOf(state, changed.seat), changed);
}

function placeOf({ players }: LineState, seat: Seat): number {
  for (let place = 0; place < players.length; place++) if (players[place]!.seat === seat) return place;
  throw new Error(`seat ${seat} is not in this game`);
}

type Tell = Effect<never> & { readonly do: 'tell' };

export function tell(seat: Seat, text: string): Tell {
  return { do: 'tell', seat, text };
}

export function tellOthers({ players }: LineState, mover: Seat, text: string): Tell[] {
  const told: Tell[] = [];
  for (const { seat, status } of players)
    if (seat !== mover && status.is === 'playing') told.push({ do: 'tell', seat, text });
  return told;
}

export function tellAll(state: LineState, mover: Seat, text: string): Tell[] {
  return [tell(mover, text), ...tellOthers(state, mover, text)];
}

interface Turn {
  readonly seat: Seat;
  /** Undefined until the line of the turn is written. */
  readonly startedAt: Nanos | undefined;
  /** Refused moves after which the player was asked again. */
  readonly retries: number;
  /** The time until those moves. */
  readonly spent: Nanos;
}

interface TurnHistory {
  readonly turns: number;
  /** The number of its last expired turn, whose answer may still be on its way. */
  readonly ranOut: number | undefined;
  /** The number of its last turns in a row that ran out. */
  readonly unanswered: number;
}

type MoveTiming =
  | { readonly is: 'answer' }
  /** The answer to a turn that ran out. */
  | { readonly is: 'dropped' }
  | { readonly is: 'out-of-order'; readonly problem: string };

export function timingOfMove(
  turn: Turn | undefined,
  { turns, ranOut }: TurnHistory,
  { seat, at, message: { tag } }: Heard<{ readonly tag: number | undefined }>,
): MoveTiming {
  if (ranOut !== undefined && tag !== undefined && tag < turns) return { is: 'dropped' };
  const isItsTurn = turn?.seat === seat && turn.startedAt !== undefined && at > turn.startedAt;
  // The last turn ran out, and the next was not given, or was given after this was written.
  const awaited = turn?.seat === seat ? turns - 1 : turns;
  if (!isItsTurn && ranOut === awaited) return { is: 'dropped' };
  if (!isItsTurn) return wrong('a move before its `turn`: wait for that line');
  if (tag === undefined || tag === turns) return { is: 'answer' };
  return wrong(`it answers turn ${tag} (@${tag}), and this is its turn ${turns}`);
}

const wrong = (problem: string): MoveTiming => ({ is: 'out-of-order', problem });
