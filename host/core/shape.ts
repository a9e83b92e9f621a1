import { visibleJson } from './text.ts';

/**
 * What a value that comes from outside must look like, as data: its type, what reads it and its schema are made from
 * this one description.
 */
export type Shape<Value = unknown> = Form & { readonly [described]?: Value };

declare const described: unique symbol;

type Form = { readonly note?: string } & (
  | { readonly is: 'text'; readonly pattern?: RegExp; readonly called?: string }
  | { readonly is: 'number'; readonly whole: boolean; readonly least?: number }
  /** From 1 to as many as play. */
  | { readonly is: 'seat' }
  | { readonly is: 'one-of'; readonly values: readonly Plain[] }
  | { readonly is: 'list'; readonly of: Shape; readonly least: number }
  | { readonly is: 'tuple'; readonly items: readonly Shape[] }
  | { readonly is: 'by-name'; readonly of: Shape }
  | { readonly is: 'fields'; readonly fields: Fields }
  | { readonly is: 'any-of'; readonly shapes: readonly Shape[] }
);

type Plain = string | number | boolean | null;

/** An optional field. */
export interface Optional<Value = unknown> {
  readonly optional: Shape<Value>;
}

export type Fields = Readonly<Record<string, Shape | Optional>>;

export type ValueOf<Described> = Described extends Shape<infer Value> ? Value : never;

/** The type of an object with these fields. */
export type ValuesOf<Table extends Fields> = {
  readonly [Name in keyof Table as Table[Name] extends Optional ? never : Name]: ValueOf<Table[Name]>;
} & {
  readonly [Name in keyof Table as Table[Name] extends Optional ? Name : never]?:
    | (Table[Name] extends Optional<infer Value> ? Value : never)
    | undefined;
};

/** `called` is what a pattern stands for, in words. */
export function text(pattern?: RegExp, called?: string): Shape<string> {
  return { is: 'text', ...(pattern && { pattern }), ...(called !== undefined && { called }) };
}

export function number(least?: number): Shape<number> {
  return { is: 'number', whole: false, ...(least !== undefined && { least }) };
}

export function whole(least?: number): Shape<number> {
  return { is: 'number', whole: true, ...(least !== undefined && { least }) };
}

export const seat: Shape<number> = { is: 'seat' };

export function oneOf<const Values extends readonly Plain[]>(...values: Values): Shape<Values[number]> {
  return { is: 'one-of', values };
}

export function listOf<Item>(of: Shape<Item>, least = 0): Shape<readonly Item[]> {
  return { is: 'list', of, least };
}

export function tuple<Items extends readonly unknown[]>(
  ...items: { readonly [Place in keyof Items]: Shape<Items[Place]> }
): Shape<Readonly<Items>> {
  return { is: 'tuple', items: items as readonly Shape[] };
}

export function byName<Value>(of: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return { is: 'by-name', of };
}

export function object<const Table extends Fields>(fields: Table): Shape<ValuesOf<Table>> {
  return { is: 'fields', fields };
}

/** The first that fits. */
export function anyOf<Shapes extends readonly Shape[]>(...shapes: Shapes): Shape<ValueOf<Shapes[number]>> {
  return { is: 'any-of', shapes };
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return anyOf(shape, oneOf(null)) as Shape<Value | null>;
}

export function optional<Value>(shape: Shape<Value>): Optional<Value> {
  return { optional: shape };
}

/** With a word for readers of the schema. */
export function noted<Value>(note: string, shape: Shape<Value>): Shape<Value> {
  return { ...shape, note };
}

/** Where a value does not fit its shape: what was expected there, and what came. */
export class Misfit {
  /** From the outermost field inwards, as in `players[0].name`. */
  readonly path: string;
  readonly expected: string;
  readonly came: string;

  constructor(path: string, expected: string, came: string) {
    this.path = path;
    this.expected = expected;
    this.came = came;
  }

  inside(step: string): Misfit {
    const joined = this.path === '' || this.path.startsWith('[') ? step + this.path : `${step}.${this.path}`;
    return new Misfit(joined, this.expected, this.came);
  }
}

/** A value from outside, as its shape describes it: fields that the shape does not have are left out. */
export function readShape(shape: Shape, value: unknown, seats: number): unknown {
  switch (shape.is) {
    case 'text':
      return isText(value, shape.pattern) ? value : misfit(shape.called ?? 'a text', value);
    case 'number':
      return isNumber(value, shape.whole, shape.least) ? value : misfit(numberWords(shape), value);
    case 'seat':
      return isNumber(value, true, 1) && value <= seats ? value : misfit(`a seat from 1 to ${seats}`, value);
    case 'one-of':
      return (shape.values as readonly unknown[]).includes(value)
        ? value
        : misfit(choiceWords(shape.values), value);
    case 'list':
      return readList(shape, value, seats);
    case 'tuple':
      return readTuple(shape.items, value, seats);
    case 'by-name':
      return readByName(shape.of, value, seats);
    case 'fields':
      return readFields(shape.fields, value, seats);
    case 'any-of':
      return readAnyOf(shape.shapes, value, seats);
    default:
      return shape satisfies never;
  }
}

