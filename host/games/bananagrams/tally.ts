import type { Nanos, Seat } from '../../tabletop/units.ts';
import type { GameEvent } from '../event.ts';
import type { Tally } from '../game.ts';

interface Figures {
  peels: number;
  dumps: number;
  late: number;
  grid: string | null;
}

/** What the result says of each player of a peel race, from the events alone. */
export function bananagramsTally(seats: number): Tally {
  const figures = Array.from({ length: seats }, (): Figures => ({ peels: 0, dumps: 0, late: 0, grid: null }));
  let peels = 0;
  return {
    take(event: GameEvent & { readonly t: Nanos }) {
      const mine = event.seat === undefined ? undefined : figures[event.seat - 1];
      if (!mine) return;
      if (event.type === 'peel') {
        peels++;
        mine.peels++;
        mine.grid = String(event.grid);
      } else if (event.type === 'dump') mine.dumps++;
      else if (event.type === 'late') mine.late++;
    },
    game: () => ({ peels }),
    player(seat: Seat) {
      const { grid, ...counts } = figures[seat - 1]!;
      return grid === null ? counts : { ...counts, grid };
    },
  };
}
