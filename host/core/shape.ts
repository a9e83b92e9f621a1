import { abbreviate, meant, visibleJson } from './text.ts';

/**
 * Describes a value from outside, as data. The type, the reader and the JSON Schema of the value are made from this description.
 */
export type Shape<Value = unknown> = Form & { readonly [described]?: Value };

declare const described: unique symbol;

type Form = About &
  /** `json`: the text is JSON, of a value of the given shape. */
  (
    | ({ readonly is: 'text'; readonly pattern?: RegExp; readonly json?: true | Shape } & Size)
    | ({ readonly is: 'number'; readonly whole: boolean } & Size)
    /** A number from 1 to the number of players. */
    | { readonly is: 'seat' }
    | { readonly is: 'one-of'; readonly values: readonly Plain[] }
    | { readonly is: 'list'; readonly of: Shape; readonly least: number }
    | { readonly is: 'tuple'; readonly items: readonly Shape[] }
    | { readonly is: 'by-name'; readonly of: Shape; readonly names?: Shape<string>; readonly most?: number }
    | { readonly is: 'fields'; readonly fields: Fields; readonly strict?: { readonly what?: string } }
    | { readonly is: 'any-of'; readonly shapes: readonly Shape[] }
    | { readonly is: 'kinds'; readonly kinds: Readonly<Record<string, Shape>> }
    | { readonly is: 'preset'; readonly of: Shape; readonly value: unknown }
    | { readonly is: 'read-by'; readonly of: Shape; readonly read: Reader }
    | {
        readonly is: 'encoded';
        readonly of: Shape;
        readonly as: Shape;
        readonly write: (value: never) => unknown;
      }
  );

interface About {
  /** Note and example appear in the schema. */
  readonly note?: string;
  readonly example?: string;
  /** Says in error messages what is expected. */
  readonly label?: string;
}

/** The limits of a number, or of the length of a text. */
interface Size {
  readonly least?: number;
  readonly most?: number;
}

type Reader = (value: unknown, seats: number) => unknown;

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

/** `label` says in words what the pattern matches. */
export function text(pattern?: RegExp, label?: string, size: Size = {}): Shape<string> {
  return { is: 'text', ...(pattern && { pattern }), ...(label !== undefined && { label }), ...size };
}

export function number(least?: number, most?: number): Shape<number> {
  return { is: 'number', whole: false, ...sizeFrom(least, most) };
}

export function whole(least?: number, most?: number): Shape<number> {
  return { is: 'number', whole: true, ...sizeFrom(least, most) };
}

