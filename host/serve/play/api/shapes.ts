import {
  anyOf,
  byName,
  label,
  listOf,
  Misfit,
  noted,
  number,
  object,
  oneOf,
  optional,
  strictObject,
  text,
  transform,
  whole,
} from '../../../core/shape.ts';
import { firstInvisible, plainText } from '../../names.ts';

const LONGEST_NAME = 30;

/** Spaces at the ends do not count, and nothing in a name is invisible. */
const name = transform(text(undefined, undefined, { most: 200 }), (written) => {
  const plain = plainText(written);
  const unseen = firstInvisible(plain);
  if (unseen !== undefined) return new Misfit(() => `expected visible characters; got ${unseen}`);
  const length = [...plain].length;
  return length >= 1 && length <= LONGEST_NAME
    ? plain
    : new Misfit(() => `expected a name of 1 to ${LONGEST_NAME} characters; got ${length}`);
});

export const newGame = strictObject({
  game: noted('the name of a game', text()),
  options: optional(noted('options of the game that differ from those of the site', byName(text()))),
  seats: noted(
    'one person, who is you, and bots or open seats for others',
    listOf(
      anyOf(
        strictObject({ is: oneOf('person'), name: optional(name) }),
        strictObject({ is: oneOf('bot'), name: text() }),
        strictObject({ is: oneOf('open') }),
      ),
      1,
    ),
  ),
  again: optional(noted('the key of a game of yours that is over: its page leads to the new one', text())),
});

export const joining = strictObject({ name: optional(name) });
export const roundTrip = strictObject({
  roundTripMs: noted('milliseconds from the server to the page and back', number(0, 60_000)),
});

const kind = oneOf('person', 'bot', 'open');
const state = oneOf('open', 'running', 'over');
const pace = oneOf('turns', 'race', 'round');

export const filter = strictObject({
  state: optional(noted('only games in this state (default: running)', state)),
  game: optional(noted('only games of this name', text())),
});
export const ofGame = strictObject({ game: optional(noted('only those of this game', text())) });

const line = object({
  seat: whole(1),
  at: optional(noted('where it begins', text())),
  word: text(),
  note: optional(text()),
  points: optional(number()),
  total: optional(noted('all points, or tiles, after it', number())),
});

const panel = object({
  seat: optional(noted('a panel without a seat belongs to everybody', whole(1))),
  caption: text(),
  rows: noted('one character for each cell, or a list of texts', listOf(anyOf(text(), listOf(text())))),
});

const clock = object({ leftMs: whole(), runs: oneOf(true, false) });

export const gameView = label(
  'a game',
  object({
    key: text(),
    game: text(),
    state,
    options: noted('options that differ from those of the site', byName(anyOf(text(), oneOf(null)))),
    pace: noted('one at a time, a race, or all at once without hearing of each other', pace),
    seats: listOf(
      object({
        seat: whole(1),
        name: text(),
        is: kind,
        clock: optional(noted('the time that is left, with a time bank or a common clock', clock)),
        awayMs: optional(noted('a person who does not follow the game was last seen so long ago', whole(0))),
        roundTripMs: optional(noted('the time from the server to the page of a person and back', whole(0))),
      }),
    ),
    you: optional(noted('your seat; missing for a watcher', whole(1))),
    due: noted(
      'seats that are asked for a move; only your own where nobody learns what others do',
      listOf(whole(1)),
    ),
    panels: noted('the drawing that everybody sees, with further fields of the game', listOf(panel)),
    moves: listOf(object({ seat: optional(whole(1)), words: text(), lines: listOf(line) })),
    hand: optional(noted('your own tiles or words, as the game describes them', object({}))),
    end: optional(
      object({
        reason: text(),
        sentence: text(),
        winners: listOf(whole(1)),
        scores: listOf(number()),
      }),
    ),
    next: optional(noted('the key of the game that its players play next', text())),
    version: noted('it grows with each change that you see', whole(0)),
  }),
);

export const moveAnswer = anyOf(
  object({
    ok: oneOf(true),
    brings: noted('what the move brings, in words', text()),
    points: optional(number()),
  }),
  object({
    ok: oneOf(false),
    problem: noted('why nothing has changed', text()),
    words: optional(noted('words that are not in the list', listOf(text()))),
  }),
);

export const summaries = listOf(
  object({
    key: text(),
    game: text(),
    state,
    seats: listOf(object({ is: kind, name: text() })),
    scores: optional(noted('by seat, where the server knows them', listOf(number()))),
    due: optional(
      noted('the seats that are asked for a move, where the server knows them', listOf(whole(1))),
    ),
    you: optional(noted('your seat', whole(1))),
  }),
);

export const bots = listOf(
  object({
    name: text(),
    game: text(),
    strength: optional(noted('1 is the weakest of its game; a bot of the operator has none', whole(1))),
  }),
);

export const problem = object({ problem: text() });
