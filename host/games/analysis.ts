import type { Nanos, Seat } from '../core/units.ts';
import type { EventsWith, OwnEvent } from './events.ts';
import type { Setup } from './game.ts';
import type { OptionTable, OptionValues } from './kit/option.ts';

/** An event with its place in the record. */
export type TimedEvent<Event extends OwnEvent> = EventsWith<Event> & {
  readonly n: number;
  readonly t: Nanos;
};

/** A game that was played, to be judged move by move. */
// biome-ignore lint/suspicious/noExplicitAny: code that serves every game knows none of their events
export interface AnalysisRequest<Event extends OwnEvent = any> {
  /** As it was played, but with the word list that it is judged by. */
  readonly setup: Setup;
  readonly events: readonly TimedEvent<Event>[];
  /** How long each answer took, by the number of its event. */
  readonly thought: ReadonlyMap<number, Nanos>;
  /** Of the options of the analysis. */
  readonly options: OptionValues<OptionTable>;
  /** How many of the best moves are listed. */
  readonly top: number;
}

/** None: there is nothing to say. */
export type Cell = string | number | undefined;
type Cells = Readonly<Record<string, Cell>>;

export interface Column {
  readonly heading: string;
  /** What its numbers are: a share is from 0 to 1. */
  readonly unit?: 'share' | 'seconds';
  /** A terminal has no room for it. */
  readonly isDetail?: true;
}
export type Columns = Readonly<Record<string, Column>>;

export interface MoveRow {
  /** The number of its event. */
  readonly n: number;
  readonly seat: Seat;
  readonly cells: Cells;
  /** What it gave away, or how long it took: the larger, the worse. None: it has no such measure. */
  readonly measure: number | undefined;
  /** In words, the best first. */
  readonly best: readonly string[];
}

/** What a player did in a game beside its moves. */
export interface PlayerSums {
  /** They add up over games. */
  readonly sums: Readonly<Record<string, number>>;
  /** For people, of this game. */
  readonly notes: readonly string[];
}

export interface AnalyzedGame {
  readonly moves: readonly MoveRow[];
  /** By seat. */
  readonly players: readonly PlayerSums[];
}

/** How a game is judged after it was played: a pure fold over its events. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface GameAnalysis<Event extends OwnEvent = any> {
  /** Of a move, in the order of tables. */
  readonly columns: Columns;
  /** Of a player. */
  readonly figures: Columns;
  /** What `MoveRow.measure` is, as a heading; none: its moves have no such measure. */
  readonly measure: string | undefined;
  /** Where the options name an engine, it yields positions as text, and takes for each the move of the engine. */
  analyze(request: AnalysisRequest<Event>): Generator<string, AnalyzedGame, string>;
  /** What the moves of one player, of any number of games, come to. */
  figuresOf(moves: readonly MoveRow[], sums: Readonly<Record<string, number>>): Cells;
}

/** To the microsecond. */
export function secondsOf(nanos: Nanos | undefined): number | undefined {
  return nanos === undefined ? undefined : Math.round(nanos / 1e3) / 1e6;
}

/** Of numbers in any order; none of no numbers. `share`: 0.5 is the median. */
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

/** Numbers in the cells of this column. */
export function numbersIn(moves: readonly MoveRow[], column: string): readonly number[] {
  return moves.map(({ cells }) => cells[column]).filter((cell) => typeof cell === 'number');
}
