import { keyOf } from '../../host/core/seed.ts';
import type { Nanos, Seat } from '../../host/core/units.ts';
import { readBoardText } from '../../host/games/boggle/board.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { boggleOptions, type Options } from '../../host/games/boggle/options.ts';
import type { State } from '../../host/games/boggle/rules/state.ts';
import type { Setup } from '../../host/games/game.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { type RefereeTable, refereeTable } from './referee-table.ts';
import { keyNumber, lexiconWith } from './table.ts';

/** A table of Boggle under the real referee. */
export interface Request {
  readonly players?: number;
  /** As with `--board`; a small one with the words of `words`. */
  readonly board?: string;
  readonly options?: Partial<Options>;
  readonly words?: readonly string[];
  readonly key?: number;
  readonly gameTimeout?: Nanos;
}

export interface BoggleTable extends RefereeTable<State> {
  /** `guess CAT 1`, `guess DOG notonboard`, `late done`: what was noted of one player. */
  noted(seat: Seat): string[];
}

/** All are on the board but DOG and SCAT. */
export const small = 'CATS/XQuAT';
export const words = ['A', 'AT', 'CAT', 'CATS', 'DOG', 'SAT', 'SCAT', 'QUA', 'TAX'] as const;

/** Everybody is ready. Nothing takes longer than a microsecond. */
export function openedBoggle(request: Request = {}, absent: readonly Seat[] = []): BoggleTable {
  const table = laidBoggle(request);
  for (let seat = 1; seat <= (request.players ?? 2); seat++)
    table.opening.push(...(absent.includes(seat) ? table.leaves(seat) : table.says(seat, 'ready')));
  return table;
}

export const inTurns = (request: Request = {}, absent: readonly Seat[] = []) =>
  openedBoggle({ ...request, options: { rules: 'turns', ...request.options } }, absent);

export function boardFrom(text: string): NonNullable<Options['board']> {
  return expectOk(readBoardText(text)).value;
}

export function setupOf(request: Request): Setup {
  const { players = 2, board = small, key = 0 } = request;
  const defaults = settleOptions(boggleOptions, []);
  const laid = board === '' ? undefined : boardFrom(board);
  return {
    names: Array.from({ length: players }, (_, index) => `p${index + 1}`),
    options: { ...defaults, board: laid, ...request.options },
    lexicon: lexiconWith(request.words ?? words),
    key: keyNumber(key),
    keyOf,
  };
}

export function laidBoggle(request: Request = {}): BoggleTable {
  const table = refereeTable<State>(boggle, setupOf(request), request);
  const noted = (seat: Seat) => table.events.filter((each) => each.seat === seat && each.bytes).map(inShort);
  return Object.assign(table, { noted });
}

function inShort({ type, word, points, reason, line }: SeenEvent): string {
  return [type, word, points ?? reason, line].filter((part) => part !== undefined).join(' ');
}
