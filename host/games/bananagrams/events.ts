import { byName, oneOf, optional, orNull, seat, text, whole } from '../../core/shape.ts';
import type { EventOf, EventTable } from '../event.ts';
import type { FigureFields } from '../kit/result-fields.ts';
import { byteRange } from '../kit/result-fields.ts';

const letters = text(/^[A-Z]*$/, 'letters');
const number = text(/^\d{3}$/, 'three digits');
const grid = text(/^\d{6}[A-Z.]+$/, 'six digits and the cells of a grid');

export const bananagramsEvents = {
  deal: { seat, tiles: letters },
  peel: { seat, number, grid, bytes: byteRange, drew: byName(letters) },
  late: { seat, number: orNull(number), grid, bytes: byteRange },
  dump: { seat, letter: letters, drew: letters, refused: oneOf(true, false), bytes: byteRange },
} as const satisfies EventTable;

export type BananagramsEvent = EventOf<typeof bananagramsEvents>;

export const bananagramsFigures = {
  game: { peels: whole(0) },
  player: { peels: whole(0), dumps: whole(0), late: whole(0), grid: optional(grid) },
} as const satisfies FigureFields;
