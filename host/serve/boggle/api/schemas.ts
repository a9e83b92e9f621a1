import {
  encodeAs,
  type Fields,
  listOf,
  noted,
  number,
  oneOf,
  optional,
  type Shape,
  strictObject,
  text,
  type ValueOf,
  type ValuesOf,
  whole,
} from '../../../core/shape.ts';

/** Typed and plain forms. The plain one has fewer fields, and numbers and lists as texts. */
export interface Answer<Typed extends object = object> {
  readonly plain: Shape;
  readonly typed: Shape<Typed>;
}

export type Profile = keyof Answer;

/** `more` are fields of the typed form. */
export function objectOf<const Plain extends Fields, const More extends Fields>(
  plain: Plain,
  more: More,
): Answer<ValuesOf<Plain & More>> & { readonly plain: Shape<ValuesOf<Plain>> } {
  return { plain: strictObject(plain), typed: strictObject({ ...plain, ...more }) };
}

/** `content` is in the typed form. */
export function encodeContent({ plain }: Answer, content: object, profile: Profile): unknown {
  return profile === 'typed' ? content : plainForm(plain, content);
}

function plainForm(shape: Shape, value: unknown): unknown {
  if (shape.is === 'encoded') return shape.write(value as never);
  if (shape.is === 'list') return (value as readonly unknown[]).map((each) => plainForm(shape.of, each));
  if (shape.is !== 'fields') return value;
  const content = value as Readonly<Record<string, unknown>>;
  const plain: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields))
    if (content[name] !== undefined)
      plain[name] = plainForm('optional' in field ? field.optional : field, content[name]);
  return plain;
}

const flag = oneOf(true, false);
const count = encodeAs(number(), text(/^\d+(\.\d+)?$/), String);
const words = encodeAs(listOf(text()), { is: 'text', json: true }, JSON.stringify);

export const message = { message: text() };

export const game = objectOf(
  {
    board: noted('its rows, with a space after each cell and ` | ` after each row; `QU` is one cell', text()),
    game_over: flag,
    ...message,
    turns_remaining: noted('of both users together', count),
    urlsafe_key: text(),
    user1_is_next: noted('false once the game is over', flag),
    user1_name: text(),
    user1_points: count,
    user2_name: text(),
    user2_points: count,
    winner: optional(noted('a name; empty for a draw; absent before the end', text())),
    words_found: noted('in the order of finding', words),
  },
  {
    next: optional(noted('whose turn it is; absent once the game is over', text())),
    turns: noted('that the game has', number()),
    changes: noted('how often the game was changed: it is greater in what is newer', number()),
  },
);

const move = objectOf(
  { user: text(), message: text() },
  {
    word: text(),
    points: optional(noted('for a correct word', number())),
    path: optional(noted('its cells, row by row from 0', listOf(whole(0)))),
    reason: optional(
      noted('notindictionary, alreadyfound or notonboard; of a bot, passed, timeout or forfeited', text()),
    ),
  },
);

export const user = objectOf(
  { name: text(), urlsafe_key: text() },
  { needs_token: noted('whether acting for a user requires the token of the user', flag) },
);

const rank = objectOf(
  {
    losses: count,
    name: text(),
    urlsafe_key: text(),
    win_percentage: noted('games won in all games, from 0 to 1; a draw is half won', number(0, 1)),
    wins: count,
  },
  { draws: number(), is_bot: flag },
);

const playedMove = encodeAs(move.plain, { is: 'text', json: move.plain }, (value) =>
  JSON.stringify(plainForm(move.plain, value)),
);

export const history = answer(
  strictObject({ game: game.plain, turns: listOf(playedMove) }),
  strictObject({ game: game.typed, turns: listOf(move.typed) }),
);

const unfoundWords = (points: Shape) =>
  strictObject({ words: listOf(strictObject({ word: text(), points })) });

export const unfound = answer(unfoundWords(count), unfoundWords(number()));

export const userWithGames = answer(
  strictObject({ user: user.plain, games: listOf(game.plain) }),
  strictObject({ user: user.typed, games: listOf(game.typed) }),
);

export const rankings = answer(
  strictObject({ users: listOf(rank.plain) }),
  strictObject({ users: listOf(rank.typed) }),
);

function answer<Typed extends object>(plain: Shape, typed: Shape<Typed>): Answer<Typed> {
  return { plain, typed };
}

/** The typed form, which the page uses. */
export type GameAnswer = ValueOf<typeof game.typed>;
export type MoveAnswer = ValueOf<typeof move.typed>;
export type UserAnswer = ValueOf<typeof user.typed>;
export type RankedUser = ValueOf<typeof rank.typed>;
