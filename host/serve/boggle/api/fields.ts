/**
 * The fields of an answer, as data: how they are written for those who ask for types and for those who do not, and their
 * schemas.
 */
export type Field = { readonly note?: string } & (
  | { readonly is: 'text' | 'flag' | 'share' }
  /** A text, for those who do not ask for types. */
  | { readonly is: 'number' }
  /** A JSON text of the list, for those who do not ask for types. */
  | { readonly is: 'words' }
  | { readonly is: 'numbers' }
  | { readonly is: 'object'; readonly of: FieldTable }
  | { readonly is: 'objects'; readonly of: FieldTable }
  /** JSON texts, for those who do not ask for types. */
  | { readonly is: 'packed'; readonly of: FieldTable }
);

/** `typed`: only for those who ask for types. `maybe`: not always there. */
export type FieldTable = Readonly<Record<string, Field & { readonly typed?: true; readonly maybe?: true }>>;

export type Profile = 'typed' | 'plain';

/** What an answer says, with types. */
export type Content = Readonly<Record<string, unknown>>;

/** The content with these fields alone, as this profile writes them. */
export function written(table: FieldTable, content: Content, profile: Profile): Content {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = content[name];
    if (value === undefined || (field.typed && profile === 'plain')) continue;
    fields[name] = writtenValue(field, value, profile);
  }
  return fields;
}

function writtenValue(field: Field, value: unknown, profile: Profile): unknown {
  switch (field.is) {
    case 'text':
    case 'flag':
    case 'share':
    case 'numbers':
      return value;
    case 'number':
      return profile === 'typed' ? value : String(value);
    case 'words':
      return profile === 'typed' ? value : JSON.stringify(value);
    case 'object':
      return written(field.of, value as Content, profile);
    case 'objects':
      return (value as Content[]).map((each) => written(field.of, each, profile));
    case 'packed': {
      const all = (value as Content[]).map((each) => written(field.of, each, profile));
      return profile === 'typed' ? all : all.map((each) => JSON.stringify(each));
    }
    default:
      return field satisfies never;
  }
}