function sizeFrom(least: number | undefined, most: number | undefined): Size {
  return { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
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

export function byName<Value>(
  of: Shape<Value>,
  limits: { readonly names?: Shape<string>; readonly most?: number } = {},
): Shape<Readonly<Record<string, Value>>> {
  return { is: 'by-name', of, ...limits };
}

export function object<const Table extends Fields>(fields: Table): Shape<ValuesOf<Table>> {
  return { is: 'fields', fields };
}

/** An object that must not have other fields. */
export function strictObject<const Table extends Fields>(fields: Table): Shape<ValuesOf<Table>> {
  return { is: 'fields', fields, strict: {} };
}

/** An object in a file that people write: other fields are refused, and a field with null counts as missing. `what` names the object in messages. */
export function settings<const Table extends Fields>(what: string, fields: Table): Shape<ValuesOf<Table>> {
  return { is: 'fields', fields, strict: { what } };
}

/** An object whose field `kind` chooses its shape. */
export function byKind<Value>(kinds: Readonly<Record<string, Shape<Value>>>): Shape<Value> {
  return { is: 'kinds', kinds };
}

/** A value that fits one of the shapes. The first one that fits reads it. */
export function anyOf<Shapes extends readonly Shape[]>(...shapes: Shapes): Shape<ValueOf<Shapes[number]>> {
  return { is: 'any-of', shapes };
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return anyOf(shape, oneOf(null)) as Shape<Value | null>;
}

export function optional<Value>(shape: Shape<Value>): Optional<Value> {
  return { optional: shape };
}

/** Replaces a missing value. */
export function preset<Value>(value: Value, of: Shape<Value>): Shape<Value> {
  return { is: 'preset', of, value };
}

/** Adds a note, and perhaps an example, to the schema. */
export function noted<Value>(note: string, shape: Shape<Value>, example?: string): Shape<Value> {
  return { ...shape, note, ...(example !== undefined && { example }) };
}

/** Replaces the words that say what is expected. */
export function label<Value>(words: string, shape: Shape<Value>): Shape<Value> {
  return { ...shape, label: words };
}

/** A value whose schema is that of `of`, but which a function reads. It returns the value or a `Misfit`. */
export function readBy<Value>(
  of: Shape,
  read: (value: unknown, seats: number) => Value | Misfit,
): Shape<Value> {
  return { is: 'read-by', of, read };
}

/** Reads a value by its shape, and then converts it. */
export function transform<From, To>(of: Shape<From>, to: (value: From) => To | Misfit): Shape<To> {
  return readBy(of, (value, seats) => {
    const read = readShape(of, value, seats);
    return read instanceof Misfit ? read : to(read as From);
  });
}

/** Accepts only values that also fit a condition. */
export function refine<Value>(
  words: string,
  of: Shape<Value>,
  fits: (value: Value) => boolean,
): Shape<Value> {
  return transform(label(words, of), (value) => (fits(value) ? value : misfit(words, value)));
}

/** A value that is written in another shape for readers without types. */
export function encodeAs<Value>(of: Shape<Value>, as: Shape, write: (value: Value) => unknown): Shape<Value> {
  return { is: 'encoded', of, as, write };
}

/** The path to a value, from the outside: `players`, 1, `cwd`. */
export type Path = readonly (string | number)[];

/** A message names at most this many misfits. */
const MOST_MISFITS = 9;

/** Makes the sentence. The caller says how a value is shown, such as `got 3`. */
type Problem = (came: (value: unknown) => string) => string;

/** Says where and why a value does not fit its shape. */
export class Misfit {
  readonly problem: Problem;
  readonly steps: Path;
  /** Such as `players[0].name`. */
  readonly path: string;
  readonly isMissing: boolean;
  /** The other misfits of a file that people write. */
  readonly others: readonly Misfit[];

  constructor(
    problem: Problem,
    isMissing = false,
    steps: Path = [],
    path = '',
    others: readonly Misfit[] = [],
  ) {
    this.problem = problem;
    this.isMissing = isMissing;
    this.steps = steps;
    this.path = path;
    this.others = others;
  }

  /** Joins several misfits into the first one. */
  static of(misfits: readonly Misfit[]): Misfit {
    const [first, ...others] = misfits.flatMap((each) => [each, ...each.others]);
    const { problem, isMissing, steps, path } = first!;
    return new Misfit(problem, isMissing, steps, path, others.slice(0, MOST_MISFITS));
  }

  inside(step: string | number, text = typeof step === 'number' ? `[${step}]` : step): Misfit {
    const { problem, isMissing, steps, path, others } = this;
    const joined = path === '' || path.startsWith('[') ? text + path : `${text}.${path}`;
    const more = others.map((other) => other.inside(step, text));
    return new Misfit(problem, isMissing, [step, ...steps], joined, more);
  }

  /** `whole` names the value if the path is empty. */
  inWords(whole = ''): string {
    const where = this.path === '' ? whole : this.path;
    return `${where === '' ? '' : `${where}: `}${this.problem(gotInShort)}`;
  }
}

/** If the value is nearly one of the `choices`, the message suggests it. */
export function misfit(expected: string, value: unknown, choices: readonly unknown[] = []): Misfit {
  const words = choices.filter((choice) => typeof choice === 'string');
  const hint = typeof value === 'string' ? meant(value, words) : '';
  return new Misfit((came) => `expected ${expected}; ${came(value)}${hint}`, value === undefined);
}

export function gotInShort(value: unknown): string {
  return `got ${inShort(value)}`;
}

/** A path as text: `squares.0.1`, `tiles[0].count`. */
export function pathInWords([first, ...more]: Path): string {
  return `${first ?? ''}${more.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`;
}

/** Reads a value from outside by its shape. Fields that the shape does not have are left out, or refused by strict shapes. */
export function readShape<Value>(shape: Shape<Value>, value: unknown, seats?: number): Value | Misfit;
export function readShape(shape: Shape, value: unknown, seats = 0): unknown {
  switch (shape.is) {
    case 'text':
      return isText(value, shape) ? value : misfit(wordsOf(shape), value);
    case 'number':
      return isNumber(value, shape) ? value : misfit(wordsOf(shape), value);
    case 'seat':
      return isNumber(value, wholeSeat) && value <= seats
        ? value
        : misfit(`a seat from 1 to ${seats}`, value);
    case 'one-of':
      return (shape.values as readonly unknown[]).includes(value)
        ? value
        : misfit(wordsOf(shape), value, shape.values);
    case 'list':
      return readList(shape, value, seats);
    case 'tuple':
      return readTuple(shape, value, seats);
    case 'by-name':
      return readByName(shape, value, seats);
    case 'fields':
      return readFields(shape, value, seats);
    case 'any-of':
      return readAnyOf(shape, value, seats);
    case 'kinds':
      return readKind(shape, value, seats);
    case 'preset':
      return value === undefined ? shape.value : readShape(shape.of, value, seats);
    case 'read-by':
      return shape.read(value, seats);
    case 'encoded':
      return readShape(shape.of, value, seats);
    default:
      return shape satisfies never;
  }
}

const wholeSeat = { whole: true, least: 1 };

type FormOf<Is extends Form['is']> = Form & { readonly is: Is };

/** Reads an object with these fields, in their order. This is a hot path, since a record may have a million events. */
function readFields(shape: FormOf<'fields'>, value: unknown, seats: number): object | Misfit {
  if (!isObject(value)) return misfit(wordsOf(shape), value);
  const { fields, strict } = shape;
  const others = strict ? Object.keys(value).filter((name) => !Object.hasOwn(fields, name)) : [];
  const odd = others.slice(0, MOST_MISFITS);
  const misfits = odd.map((name) => otherField(strict?.what, fields, name));
  // A file that people write gets all its misfits in one message.
  const isWritten = strict?.what !== undefined;
  if (misfits.length > 0 && !isWritten) return misfits[0]!;
  const read: Record<string, unknown> = {};
  for (const { name, shape, isOptional } of fieldsOf(fields)) {
    let found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (isWritten) found ??= undefined;
    if (found === undefined && isOptional) continue;
    const taken = readShape(shape, found, seats);
    if (!(taken instanceof Misfit)) read[name] = taken;
    else if (!isWritten) return taken.inside(name);
    // A misspelled field is probably this one, so it is not reported as missing too.
    else if (found !== undefined || !odd.some((each) => meant(each, [name]) !== ''))
      misfits.push(taken.inside(name));
  }
  return misfits.length === 0 ? read : Misfit.of(misfits);
}

function otherField(what: string | undefined, fields: Fields, odd: string): Misfit {
  const known = Object.keys(fields);
  if (what === undefined)
    return new Misfit(() => `unknown key ${visibleJson(odd)}; ${keysInWords(known)}${meant(odd, known)}`);
  const hint = meant(odd, known) || `. The fields are: ${known.join(', ')}`;
  return new Misfit(() => `${what} has no field ${visibleJson(odd)}${hint}`).inside(odd);
}

/** Leaves out `$schema`, which is for editors. */
function keysInWords(known: readonly string[]): string {
  const keys = known.filter((name) => name !== '$schema');
  if (keys.length === 1) return `the only key is ${keys[0]}`;
  return `the keys are ${keys.join(keys.length === 2 ? ' and ' : ', ')}`;
}

function readKind(shape: FormOf<'kinds'>, value: unknown, seats: number): unknown {
  if (!isObject(value)) return misfit(wordsOf(shape), value);
  const { kinds } = shape;
  const kind = Object.hasOwn(value, 'kind') ? (value.kind ?? undefined) : undefined;
  if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return readShape(kinds[kind]!, value, seats);
  const names = Object.keys(kinds);
  return misfit(`one of ${names.join(', ')}`, kind, names).inside('kind');
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

/** No list in a game has this many items. */
const MOST_ITEMS = 1 << 18;

function readList(shape: FormOf<'list'>, value: unknown, seats: number): unknown {
  const { of, least } = shape;
  if (!Array.isArray(value)) return misfit(wordsOf(shape), value);
  if (value.length < least) return misfit(`a list of at least ${least}`, value);
  if (value.length > MOST_ITEMS) return misfit(`a list of at most ${MOST_ITEMS}`, value);
  return readItems(value, () => of, seats);
}

function readTuple(shape: FormOf<'tuple'>, value: unknown, seats: number): unknown {
  const { items } = shape;
  if (!Array.isArray(value) || value.length !== items.length)
    return misfit(shape.label ?? `a list of ${items.length}`, value);
  const read = readItems(value, (place) => items[place]!, seats);
  return read instanceof Misfit && shape.label !== undefined ? misfit(shape.label, value) : read;
}

function readItems(values: readonly unknown[], shapeOf: (place: number) => Shape, seats: number): unknown {
  const read: unknown[] = [];
  const misfits: Misfit[] = [];
  for (const [place, value] of values.entries()) {
    const taken = readShape(shapeOf(place), value, seats);
    if (!(taken instanceof Misfit)) read.push(taken);
    else if (misfits.push(taken.inside(place)) > MOST_MISFITS) break;
  }
  return misfits.length === 0 ? read : Misfit.of(misfits);
}

function readByName(shape: FormOf<'by-name'>, value: unknown, seats: number): unknown {
  if (!isObject(value)) return misfit(wordsOf(shape), value);
  const entries = Object.entries(value);
  if (entries.length > (shape.most ?? Number.POSITIVE_INFINITY)) return misfit(wordsOf(shape), value);
  const read: [string, unknown][] = [];
  for (const [name, each] of entries) {
    const named = shape.names && readShape(shape.names, name);
    if (named instanceof Misfit) return named;
    const taken = readShape(shape.of, each, seats);
    if (taken instanceof Misfit) return taken.inside(name, `[${inShort(name)}]`);
    read.push([name, taken]);
  }
  return Object.fromEntries(read);
}

/** If no shape fits, the first one whose fields are all present says why. */
function readAnyOf(shape: FormOf<'any-of'>, value: unknown, seats: number): unknown {
  const { shapes } = shape;
  let nearest: Misfit | undefined;
  // The shape whose fields are all present nearly always fits, so it is tried first.
  const likely = shapes.find((each) => each.is === 'fields' && hasAll(each.fields, value));
  const first = likely && readShape(likely, value, seats);
  if (first !== undefined && !(first instanceof Misfit)) return first;
  for (const each of shapes) {
    const taken = readShape(each, value, seats);
    if (!(taken instanceof Misfit)) return taken;
    if (!nearest || (nearest.isMissing && !taken.isMissing)) nearest = taken;
  }
  const plain = shapes.every(({ is }) => is !== 'fields');
  if (!plain) return nearest;
  const { problem, isMissing } = misfit(wordsOf(shape), value);
  return new Misfit(problem, isMissing, nearest?.steps, nearest?.path);
}

function hasAll(fields: Fields, value: unknown): boolean {
  return isObject(value) && fieldsOf(fields).every(({ name, isOptional }) => isOptional || name in value);
}

function wordsOf(shape: Shape): string {
  if (shape.label !== undefined) return shape.label;
  switch (shape.is) {
    case 'text':
      return 'a string';
    case 'number':
      return numberWords(shape);
    case 'one-of':
      return shape.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'seat':
      return 'a seat';
    case 'list':
      return 'a list';
    case 'any-of':
      return shape.shapes.map(wordsOf).join(' or ');
    case 'preset':
    case 'read-by':
    case 'encoded':
      return wordsOf(shape.of);
    default:
      return 'an object';
  }
}

function numberWords({ whole, least, most }: FormOf<'number'>): string {
  if (most !== undefined && least === most) return String(least);
  const from = least === undefined ? '' : ` from ${least}`;
  return `${whole ? 'a whole number' : 'a number'}${from}${most === undefined ? '' : ` to ${most}`}`;
}

/** Longer texts could exhaust the stack of the regular expression. */
const LONGEST_FOR_PATTERN = 1 << 20;

function isText(value: unknown, { pattern, least = 0, most }: Size & { readonly pattern?: RegExp }): boolean {
  if (typeof value !== 'string' || value.length < least || (most !== undefined && value.length > most))
    return false;
  return !pattern || (value.length <= LONGEST_FOR_PATTERN && pattern.test(value));
}

function isNumber(
  value: unknown,
  { whole, least, most }: Size & { readonly whole: boolean },
): value is number {
  if (!(whole ? Number.isSafeInteger(value) : Number.isFinite(value))) return false;
  return (
    (least === undefined || (value as number) >= least) && (most === undefined || (value as number) <= most)
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NOTHING = 'nothing';
const LONGEST = 40;

/** Shows a value in an error message. */
export function inShort(value: unknown): string {
  if (value === undefined) return NOTHING;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return visibleJson(abbreviate(value, LONGEST));
}
