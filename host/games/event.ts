import type { Seat } from '../tabletop/units.ts';

/**
 * What a game notes for the record. The loop adds `n`, `t` and, where a message was judged, the reads that it
 * came in. The fields of each type are the game's own.
 */
export interface GameEvent {
  readonly type: string;
  readonly seat?: Seat;
  readonly [field: string]: unknown;
}
