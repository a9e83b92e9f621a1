import type { Seat } from '../../core/units.ts';
import type { OptionTable } from './option.ts';

/** The options of all players, and those of the seats that have some of their own, each written out in full. */
interface WithOwn<Options> {
  readonly options: Options;
  /** By seat; none: nobody has any. */
  readonly own?: readonly (Options | undefined)[] | undefined;
}

/** What holds for one seat. */
export function optionsOf<Options>({ options, own }: WithOwn<Options>, seat: Seat): Options {
  return own?.[seat - 1] ?? options;
}

/** Those options of a game that a player may have of its own, where the game has this pace. */
export function perPlayer(table: OptionTable, pace: string): OptionTable {
  return Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.perPlayer === pace));
}
