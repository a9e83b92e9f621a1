import type { Stream } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Effect, Heard, Step } from '../../game.ts';
import type { OptionValues } from '../../kit/option.ts';
import type { Pool } from '../../kit/pool.ts';
import type { Departure, LeavingCause, Offence, Verdict } from '../../kit/verdict.ts';
import type { BananagramsEvent } from '../events.ts';
import type { bananagramsOptions } from '../options.ts';
import type { Tiles } from '../tiles.ts';
import type { Dialect, Message, Notice } from '../wire/messages.ts';
import { noticeText } from '../wire/messages.ts';

export type Options = OptionValues<typeof bananagramsOptions>;

export interface State {
  readonly options: Options;
  readonly lexicon: Lexicon;
  /** The number of named players. One alone plays solitaire. */
  readonly named: number;
  /** Players that were ready, by seat. */
  readonly players: readonly Player[];
  readonly bunch: Pool<string>;
  readonly order: Stream;
  readonly coin: Stream;
  readonly peels: number;
  /** The time of the last accepted peel or dump, or of the deal. */
  readonly lastProgress: Nanos;
  readonly finish: PhotoFinish | undefined;
  readonly over: boolean;
}

export interface Player {
  readonly seat: Seat;
  readonly dialect: Dialect;
  readonly status: PlayerStatus;
  /** Includes tiles that are on their way. */
  readonly tiles: Tiles;
  /** For plain peels: the hand at the last accepted peel (or the deal) without later dumps … */
  readonly settled: Tiles;
  /** … and the tiles of each message since then. */
  readonly sent: readonly string[];
  readonly lateBytes: number;
}

export type PlayerStatus =
  | { readonly is: 'playing' }
  | { readonly is: 'left'; readonly cause: LeavingCause }
  | { readonly is: 'offender'; readonly offence: Offence };

/** Legal peels for the same number, before the random draw. */
export interface PhotoFinish {
  readonly until: Nanos;
  readonly contenders: readonly Peel[];
  /** Other messages, handled afterwards in order. */
  readonly held: readonly Waiting[];
}

export type Waiting =
  | { readonly what: 'heard'; readonly heard: Heard<Message> }
  | { readonly what: 'left'; readonly seat: Seat; readonly departure: Departure; readonly at: Nanos };

export type Peel = Heard<Message> & { readonly message: Extract<Message, { type: 'peel' }> };
export type Dump = Heard<Message> & { readonly message: Extract<Message, { type: 'dump' }> };

export type BananagramsStep = Step<State, BananagramsEvent>;
export type BananagramsEffect = Effect<BananagramsEvent>;

export function playing(state: State): readonly Player[] {
  return state.players.filter((player) => player.status.is === 'playing');
}

export function playerAt(state: State, seat: Seat): Player {
  const found = state.players.find((player) => player.seat === seat);
  if (!found) throw new Error(`seat ${seat} is not in this game`);
  return found;
}

export function withPlayer(state: State, changed: Player): State {
  return {
    ...state,
    players: state.players.map((player) => (player.seat === changed.seat ? changed : player)),
  };
}

/** Empty if the dialect has no words for the notice. */
export function tell(player: Player, notice: Notice): BananagramsEffect[] {
  const text = noticeText(notice, player.dialect);
  return text === '' ? [] : [{ do: 'tell', seat: player.seat, text }];
}

export function endGame(state: State, verdict: Verdict): BananagramsStep {
  return { state: { ...state, over: true, finish: undefined }, effects: [{ do: 'end', verdict }] };
}
