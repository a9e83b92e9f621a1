import { inShort, Misfit, readShape } from '../core/read-shape.ts';
import { anyOf, type Fields, object, oneOf, optional, type Shape, tuple, whole } from '../core/shape.ts';
import type { Described, EventTable } from '../games/event.ts';
import type { AnyGame } from '../games/game.ts';
import { playersOf, resultFields } from '../games/kit/result-fields.ts';
import { commonReasons } from '../games/kit/verdict.ts';
import { decisions, facts } from '../games/platform-events.ts';
import type { Noted } from './noted.ts';

/** The shape of each type of event, as it is in a line. */
type Lines = ReadonlyMap<string, Shape>;

/** Reads events of one game between so many. */
export class EventReader {
  readonly #lines: Lines;
  readonly #seats: number;

  constructor(game: AnyGame, seats: number) {
    this.#lines = linesOf(eventsOf(game));
    this.#seats = seats;
  }

  /** The event, or what is wrong with it. */
  read(value: unknown): Noted | Misfit {
    return readEvent(this.#lines, value, this.#seats);
  }
}

export type HeaderEvent = Noted & { readonly type: 'game' };

/** The first event of a record: of what game it is, and who plays. */
export function readHeader(value: unknown): HeaderEvent | Misfit {
  const players = fieldOf(value, 'players');
  return readEvent(headers, value, Array.isArray(players) ? players.length : 0) as HeaderEvent | Misfit;
}

/** All events that a game has, its own and those of the host. */
export function eventsOf({ events, results, reasons, dialects }: AnyGame): EventTable {
  const own = { reason: reasonAmong(reasons), ...results.game, players: playersOf(results.player) };
  const end = { result: object({ ...resultFields, ...own }) };
  return { ...facts, ...decisions, ready: readyIn(dialects), ...events, end };
}

export function reasonAmong(own: Readonly<Record<string, string>>): Shape {
  return oneOf(...Object.keys({ ...commonReasons, ...own }));
}

export function readyIn(dialects: readonly string[]): Fields {
  if (dialects.length === 0) return decisions.ready;
  return { ...decisions.ready, dialect: optional(oneOf(...dialects)) };
}

/** The forms of one type, with the fields that every line has. */
export function formsOf(type: string, described: Described): readonly Fields[] {
  const forms: readonly Fields[] = isPair(described) ? described : [described];
  return forms.map((form) => ({ n: whole(1), t: whole(), type: oneOf(type), ...form, ...readsOf(form) }));
}

function isPair(described: Described): described is readonly [Fields, Fields] {
  return Array.isArray(described);
}

/** Messages came in reads. */
function readsOf({ bytes }: Fields): Fields {
  if (!bytes) return {};
  const reads = tuple(whole(0), whole(0));
  return { in: 'optional' in bytes ? optional(reads) : reads };
}

const headers = linesOf({ game: facts.game });

function linesOf(table: EventTable): Lines {
  return new Map(
    Object.entries(table).map(([type, described]) => {
      const [form, ...more] = formsOf(type, described).map(object);
      return [type, more.length === 0 ? form! : anyOf(form!, ...more)];
    }),
  );
}

function readEvent(lines: Lines, value: unknown, seats: number): Noted | Misfit {
  const type = fieldOf(value, 'type');
  const shape = typeof type === 'string' ? lines.get(type) : undefined;
  if (!shape) return new Misfit('type', 'a type of event of this game', inShort(type));
  const read = readShape(shape, value, seats) as (Noted & Written) | Misfit;
  return read instanceof Misfit || read.type !== 'in' ? read : withBytes(read);
}

interface Written {
  readonly text?: string;
  readonly hex?: string;
}

/** What a player wrote, as the bytes that it wrote. */
function withBytes({
  n,
  t,
  seat,
  text = '',
  hex,
}: Noted & { readonly type: 'in' } & Written): Noted | Misfit {
  const data = hex === undefined ? Buffer.from(text, 'latin1') : Buffer.from(hex, 'hex');
  if (hex !== undefined && 2 * data.length !== hex.length)
    return new Misfit('hex', 'bytes of two digits each', `${hex.length} digits`);
  return { n, t, type: 'in', seat, data };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
