/** A game of your own: the contract of a game, and what its tables are made of. All of it is pure. */

import './this-node.ts';

export { type Chance, chanceFrom, pick } from '../bots/chance.ts';
export { draw, openStream, type Stream, shuffle } from '../core/chance.ts';
export {
  anyOf,
  byName,
  type Fields,
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  seat,
  text,
  tuple,
  whole,
} from '../core/shape.ts';
export { millis, type Nanos, type Seat, seconds } from '../core/units.ts';
export type { EventOf, EventTable } from '../games/events.ts';
export type {
  Effect,
  Game,
  GameOptions,
  Heard,
  LateTurn,
  Pace,
  Present,
  Scanned,
  Scanner,
  Setup,
  Step,
  Tally,
} from '../games/game.ts';
export { andThen, unchanged } from '../games/game.ts';
export type { OptionTable, OptionValues } from '../games/kit/option.ts';
export { optionsOf } from '../games/kit/option.ts';
export { byteRange, type FigureFields } from '../games/kit/result-fields.ts';
export type { ByteRange, Departure, Offence, Verdict } from '../games/kit/verdict.ts';
export { type PlayerStatus, verdictsOf } from '../games/kit/verdict.ts';
export type { LineReading, Spoken } from '../games/line-game/wire/scanner.ts';
export { type LineWire, moveScanner } from '../games/line-game/wire/scanner.ts';
export type { InWords, Panel, Picture } from '../games/presentation.ts';
