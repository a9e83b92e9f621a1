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
const number = z.codec(z.string().regex(/^\d+(\.\d+)?$/), z.number(), {
  decode: Number,
  encode: String,
});

/** A JSON text of the list. */
const words = z.codec(json(), z.array(z.string()), {
  decode: (text) => JSON.parse(text),
  encode: (all) => JSON.stringify(all),
});

/** JSON texts. */
function jsonTextOf<Item extends z.ZodObject>(item: Item) {
  return z.codec(json({ contentSchema: schemaOf(item, 'plain') }), item, {
    decode: (text) => JSON.parse(text),
    encode: (value) => JSON.stringify(value),
  });
}

function json(about: object = {}) {
  return z.string().meta({ contentMediaType: 'application/json', ...about });
}

/** `content`: with types. */
export function encodeContent({ plain }: Answer, content: object, profile: Profile): unknown {
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

const text = z.string();
const flag = z.boolean();

export const message = { message: text };

export const game = objectOf(
  {
    board: text.describe('its rows, with a space after each cell and ` | ` after each row; `QU` is one cell'),
    game_over: flag,
    message: text,
    turns_remaining: number.describe('of both users together'),
    urlsafe_key: text,
    user1_is_next: flag.describe('false once the game is over'),
    user1_name: text,
    user1_points: number,
    user2_name: text,
    user2_points: number,
    winner: text.describe('a name; empty for a draw; absent before the end').optional(),
    words_found: words.describe('in the order of finding'),
  },
  {
    next: text.describe('whose turn it is; absent once the game is over').optional(),
    turns: z.number().describe('that the game has'),
    changes: z.number().describe('how often the game was changed: it is greater in what is newer'),
  },
);

const move = objectOf(
  { user: text, message: text },
  {
    word: text,
    points: z.number().describe('of a word that is right').optional(),
    path: z.array(z.int()).describe('its cells, row by row from 0').optional(),
    reason: text
      .describe('notindictionary, alreadyfound or notonboard; of a bot, passed, timeout or forfeited')
      .optional(),
  },
);

export const user = objectOf(
  { name: text, urlsafe_key: text },
  { needs_token: flag.describe('whether whoever acts for a user of this server needs its token') },
);

const rank = objectOf(
  {
    losses: number,
    ...user.plain.shape,
    win_percentage: z
      .number()
      .min(0)
      .max(1)
      .describe('games won in all games, from 0 to 1; a draw is half won'),
    wins: number,
  },
  { draws: z.number(), is_bot: flag },
);

export const history = {
  plain: z.object({ game: game.plain, turns: z.array(jsonTextOf(move.plain)) }),
  typed: z.object({ game: game.typed, turns: z.array(move.typed) }),
};

export const userWithGames = {
  plain: z.object({ user: user.plain, games: z.array(game.plain) }),
  typed: z.object({ user: user.typed, games: z.array(game.typed) }),
};

export const rankings = {
  plain: z.object({ users: z.array(rank.plain) }),
  typed: z.object({ users: z.array(rank.typed) }),
};

/** What those get who ask for types, as the page does. */
export type GameAnswer = z.output<typeof game.typed>;
export type MoveAnswer = z.output<typeof move.typed>;
export type UserAnswer = z.output<typeof user.typed>;
export type RankedUser = z.output<typeof rank.typed>;
