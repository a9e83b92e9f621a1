import type fc from 'fast-check';
import type { GameSubject } from './subject.ts';

/** A game in lines, with its wire in both directions. */
// biome-ignore lint/suspicious/noExplicitAny: each game's own messages are known only inside it
export interface LineSubject<Move = any, Notice = any, Told = any> extends GameSubject {
  /** Its wires: each with options under which a table for two can be played. */
  readonly wires: readonly LineWire<Move>[];
  readonly notices: fc.Arbitrary<Notice>;
  moveText(move: Move, tag?: number): string;
  noticeText(notice: Notice): string;
  readNotice(line: string): Notice | undefined;
  /** What a player can be told before it is ready; the laws also hold for what is told at the tables. */
  readonly greetings: readonly Told[];
  greetingText(told: Told): string;
  readGreeting(
    lines: readonly string[],
  ): { readonly ok: true; readonly told: Told } | { readonly ok: false; readonly problem: string };
}

export interface LineWire<Move> {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** There are turns, which an answer may name. */
  readonly inTurns: boolean;
  readonly moves: fc.Arbitrary<Move>;
  /** What lines are made of, or nearly. */
  readonly words: readonly string[];
  /** The beginning of a line that may be of any length, and what goes on with it. */
  readonly long: readonly [start: string, more: string];
}
