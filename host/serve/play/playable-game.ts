import type { OpenPersonSeat } from '../../bots/assistant.ts';
import { type Fields, optional, type Shape, text } from '../../core/shape.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import type { AnyGame } from '../../games/game.ts';
import type { SeatProgram } from '../../seats/remote/program-seats.ts';

/** What the site knows of a game. */
export interface PlayableGame {
  readonly game: AnyGame;
  readonly seats: { readonly min: number; readonly max: number };
  /** Options that a request may set, as texts. */
  readonly options: Fields;
  /** Options of each game on the site, as texts. `people`: further ones for games without a bot. */
  readonly usual: Readonly<Record<string, string>>;
  readonly people: Readonly<Record<string, string>>;
  /** The shape of a move that a page sends. */
  readonly move: Shape;
  readonly openPerson: OpenPersonSeat;
  /** Finds what each move of a finished game gave away. */
  readonly analysis?: GameAnalysis;
  /** The line by which a program is asked for a move. A game without it takes no bots of the operator. */
  readonly isTurn?: (line: string) => boolean;
  /** Built-in bots by name, from the weakest to the strongest. */
  readonly bots: Readonly<Record<string, BuiltInBot>>;
}

/** `past` are its answers before a restart, which it does not send again. */
export type BuiltInBot = (past: readonly string[]) => SeatProgram;

const duration = text(/^\d{1,3}[sm]$/, 'a time such as 30s or 10m');

/** What games in turns, on a wire in lines, have in common. */
export const inTurns = {
  clocks: { 'time-bank': optional(duration), increment: optional(duration) },
  people: { 'time-bank': '10m' },
  isTurn: (line: string) => line.startsWith('turn '),
} as const;

export function botsByName<Name extends string>(
  names: readonly Name[],
  open: (name: Name, past: readonly string[]) => SeatProgram,
): PlayableGame['bots'] {
  return Object.fromEntries(names.map((name) => [name, (past: readonly string[]) => open(name, past)]));
}

export type PlayableGames = Readonly<Record<string, PlayableGame>>;
