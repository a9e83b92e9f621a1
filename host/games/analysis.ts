import type { Nanos, Seat } from '../core/units.ts';
import type { EventsWith, OwnEvent } from './events.ts';
import type { Setup } from './game.ts';
import type { OptionTable, OptionValues } from './kit/option.ts';

export type TimedEvent<Event extends OwnEvent> = EventsWith<Event> & {
  readonly n: number;
  readonly t: Nanos;
};

/** A finished game to analyze move by move. */
// biome-ignore lint/suspicious/noExplicitAny: code that serves every game knows none of their events
export interface AnalysisRequest<Event extends OwnEvent = any> {
  /** The game as played, but with the word list of the analysis. */
  readonly setup: Setup;
  readonly events: readonly TimedEvent<Event>[];
  /** The time of each answer by the number of its event. */
  readonly thought: ReadonlyMap<number, Nanos>;
  readonly options: OptionValues<OptionTable>;
  readonly top: number;
}

/** Undefined cells are empty. */
export type Cell = string | number | undefined;
type Cells = Readonly<Record<string, Cell>>;

export interface Column {
  readonly heading: string;
  /** A share is from 0 to 1. */
  readonly unit?: 'share' | 'seconds';
  /** Omitted on a terminal. */
  readonly isDetail?: true;
}
export type Columns = Readonly<Record<string, Column>>;

export interface MoveRow {
  readonly n: number;
  readonly seat: Seat;
  readonly cells: Cells;
  /** The loss or the duration of the move: larger is worse. */
  readonly measure: number | undefined;
  /** Texts, the best first. */
  readonly best: readonly string[];
}

export interface PlayerSums {
  /** Sums add up over games. */
  readonly sums: Readonly<Record<string, number>>;
  /** Sentences about this game. */
  readonly notes: readonly string[];
}

export interface AnalyzedGame {
  readonly moves: readonly MoveRow[];
  readonly players: readonly PlayerSums[];
  /** Moves that nobody made, the best first. */
  readonly missed?: readonly string[];
}

/** Analyzes a finished game: a pure fold over its events. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface GameAnalysis<Event extends OwnEvent = any> {
  /** Columns of moves, in the order of tables. */
  readonly columns: Columns;
  /** Columns of players. */
  readonly figures: Columns;
  /** The heading of `MoveRow.measure`. */
  readonly measure: string | undefined;
  /** From where a loss is small, middle or large. Without it, no move is a mistake. */
  readonly mistakes?: readonly [small: number, middle: number, large: number];
  /** The most important figures of a player, as words after its name. */
  summary?(figures: Cells): string;
  /** With an engine, it yields positions as text and receives the engine's moves. */
  analyze(request: AnalysisRequest<Event>): Generator<string, AnalyzedGame, string>;
  /** Sums up the moves of a player in any number of games. */
  figuresOf(moves: readonly MoveRow[], sums: Readonly<Record<string, number>>): Cells;
}

/** Rounds to microseconds. */
export function secondsOf(nanos: Nanos | undefined): number | undefined {
  return nanos === undefined ? undefined : Math.round(nanos / 1e3) / 1e6;
}

/** `share` 0.5 is the median. Undefined without numbers. */
export function quantile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  if (sorted.length === 0) return undefined;
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
}

export function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

export function shareOf(count: number, all: number): number | undefined {
  return all === 0 ? undefined : count / all;
}

export function numbersIn(moves: readonly MoveRow[], column: string): readonly number[] {
  return moves.map(({ cells }) => cells[column]).filter((cell) => typeof cell === 'number');
}
