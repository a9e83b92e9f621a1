import type { Fields, Shape } from './shape.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The JSON Schema of a shape. `side` chooses a form of values that are written in two forms. */
export function schemaOf(shape: Shape, side: Side = 'of'): Json {
  const { note, example } = shape;
  return {
    ...(note !== undefined && { description: note }),
    ...(example !== undefined && { example }),
    ...plainSchema(shape, side),
  };
}

type Side = 'of' | 'as';

function plainSchema(shape: Shape, side: Side): Json {
  const within = (of: Shape) => schemaOf(of, side);
  switch (shape.is) {
    case 'text':
      return {
        type: 'string',
        ...sized('Length', shape),
        ...(shape.pattern && { pattern: shape.pattern.source }),
        ...(shape.json && { contentMediaType: 'application/json' }),
        ...(shape.json && shape.json !== true && { contentSchema: within(shape.json) }),
      };
    case 'number':
      return { type: shape.whole ? 'integer' : 'number', ...sized('imum', shape) };
    case 'seat':
      return { type: 'integer', minimum: 1 };
    case 'one-of':
      return choice(shape.values);
    case 'list':
      return {
        type: 'array',
        ...(shape.least > 0 && { minItems: shape.least }),
        items: within(shape.of),
      };
    case 'tuple': {
      const { length } = shape.items;
      return {
        type: 'array',
        prefixItems: shape.items.map(within),
        minItems: length,
        maxItems: length,
      };
    }
    case 'by-name':
      return {
        type: 'object',
        ...(shape.most !== undefined && { maxProperties: shape.most }),
        ...(shape.names && { propertyNames: within(shape.names) }),
        additionalProperties: within(shape.of),
      };
    case 'fields':
      return objectSchema(shape, within);
    case 'any-of':
      return { anyOf: shape.shapes.map(within) };
    case 'kinds':
      return { oneOf: Object.values(shape.kinds).map(within) };
    case 'preset':
      return { default: shape.value, ...within(shape.of) };
    case 'read-by':
      return within(shape.of);
    case 'encoded':
      return within(shape[side]);
    default:
      return shape satisfies never;
  }
}

function choice(values: readonly unknown[]): Json {
  if (values.length === 2 && values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.length === 1) return values[0] === null ? { type: 'null' } : { const: values[0] };
  return { enum: values };
}

function sized(
  what: 'Length' | 'imum',
  { least, most }: { readonly least?: number; readonly most?: number },
): Json {
  return {
    ...(least !== undefined && { [`min${what}`]: least }),
    ...(most !== undefined && { [`max${what}`]: most }),
  };
}

function objectSchema(
  { fields, strict }: { readonly fields: Fields; readonly strict?: object },
  within: (of: Shape) => Json,
): Json {
  const entries = Object.entries(fields).map(([name, field]) =>
    'optional' in field
      ? { name, of: field.optional, isNeeded: false }
      : { name, of: field, isNeeded: field.is !== 'preset' },
  );
  return {
    type: 'object',
    ...(strict !== undefined && { additionalProperties: false }),
    required: entries.flatMap(({ name, isNeeded }) => (isNeeded ? [name] : [])),
    properties: Object.fromEntries(entries.map(({ name, of }) => [name, within(of)])),
  };
}
