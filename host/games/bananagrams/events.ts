import { byName, oneOf, optional, orNull, seat, text, whole } from '../../core/shape.ts';
import type { Seat } from '../../core/units.ts';
import type { EventOf, EventsWith, EventTable } from '../events.ts';
import type { JudgedMove, Situations, Tally } from '../game.ts';
import { byteRange, type FigureFields } from '../kit/result-fields.ts';
import type { CommonReason } from '../kit/verdict.ts';
import type { InWords } from '../presentation.ts';
import { inAlphabet } from './tiles.ts';

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

const reasons = { 'bunch-empty': 'the bunch is empty' } as const;

export type EndReason = CommonReason | keyof typeof reasons;

export const bananagramsInWords: InWords<BananagramsEvent> = {
  figures: { peels: 'peels', dumps: 'dumps', late: 'late' },
  reasons,
  wordRules: ['word'],
  unready:
    'Or it waits for a message: in Bananagrams the player writes first. For a program of another game, put the name of the game before the players: wordhost scrabble PLAYER…',
  overlooked: 'it may read lines: messages of the host end with a period, without a newline',
  describe(event) {
    switch (event.type) {
      case 'deal':
        return `is dealt ${event.tiles}`;
      case 'peel':
        return `peels ${event.number}${drawnBy(event.drew)}`;
      case 'late':
        return `was too late${event.number === null ? '' : ` with ${event.number}`}`;
      case 'dump':
        if (event.letter === '') return event.refused ? 'may not dump' : 'dumps a letter';
        return event.refused ? `may not dump ${event.letter}` : `dumps ${event.letter} for ${event.drew}`;
      default:
        return event satisfies never;
    }
  },
};

function drawnBy(drew: Readonly<Record<string, string>>): string {
  const letters = Object.entries(drew);
  if (letters.length === 0) return ', the last one';
  if (letters.every(([, letter]) => letter === '')) return '';
  return `; drawn: ${letters.map(([seat, letter]) => `${seat} ${letter}`).join(', ')}`;
}

/** Grids are public. Drawn and dumped letters are hidden. */
export function publicEvent(event: BananagramsEvent): BananagramsEvent | undefined {
  switch (event.type) {
    case 'deal':
      return undefined;
    case 'late':
      return { ...event, grid: '' };
    case 'peel':
      return { ...event, drew: Object.fromEntries(Object.keys(event.drew).map((seat) => [seat, ''])) };
    case 'dump':
      return { ...event, letter: '', drew: '' };
    default:
      return event satisfies never;
  }
}

interface Figures {
  peels: number;
  dumps: number;
  late: number;
  grid: string | null;
}

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

/** The last accepted grid, and all tiles of the player. */
export function bananagramsSituations(seats: number): Situations<BananagramsEvent> {
  const held = Array.from({ length: seats }, () => '');
  const grids = Array.from({ length: seats }, () => '');
  const draw = (seat: Seat, letters: string) => {
    held[seat - 1] += letters;
  };
  return {
    take(event) {
      if (event.type === 'deal') draw(event.seat, event.tiles);
      else if (event.type === 'peel') {
        grids[event.seat - 1] = event.grid;
        for (const [seat, letters] of Object.entries(event.drew)) draw(Number(seat), letters);
      } else if (event.type === 'dump' && !event.refused) {
        held[event.seat - 1] = held[event.seat - 1]!.replace(event.letter, '');
        draw(event.seat, event.drew);
      }
    },
    of(seat) {
      const [position, hand] = [grids[seat - 1]!, inAlphabet(held[seat - 1]!)];
      return { ...(position !== '' && { position }), ...(hand !== '' && { hand }) };
    },
  };
}

/** The rules do not judge a late peel. */
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
