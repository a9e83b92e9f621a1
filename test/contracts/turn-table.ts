import { keyOf } from '../../host/core/seed.ts';
import { millis, type Seat } from '../../host/core/units.ts';
import type { Effect } from '../../host/games/game.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { type RefereeTable, refereeTable } from '../games/referee-table.ts';
import { keyNumber } from '../games/table.ts';
import type { LineSubject } from './subjects/line-subject.ts';

export const MARGIN = millis(50);

interface More {
  /** By seat, what a player has of its own. */
  readonly own?: readonly (object | undefined)[];
  readonly onEffect?: (effect: Effect) => void;
}

export function optionsOf({ game }: LineSubject, options: object): Record<string, unknown> {
  return { ...(settleOptions(game.options, []) as object), ...options };
}

/** A table for two. */
export function laid(subject: LineSubject, some: object, { own, onEffect }: More = {}): RefereeTable {
  const { game, lexicon } = subject;
  const options = optionsOf(subject, some);
  const owned = own && { own: own.map((its) => its && { ...options, ...its }) };
  const setup = { names: ['Ada', 'a  name of words'], lexicon, key: keyNumber(1), keyOf, options, ...owned };
  return refereeTable(game, setup, { onEffect });
}

/** Both are ready. */
export function opened(subject: LineSubject, options: object, more: More = {}): RefereeTable {
  const table = laid(subject, options, more);
  table.opening.push(...table.says(1, 'ready'), ...table.says(2, 'ready'));
  return table;
}

/** The last turn that these lines give. */
export function turnIn(lines: readonly string[]): { mover: Seat; ms: string; k: string } {
  const turn = lines.findLast((line) => line.includes('< turn '))!;
  const [, mover, ms, k] = /^(\d)< turn (\S+) (\d+)/.exec(turn)!;
  return { mover: Number(mover), ms: ms!, k: k! };
}

export const moverOf = (lines: readonly string[]): Seat => turnIn(lines).mover;

export function figuresOf({ game }: LineSubject, { events }: RefereeTable, seat: Seat) {
  const tally = game.tally(2);
  for (const event of events) tally.take(event as never);
  return tally.player(seat);
}