/** An object with these fields, in their order. A hot path: a record may have a million of them. */
function readFields(fields: Fields, value: unknown, seats: number): object | Misfit {
  if (!isObject(value)) return misfit('an object', value);
  const read: Record<string, unknown> = {};
  for (const { name, shape, isOptional } of fieldsOf(fields)) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found === undefined && isOptional) continue;
    const taken = readShape(shape, found, seats);
    if (taken instanceof Misfit) return taken.inside(name);
    read[name] = taken;
  }
  return read;
}

interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
}

const listed = new WeakMap<Fields, readonly Field[]>();

function fieldsOf(fields: Fields): readonly Field[] {
  let list = listed.get(fields);
  if (!list) {
    list = Object.entries(fields).map(([name, field]) => {
      const isOptional = 'optional' in field;
      return { name, shape: isOptional ? field.optional : field, isOptional };
    });
    listed.set(fields, list);
  }
  return list;
}

/** More than any game has of anything. */
const MOST_ITEMS = 1 << 18;

function readList(
  { of, least }: { readonly of: Shape; readonly least: number },
  value: unknown,
  seats: number,
): unknown {
  if (!Array.isArray(value)) return misfit('a list', value);
  if (value.length < least) return misfit(`a list of at least ${least}`, value);
  if (value.length > MOST_ITEMS) return misfit(`a list of at most ${MOST_ITEMS}`, value);
  return readItems(value, () => of, seats);
}

function readTuple(items: readonly Shape[], value: unknown, seats: number): unknown {
  if (!Array.isArray(value) || value.length !== items.length)
    return misfit(`a list of ${items.length}`, value);
  return readItems(value, (place) => items[place]!, seats);
}

function readItems(values: readonly unknown[], shapeOf: (place: number) => Shape, seats: number): unknown {
  const read: unknown[] = [];
  for (const [place, value] of values.entries()) {
    const taken = readShape(shapeOf(place), value, seats);
    if (taken instanceof Misfit) return taken.inside(`[${place}]`);
    read.push(taken);
  }
  return read;
}

function readByName(of: Shape, value: unknown, seats: number): unknown {
  if (!isObject(value)) return misfit('an object', value);
  const read: [string, unknown][] = [];
  for (const [name, each] of Object.entries(value)) {
    const taken = readShape(of, each, seats);
    if (taken instanceof Misfit) return taken.inside(`[${inShort(name)}]`);
    read.push([name, taken]);
  }
  return Object.fromEntries(read);
}

/** If none fits, the nearest one says why: the first that misses no field. */
function readAnyOf(shapes: readonly Shape[], value: unknown, seats: number): unknown {
  let nearest: Misfit | undefined;
  // The form whose fields are all there is tried first, and mostly fits.
  const likely = shapes.find((shape) => shape.is === 'fields' && hasAll(shape.fields, value));
  const first = likely && readShape(likely, value, seats);
  if (first !== undefined && !(first instanceof Misfit)) return first;
  for (const shape of shapes) {
    const taken = readShape(shape, value, seats);
    if (!(taken instanceof Misfit)) return taken;
    if (!nearest || (nearest.came === NOTHING && taken.came !== NOTHING)) nearest = taken;
  }
  const plain = shapes.every(({ is }) => is !== 'fields');
  return plain ? misfit(shapes.map(wordsOf).join(' or '), value, nearest?.path) : nearest;
}

function hasAll(fields: Fields, value: unknown): boolean {
  return isObject(value) && fieldsOf(fields).every(({ name, isOptional }) => isOptional || name in value);
}

function wordsOf(shape: Shape): string {
  switch (shape.is) {
    case 'text':
      return shape.called ?? 'a text';
    case 'number':
      return numberWords(shape);
    case 'one-of':
      return choiceWords(shape.values);
    case 'seat':
      return 'a seat';
    default:
      return 'an object';
  }
}

function numberWords({ whole, least }: { readonly whole: boolean; readonly least?: number }): string {
  return `${whole ? 'a whole number' : 'a number'}${least === undefined ? '' : ` from ${least}`}`;
}

function choiceWords(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' or ');
}

/** Longer ones could exhaust the stack of the pattern. */
const LONGEST_FOR_PATTERN = 1 << 20;

function isText(value: unknown, pattern: RegExp | undefined): boolean {
  if (typeof value !== 'string') return false;
  return !pattern || (value.length <= LONGEST_FOR_PATTERN && pattern.test(value));
}

function isNumber(value: unknown, whole: boolean, least = Number.NEGATIVE_INFINITY): value is number {
  return (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) && (value as number) >= least;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function misfit(expected: string, value: unknown, path = ''): Misfit {
  return new Misfit(path, expected, inShort(value));
}

const NOTHING = 'nothing';
const LONGEST = 40;

/** For errors. */
export function inShort(value: unknown): string {
  if (value === undefined) return NOTHING;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return visibleJson(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
}
