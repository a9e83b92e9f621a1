import type { Seat } from '../../core/units.ts';
import type { JudgedMove, Tally } from '../game.ts';
import type { EventsWith } from '../platform-events.ts';
import type { BananagramsEvent } from './events.ts';

interface Figures {
  peels: number;
  dumps: number;
  late: number;
  grid: string | null;
}

/** What the result says of each player of a peel race, from the events alone. */
export function bananagramsTally(seats: number): Tally<BananagramsEvent> {
  const figures = Array.from({ length: seats }, (): Figures => ({ peels: 0, dumps: 0, late: 0, grid: null }));
  let peels = 0;
  return {
    take(event) {
      if (event.type === 'peel') {
        const mine = figures[event.seat - 1]!;
        peels++;
        mine.peels++;
        mine.grid = event.grid;
      } else if (event.type === 'dump') figures[event.seat - 1]!.dumps++;
      else if (event.type === 'late') figures[event.seat - 1]!.late++;
    },
    game: () => ({ peels }),
    player(seat: Seat) {
      const { grid, ...counts } = figures[seat - 1]!;
      return grid === null ? counts : { ...counts, grid };
    },
  };
}

/** A late peel is none: the rules did not look at it. */
export function judgedMove(event: EventsWith<BananagramsEvent>): JudgedMove | undefined {
  if (event.type === 'peel') return { seat: event.seat };
  if (event.type !== 'dump') return undefined;
  const { seat, letter, refused } = event;
  if (!refused) return { seat };
  return {
    seat,
    refusal: { rule: 'bunch', why: 'the bunch had too few tiles for a dump', move: `d${letter}` },
  };
}
