import type { Nanos, Seat } from '../../core/units.ts';
import type { Scanner } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { Bot } from './bot.ts';
import type { Finding } from './findings.ts';

/** A requirement of the wire, tested with a new process of the bot. */
export interface Step {
  /** A sentence without its subject that says what a correct bot does: `answers the set-up with ready`. */
  readonly name: string;
  readonly advice: string;
  play(stage: Stage): Promise<Finding | undefined>;
  /** A longer step that contains this one. If it finds nothing wrong, this step is right. */
  readonly within?: Step | undefined;
}

export interface Stage {
  readonly request: CheckRequest;
  /** Starts the bot, which ends with the step. */
  open<Message>(seating: Seating<Message>): Promise<Bot<Message>>;
}

interface Seating<Message> {
  readonly seat: Seat;
  readonly players: number;
  /** All words count without a list. */
  readonly lexicon: Lexicon | undefined;
  readonly scanner: Scanner<Message>;
  /** Leaves out the variable that makes Python write at once. */
  readonly isUnhelped?: true;
}

export interface CheckRequest {
  readonly lexicon: Lexicon;
  readonly readyTimeout: Nanos;
  readonly turnTimeout: Nanos;
  readonly grace: Nanos;
}
