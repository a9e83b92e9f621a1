import type { Nanos, Seat } from '../../core/units.ts';
import type { Scanner } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './finding.ts';

/** One thing that the wire asks of a bot, tried with a bot of its own. */
export interface Step {
  /** What a right bot does, as a sentence without its subject: `answers the set-up with ready`. */
  readonly name: string;
  /** What to do where it does not. */
  readonly advice: string;
  play(stage: Stage): Promise<Finding | undefined>;
}

export interface Stage {
  readonly request: CheckRequest;
  /** Starts the bot. It is ended with the step. */
  open<Message>(seating: Seating<Message>): Promise<Bot<Message>>;
}

/** Where the bot sits, and how it is listened to. */
export interface Seating<Message> {
  readonly seat: Seat;
  readonly players: number;
  /** The words that count; none: all do. */
  readonly lexicon: Lexicon | undefined;
  readonly scanner: Scanner<Message>;
}

/** What the user settles for all steps. */
export interface CheckRequest {
  readonly lexicon: Lexicon;
  readonly readyTimeout: Nanos;
  readonly turnTimeout: Nanos;
  readonly grace: Nanos;
}
