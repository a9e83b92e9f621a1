import type { Fields, Shape } from '../../host/core/shape.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A shape in the words of JSON Schema. */
export function schemaOf(shape: Shape): Json {
  const described = shape.note === undefined ? {} : { description: shape.note };
  return { ...described, ...plainSchema(shape) };
}

function plainSchema(shape: Shape): Json {
  switch (shape.is) {
    case 'text':
      return { type: 'string', ...(shape.pattern && { pattern: shape.pattern.source }) };
    case 'number':
      return {
        type: shape.whole ? 'integer' : 'number',
        ...(shape.least !== undefined && { minimum: shape.least }),
      };
    case 'seat':
      return { type: 'integer', minimum: 1 };
    case 'one-of':
      return choice(shape.values);
    case 'list':
      return {
        type: 'array',
        ...(shape.least > 0 && { minItems: shape.least }),
        items: schemaOf(shape.of),
      };
    case 'tuple': {
      const { length } = shape.items;
      return {
        type: 'array',
        prefixItems: shape.items.map(schemaOf),
        minItems: length,
        maxItems: length,
      };
    }
    case 'by-name':
      return { type: 'object', additionalProperties: schemaOf(shape.of) };
    case 'fields':
      return objectSchema(shape.fields);
    case 'any-of':
      return { anyOf: shape.shapes.map(schemaOf) };
    default:
      return shape satisfies never;
  }
}

function choice(values: readonly unknown[]): Json {
  if (values.length === 2 && values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.length === 1) return values[0] === null ? { type: 'null' } : { const: values[0] };
  return { enum: values };
}

function objectSchema(fields: Fields): Json {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.flatMap(([name, field]) => ('optional' in field ? [] : [name])),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, schemaOf('optional' in field ? field.optional : field)]),
    ),
  };
}
