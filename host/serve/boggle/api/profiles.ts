import * as z from 'zod';

/**
 * An answer, once for those who ask for types and once for those who do not. What is written for the others is the encoded
 * side of `plain`; its decoded side has types. It has fewer fields, and drops those that it has not.
 */
export interface Answer<Typed extends z.ZodObject = z.ZodObject> {
  readonly plain: z.ZodObject;
  readonly typed: Typed;
}

export type Profile = keyof Answer;

/** `more`: only for those who ask for types. */
export function objectOf<Plain extends z.ZodRawShape, More extends z.ZodRawShape>(plain: Plain, more: More) {
  return { plain: z.object(plain), typed: z.object({ ...plain, ...more }) };
}

/** A text. */
export const number = z.codec(z.string().regex(/^\d+(\.\d+)?$/), z.number(), {
  decode: Number,
  encode: String,
});

/** A JSON text of the list. */
export const words = z.codec(json(), z.array(z.string()), {
  decode: (text) => JSON.parse(text),
  encode: (all) => JSON.stringify(all),
});

/** JSON texts. */
export function packed<Item extends z.ZodObject>(item: Item) {
  return z.codec(json({ contentSchema: schemaOf(item, 'plain') }), item, {
    decode: (text) => JSON.parse(text),
    encode: (value) => JSON.stringify(value),
  });
}

function json(about: object = {}) {
  return z.string().meta({ contentMediaType: 'application/json', ...about });
}

/** `content`: with types. */
export function written({ plain }: Answer, content: object, profile: Profile): unknown {
  return profile === 'typed' ? content : z.encode(plain, content as z.output<typeof plain>);
}

/** JSON Schema of what is written. */
export function schemaOf(schema: z.ZodType, profile: Profile): Readonly<Record<string, unknown>> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: profile === 'typed' ? 'output' : 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
  return described;
}
