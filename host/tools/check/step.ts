import type { Nanos, Seat } from '../../core/units.ts';
import type { Scanner } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './findings.ts';

/** One requirement of the wire, tested with a new process of the bot. */
export interface Step {
  /** What a correct bot does, as a sentence without its subject: `answers the set-up with ready`. */
  readonly name: string;
  /** Advice if it does not. */
  readonly advice: string;
  play(stage: Stage): Promise<Finding | undefined>;
  /** A longer step, in which this one and others are contained: where nothing is wrong in it, nothing is wrong here. */
  readonly within?: Step | undefined;
}

export interface Stage {
  readonly request: CheckRequest;
  /** Starts the bot. It is ended with the step. */
  open<Message>(seating: Seating<Message>): Promise<Bot<Message>>;
}

/** The seat of the bot, and how its output is read. */
interface Seating<Message> {
  readonly seat: Seat;
  readonly players: number;
  /** The words that count; none: all do. */
  readonly lexicon: Lexicon | undefined;
  readonly scanner: Scanner<Message>;
  /** Without the variable by which the host has Python write at once. */
  readonly isUnhelped?: true;
}

/** The options for all steps. */
export interface CheckRequest {
  readonly lexicon: Lexicon;
  readonly readyTimeout: Nanos;
  readonly turnTimeout: Nanos;
  readonly grace: Nanos;
}
