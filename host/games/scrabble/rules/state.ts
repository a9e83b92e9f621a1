import type { Seat } from '../../../core/units.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Effect, Heard, Step } from '../../game.ts';
import type { Standing } from '../../kit/standing.ts';
import type { Turn, TurnsGiven } from '../../line-game/turn-place.ts';
import type { Board } from '../board/board.ts';
import type { ScrabbleEvent } from '../events.ts';
import type { Position } from '../judge/position.ts';
import type { Options } from '../options.ts';
import type { RuleSet } from '../rule-sets.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Message, Notice } from '../wire/messages.ts';
import { noticeText } from '../wire/text.ts';
import type { Bag, Hand } from './bag.ts';
import type { RackLetters } from './rack.ts';

/** What is on the table from the beginning and does not change. */
export interface Table {
  readonly options: Options;
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly lexicon: Lexicon | undefined;
  readonly handSize: number;
  readonly names: readonly string[];
  /** Made once: each move that is recorded shows a hand. */
  readonly rackLetters: RackLetters;
}

export interface State {
  readonly table: Table;
  /** Those that were ready, by seat. */
  readonly players: readonly Player[];
  readonly bag: Bag;
  readonly position: Position;
  /** Nobody's once the game is over. */
  readonly turn: Turn | undefined;
  readonly history: History;
  readonly over: boolean;
}

/** What the ends of a game are decided by. */
export interface History {
  /** Turns that are over, of all players. */
  readonly turns: number;
  /** So many of the last turns changed no score. */
  readonly scoreless: number;
  /** So many of the last turns were no play that stood. */
  readonly playless: number;
  /** The turn before the last brought no points. */
  readonly pointlessBefore: boolean;
  /** The last turn brought no points. */
  readonly pointless: boolean;
}

export interface Player extends TurnsGiven {
  readonly seat: Seat;
  readonly standing: Standing;
  readonly hand: Hand;
  readonly score: number;
  readonly droppedBytes: number;
}

export type ScrabbleStep = Step<State, ScrabbleEvent>;
export type ScrabbleEffect = Effect<ScrabbleEvent>;
export type HeardMove = Heard<Message>;

export function playing(state: State): readonly Player[] {
  return state.players.filter(({ standing }) => standing.is === 'playing');
}

export function playerAt(state: State, seat: Seat): Player {
  return state.players[placeOf(state, seat)]!;
}

function placeOf({ players }: State, seat: Seat): number {
  for (let place = 0; place < players.length; place++) if (players[place]!.seat === seat) return place;
  throw new Error(`seat ${seat} is not at this table`);
}

export function withPlayer(state: State, changed: Player): State {
  return { ...state, players: playersWith(state, changed) };
}

/** For who changes more of the state at once. */
export function playersWith(state: State, changed: Player): readonly Player[] {
  return state.players.with(placeOf(state, changed.seat), changed);
}

/** One step after another: the effects of both, in order. */
export function then(first: ScrabbleStep, next: (state: State) => ScrabbleStep): ScrabbleStep {
  const second = next(first.state);
  return { state: second.state, effects: first.effects.concat(second.effects) };
}

export function tell(seat: Seat, notice: Notice): ScrabbleEffect {
  return { do: 'tell', seat, text: noticeText(notice) };
}

/** All who still play but this one, by number. */
export function tellOthers({ players }: State, mover: Seat, notice: Notice): ScrabbleEffect[] {
  const text = noticeText(notice);
  const told: ScrabbleEffect[] = [];
  for (const { seat, standing } of players)
    if (seat !== mover && standing.is === 'playing') told.push({ do: 'tell', seat, text });
  return told;
}

/** The mover first, then the others by number. */
export function tellAll(state: State, mover: Seat, notice: Notice): ScrabbleEffect[] {
  return [tell(mover, notice), ...tellOthers(state, mover, notice)];
}
