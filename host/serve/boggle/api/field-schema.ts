import type { Field, FieldTable, Profile } from './fields.ts';

/** JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export function tableSchema(table: FieldTable, profile: Profile): Schema {
  const fields = Object.entries(table).filter(([, { typed }]) => profile === 'typed' || !typed);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, { ...fieldSchema(field, profile), ...noteOf(field) }]),
    ),
    required: fields.filter(([, { maybe }]) => !maybe).map(([name]) => name),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field, profile: Profile): Schema {
  const isTyped = profile === 'typed';
  switch (field.is) {
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'share':
      return { type: 'number', minimum: 0, maximum: 1 };
    case 'number':
      return isTyped ? { type: 'number' } : { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };
    case 'numbers':
      return { type: 'array', items: { type: 'integer' } };
    case 'words':
      return isTyped
        ? { type: 'array', items: { type: 'string' } }
        : { type: 'string', contentMediaType: 'application/json' };
    case 'object':
      return tableSchema(field.of, profile);
    case 'objects':
      return { type: 'array', items: tableSchema(field.of, profile) };
    case 'packed':
      return {
        type: 'array',
        items: isTyped
          ? tableSchema(field.of, profile)
          : {
              type: 'string',
              contentMediaType: 'application/json',
              contentSchema: tableSchema(field.of, profile),
            },
      };
    default:
      return field satisfies never;
  }
}

function noteOf({ note }: Field): Schema {
  return note === undefined ? {} : { description: note };
}
