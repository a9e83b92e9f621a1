import { type Nanos, type Seat, seconds } from '../../core/units.ts';
import type { AnyGame, Effect, Scanner } from '../../games/game.ts';
import type { Verdict } from '../../games/kit/verdict.ts';

/** A message that came to no end in this time, and was not only under way when somebody else ended the game. */
const LONG = seconds(1);

/** Messages of which only a part has come when silence decides something, or the game ends: noted beside it. */
export class UnfinishedMessages {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #scanners: readonly Scanner<unknown>[];
  readonly #lastRead: Nanos[];
  /** What was noted last of each: it is not noted twice. */
  readonly #lastNoted: (string | undefined)[] = [];
  #now: Nanos = 0;

  constructor(game: Pick<AnyGame, 'turnRanOut'>, scanners: readonly Scanner<unknown>[]) {
    this.#game = game;
    this.#scanners = scanners;
    this.#lastRead = scanners.map(() => 0);
  }

  /** In words; none: all that this player wrote was whole. */
  of(seat: Seat): string | undefined {
    return this.#scanners[seat - 1]!.unfinished();
  }

  read(seat: Seat, at: Nanos): void {
    this.#now = at;
    this.#lastRead[seat - 1] = at;
  }

  /** Whose turn ran out, or who has left: what had come of its message is noted after this effect. */
  heldUp(effect: Effect): Seat | undefined {
    if (effect.do !== 'record') return undefined;
    const { event } = effect;
    return event.type === 'left' ? (event as { seat: Seat }).seat : this.#game.turnRanOut?.(event)?.seat;
  }

  /** What had come of whose message by the end. `isIn`: the player still has a say then. */
  atEnd({ outcome }: Verdict, isIn: (seat: Seat) => boolean): readonly Effect[] {
    const hasResult = outcome === 'won' || outcome === 'draw';
    return this.#scanners.flatMap((_, index) => {
      const seat = index + 1;
      const matters = !hasResult || this.#now - this.#lastRead[index]! >= LONG;
      return matters && isIn(seat) ? this.noted(seat) : [];
    });
  }

  /** What has come of this seat's message, unless it is noted already. */
  noted(seat: Seat): readonly Effect[] {
    const what = this.of(seat);
    if (what === undefined || what === this.#lastNoted[seat - 1]) return [];
    this.#lastNoted[seat - 1] = what;
    return [{ do: 'record', event: { type: 'unfinished', seat, what } }];
  }
}
