import {
  byName,
  type Fields,
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  orNull,
  seat,
  text,
  tuple,
  type ValuesOf,
  whole,
} from '../../core/shape.ts';
import { gameOutcomes, leavingCauses, offenceKinds, playerOutcomes } from './verdict.ts';

/** What the results of a game say besides what all results say. */
export interface FigureFields {
  readonly game: Fields;
  readonly player: Fields;
}

export const cause = oneOf(...leavingCauses);
export const exitCode = orNull(whole());
export const exitSignal = orNull(text(/^SIG[A-Z\d+]*$/, 'the name of a signal'));
export const memoryLimit = oneOf('group', 'polled');
export const sandboxName = text(/^[a-z-]+$/, 'the name of a sandbox');
export const matchId = text(/^[\w-]{21}$/, 'an id of 21 characters');

export const playerSeed = optional(
  noted("what players' own seeds came from, where that was not the seed", text()),
);

export const mirrored = optional(
  noted('each seat draws tiles in its own order; only where it is so', oneOf(true)),
);

export const processor = optional(noted('the only one that it ran on', whole(0)));

export const rejudged = optional(
  noted('the ids of games that it is played instead of, because they were overloaded', listOf(matchId, 1)),
);

const file = object({
  file: noted('as it is written in the command', text()),
  sha256: orNull(text(/^[\da-f]{64}$/, 'a SHA-256 in hexadecimal')),
  problem: optional(noted('why there is no hash, in words', text())),
});

export const files = optional(
  noted('the files that the command names; missing where it names none', listOf(file, 1)),
);

export const byteRange = tuple<[number, number]>(whole(0), whole(0));

export const offenceFields = {
  kind: oneOf(...offenceKinds),
  rule: text(),
  detail: text(),
  at: optional(whole(0)),
  unit: optional(oneOf('byte', 'line')),
  message: optional(text()),
};

/** What all its processes used; null where it could not be read. */
export const usageFields = {
  cpuMs: orNull(number(0)),
  waitMs: optional(noted('for a processor; not in the first records', orNull(number(0)))),
  maxRssKb: orNull(number(0)),
};

export const scheduling = optional(
  noted('how the system had it share the processors: `batch`, or what was seen instead', text()),
);

const exit = object({
  code: exitCode,
  signal: exitSignal,
  killed: noted('SIGKILL was needed', oneOf(true, false)),
});

const refusedByFields = {
  count: whole(1),
  first: noted('which of its moves was the first of these', whole(1)),
  move: noted('that one, as it was sent, cut where it is long', text()),
  why: noted('the rule and what it is about, as on the wire', text()),
  position: optional(noted('what lay there when it was made, as the game writes it', text())),
  hand: optional(noted('what its player held then', text())),
};

/** Of several games. */
export const commonestError = object({
  rule: text(),
  game: noted('the game of the example', whole(1)),
  ...refusedByFields,
});

const refused = optional(
  noted(
    'the moves that the rules refused; missing where they refused none',
    object({
      of: noted('moves that it made, those that stood too', whole(1)),
      rules: noted('by the first rule that refused them', byName(object(refusedByFields))),
    }),
  ),
);

/** In the order in which they are written; the figures of the game come before `thinkMs`. */
export const playerResultFields = {
  seat,
  entry: noted('its place on the command line', whole(1)),
  name: text(),
  command: text(),
  files,
  processor,
  outcome: oneOf(...playerOutcomes),
  cause: optional(cause),
  offence: optional(object(offenceFields)),
  unfinished: optional(noted('a message that never came to its end, in words', text())),
  thinkMs: number(0),
  answers: optional(noted('what `thinkMs` is the sum of: answers, and turns that ran out', whole(0))),
  messages: optional(noted('that it sent after it was ready; not in the first records', whole(0))),
  refused,
  silent: optional(
    noted(
      'it was ready and had something to answer, and sent no whole message, whatever ended the game',
      oneOf(true),
    ),
  ),
  ...usageFields,
  scheduling,
  exit: orNull(exit),
};

/** In the order in which they are written; the figures of the game come after `ms`, and `players` is the last. */
export const resultFields = {
  wordhost: oneOf(1),
  id: matchId,
  game: text(),
  seed: text(),
  playerSeed,
  mirrored,
  outcome: oneOf(...gameOutcomes),
  winner: noted('a seat', orNull(seat)),
  // The game says which there are: the reader of a result adds them.
  reason: text(),
  startedAt: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time as in 2026-01-31T12:00:00.000Z'),
  ms: noted('from the deal to the end', number(0)),
  sandbox: sandboxName,
  memory: optional(memoryLimit),
  gates: whole(0),
  unpolledGates: whole(0),
  loopDelayMs: optional(
    noted('the worst delay of the event loop of the host; not in the first records', orNull(number(0))),
  ),
  overloaded: optional(noted('somebody ran out of time on a machine that had too much to do', oneOf(true))),
  rejudged,
  began: optional(noted('the seat that had the first turn; only where there are turns with a time', seat)),
  worker: optional(noted('the worker of a farm that played it; not in its record', text())),
};

interface Figures {
  readonly [figure: string]: unknown;
}

export type PlayerResult = ValuesOf<typeof playerResultFields> & Figures;

/** One line of `--json`, and the end of a record. */
export type Result = ValuesOf<typeof resultFields> & { readonly players: readonly PlayerResult[] } & Figures;

export const playersOf = (more: Fields) => listOf(object({ ...playerResultFields, ...more }), 1);
