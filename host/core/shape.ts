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
