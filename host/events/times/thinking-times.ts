import type { Nanos, Seat } from '../../core/units.ts';
import type { AnyGame } from '../../games/game.ts';
import type { ByteRange } from '../../games/kit/verdict.ts';
import type { Noted, SharedEvent } from '../noted.ts';

interface Thinker {
  /** The time since which it has a message to answer; none after its answer until the next message. */
  since: Nanos | undefined;
  think: Nanos;
  /** How often it has answered, or its turn has run out. */
  answers: number;
}

/** How long each player has thought: from a message that it has to answer to its answer. */
export class ThinkingTimes {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #players: readonly Thinker[];
  /** Whose clock was the first to start. */
  #began: Seat | undefined;

  constructor(game: Pick<AnyGame, 'turnRanOut'>, seats: number) {
    this.#game = game;
    this.#players = Array.from({ length: seats }, () => ({ since: undefined, think: 0, answers: 0 }));
  }

  /** None: nobody has a clock. */
  get began(): Seat | undefined {
    return this.#began;
  }

  of(seat: Seat): Readonly<Pick<Thinker, 'think' | 'answers'>> {
    return this.#players[seat - 1]!;
  }

  /** How long this was thought about; none where it is no answer. */
  take(event: Noted): Nanos | undefined {
    if (event.type === 'out') return this.#told(event);
    if (event.type === 'in') return undefined;
    const seat = isSaid(event) ? event.seat : this.#game.turnRanOut?.(event)?.seat;
    const player = seat === undefined ? undefined : this.#players[seat - 1]!;
    if (player?.since === undefined) return undefined;
    const thought = Math.max(0, event.t - player.since);
    player.think += thought;
    player.since = undefined;
    player.answers++;
    return thought;
  }

  #told({ seat, t, clock }: Noted & { readonly type: 'out' }): undefined {
    if (clock === true) this.#clockStarts(seat, t);
    else if (this.#began === undefined) this.#players[seat - 1]!.since ??= t;
  }

  /** Where players have clocks of their own, only these count as thinking time. */
  #clockStarts(seat: Seat, t: Nanos): void {
    if (this.#began === undefined)
      for (const player of this.#players) Object.assign(player, { since: undefined, think: 0, answers: 0 });
    this.#began ??= seat;
    this.#players[seat - 1]!.since = t;
  }
}

type Said = Extract<SharedEvent, { readonly bytes?: unknown }>;

/** Whether a player has said it. */
export function isSaid(
  event: SharedEvent,
): event is Said & { readonly seat: Seat; readonly bytes: ByteRange } {
  // To read a field that is not there takes half the time of asking whether it is.
  return (event as { readonly bytes?: unknown }).bytes !== undefined;
}
