import type { Key } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Effect, Heard, Step } from '../../game.ts';
import type { Standing } from '../../kit/standing.ts';
import type { Turn, TurnsGiven } from '../../line-game/turn-place.ts';
import type { Board } from '../board/board.ts';
import type { BoggleEvent } from '../events.ts';
import type { Options } from '../options.ts';
import type { Message, Notice } from '../wire/messages.ts';
import { noticeText } from '../wire/text.ts';
import type { PathFinder } from '../words/path-finder.ts';
import type { FoundWords } from './found-words.ts';

/** What is on the table from the beginning and does not change. */
export interface Table {
  readonly options: Options;
  readonly board: Board;
  readonly paths: PathFinder;
  readonly lexicon: Lexicon;
  readonly names: readonly string[];
  readonly key: Key;
}

export interface State {
  readonly table: Table;
  /** Those that were ready, by seat. */
  readonly players: readonly Player[];
  /** When the time of all is up; nothing where they take turns. */
  readonly endsAt: Nanos | undefined;
  /** Nobody's where all play at once, and once the game is over. */
  readonly turn: Turn | undefined;
  /** Turns that nobody has used yet, where they take turns. */
  readonly turnsLeft: number;
  readonly over: boolean;
}

export interface Player extends TurnsGiven {
  readonly seat: Seat;
  readonly standing: Standing;
  readonly found: FoundWords;
  /** Where all play at once, 0 until it is known who else found the same. */
  readonly score: number;
  /** It has said so: what comes now is dropped. */
  readonly isDone: boolean;
  readonly droppedBytes: number;
}

export type BoggleStep = Step<State, BoggleEvent>;
export type BoggleEffect = Effect<BoggleEvent>;
export type HeardMove = Heard<Message>;

export function playing(state: State): readonly Player[] {
  return state.players.filter(({ standing }) => standing.is === 'playing');
}

export function playerAt(state: State, seat: Seat): Player {
  const found = state.players.find((player) => player.seat === seat);
  if (!found) throw new Error(`seat ${seat} is not at this table`);
  return found;
}

export function withPlayer(state: State, changed: Player): State {
  const players = state.players.map((player) => (player.seat === changed.seat ? changed : player));
  return { ...state, players };
}

/** One step after another: the effects of both, in order. */
export function then(first: BoggleStep, next: (state: State) => BoggleStep): BoggleStep {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

/** All who still play but this one, by number. */
export function tellOthers(state: State, seat: Seat, notice: Notice): BoggleEffect[] {
  return playing(state)
    .filter((player) => player.seat !== seat)
    .map((player) => tell(player.seat, notice));
}

/** The mover first, then the others by number. */
export function tellAll(state: State, mover: Seat, notice: Notice): BoggleEffect[] {
  return [tell(mover, notice), ...tellOthers(state, mover, notice)];
}

export function tell(seat: Seat, notice: Notice): BoggleEffect {
  return { do: 'tell', seat, text: noticeText(notice) };
}
