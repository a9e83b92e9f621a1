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
import { modelFigures } from './model-requests.ts';
import { gameOutcomes, leavingCauses, offenceKinds, playerOutcomes } from './verdict.ts';

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
  noted('source of the seeds of the players, if it was not the seed of the game', text()),
);

export const seedHash = optional(
  noted(
    'hash of the seed of the run, if the seed of the game follows from it',
    text(/^[\da-f]{64}$/, 'a SHA-256 in hexadecimal'),
  ),
);

export const mirrored = optional(
  noted('true if each seat draws tiles in its own order; otherwise missing', oneOf(true)),
);

export const processor = optional(noted('the only processor that the player ran on', whole(0)));

export const rejudged = optional(
  noted('ids of the overloaded games that this game replaces', listOf(matchId, 1)),
);

export const playedFile = object({
  file: noted('the path as in the command', text()),
  sha256: orNull(text(/^[\da-f]{64}$/, 'a SHA-256 in hexadecimal')),
  problem: optional(noted('reason why there is no hash, as a sentence', text())),
  version: optional(
    noted('the version of the file wordhost, which is the program of built-in players', text()),
  ),
});

export const files = optional(
  noted('the files that the command names; missing if it names none', listOf(playedFile, 1)),
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

/** The use of all processes of a player. Null if unreadable. */
export const usageFields = {
  cpuMs: orNull(number(0)),
  waitMs: optional(
    noted('time of waiting for a processor; missing in records of early versions', orNull(number(0))),
  ),
  maxRssKb: orNull(number(0)),
};

export const scheduling = optional(
  noted('scheduling class of the player: `batch`, or the class that was seen instead', text()),
);

const exit = object({
  code: exitCode,
  signal: exitSignal,
  killed: noted('true if SIGKILL was necessary', oneOf(true, false)),
});

const refusedByFields = {
  count: whole(1),
  first: noted('number of the first of these moves, among all moves of the player', whole(1)),
  move: noted('that move as it was sent, shortened if it is long', text()),
  why: noted('the rule with its details, as on the wire', text()),
  sentence: optional(noted('the same as a sentence, if `why` is not one', text())),
  position: optional(noted('the position before that move, in the notation of the game', text())),
  hand: optional(noted('the hand of the player before that move', text())),
};

/** A sum over several games. */
export const commonestError = object({
  rule: text(),
  game: noted('number of the game of the example', whole(1)),
  ...refusedByFields,
});

const refused = optional(
  noted(
    'the moves that the rules refused; missing if there are none',
    object({
      of: noted('number of all moves of the player, including legal ones', whole(1)),
      rules: noted('refused moves by the first rule that refused them', byName(object(refusedByFields))),
    }),
  ),
);

/** The order of writing. Figures of the game come before `thinkMs`. */
export const playerResultFields = {
  seat,
  entry: noted('its position on the command line', whole(1)),
  name: text(),
  command: text(),
  files,
  processor,
  outcome: oneOf(...playerOutcomes),
  cause: optional(cause),
  offence: optional(object(offenceFields)),
  unfinished: optional(noted('description of an incomplete last message', text())),
  thinkMs: number(0),
  answers: optional(
    noted('number of answers, and of turns that ran out of time, that `thinkMs` adds up', whole(0)),
  ),
  messages: optional(
    noted('number of messages after it was ready; missing in records of early versions', whole(0)),
  ),
  refused,
  silent: optional(
    noted('true if it was ready and had to answer, but never sent a complete message', oneOf(true)),
  ),
  model: optional(
    noted('requests of `wordhost player model`, if the record keeps standard error', modelFigures),
  ),
  ...usageFields,
  scheduling,
  exit: orNull(exit),
};

/** The order of writing. Figures of the game come after `ms`, and `players` is the last. */
export const resultFields = {
  wordhost: oneOf(1),
  id: matchId,
  game: text(),
  seed: text(),
  'seed-hash': seedHash,
  playerSeed,
  mirrored,
  outcome: oneOf(...gameOutcomes),
  winner: noted('seat of the winner, or null', orNull(seat)),
  // The reader adds the reasons of the game.
  reason: text(),
  startedAt: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time such as 2026-01-31T12:00:00.000Z'),
  ms: noted('duration from the deal to the end', number(0)),
  sandbox: sandboxName,
  memory: optional(memoryLimit),
  gates: whole(0),
  unpolledGates: whole(0),
  loopDelayMs: optional(
    noted(
      'largest delay of the event loop of the host; missing in records of early versions',
      orNull(number(0)),
    ),
  ),
  overloaded: optional(noted('true if a player ran out of time on an overloaded machine', oneOf(true))),
  rejudged,
  began: optional(noted('the seat with the first turn; only in games with time limits for turns', seat)),
  worker: optional(noted('the worker of a farm that played the game; not in its record', text())),
};

interface Figures {
  readonly [figure: string]: unknown;
}

export type PlayerResult = ValuesOf<typeof playerResultFields> & Figures;

/** A line of `--json`, and the end of a record. */
export type Result = ValuesOf<typeof resultFields> & { readonly players: readonly PlayerResult[] } & Figures;

export const playersOf = (more: Fields) => listOf(object({ ...playerResultFields, ...more }), 1);
