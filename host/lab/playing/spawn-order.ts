import type { SeatOpener } from '../../match/open-table.ts';
import type { Seat } from '../../tabletop/units.ts';

/** The same seats, their players started in this order. */
export function startedInOrder(open: SeatOpener, order: readonly Seat[]): SeatOpener {
  return async (plan, listenerOf) => {
    const players = order.map((seat) => plan.players[seat - 1]!);
    const table = await open({ ...plan, players }, listenerOf);
    const seats = plan.players.map(({ seat }) => table.seats[order.indexOf(seat)]!);
    return { seats, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
  };
}
