import type { Nanos, Seat } from '../../core/units.ts';
import type { Present } from '../../games/game.ts';
import type { Offence, PlayerVerdict, Verdict } from '../../games/kit/verdict.ts';

type Arrival =
  | { readonly is: 'starting' }
  | { readonly is: 'ready'; readonly dialect: string | undefined }
  | { readonly is: 'absent'; readonly verdict: PlayerVerdict };

/** Which players are ready, and which take no part: the game opens when that is known of all. */
export class Arrivals {
  readonly #arrivals: Arrival[];
  #lastReady: Seat | undefined;

  constructor(seats: number) {
    this.#arrivals = Array.from({ length: seats }, () => ({ is: 'starting' }));
  }

  ready(seat: Seat, dialect: string | undefined): void {
    this.#lastReady = seat;
    this.#arrivals[seat - 1] = { is: 'ready', dialect };
  }

  /** Not ready, or gone again, before the game began: it takes no part. */
  absent(seat: Seat, offence: Offence): void {
    const outcome = offence.kind === 'startup' ? 'failed' : 'offender';
    this.#arrivals[seat - 1] = { is: 'absent', verdict: { seat, outcome, offence } };
  }

  isReady(seat: Seat): boolean {
    return this.#arrivals[seat - 1]!.is === 'ready';
  }

  /** The seats of which it is not known yet. */
  starting(): readonly Seat[] {
    return this.#arrivals.flatMap(({ is }, index) => (is === 'starting' ? [index + 1] : []));
  }

  present(): readonly Present[] {
    return this.#arrivals.flatMap((arrival, index): Present[] =>
      arrival.is === 'ready' ? [{ seat: index + 1, dialect: arrival.dialect }] : [],
    );
  }

  /** What was read with the ready that everybody waited for was written before the game began, too. */
  isEarly(seat: Seat, at: Nanos, openedAt: Nanos | undefined): boolean {
    if (openedAt === undefined) return true;
    return seat === this.#lastReady && at <= openedAt;
  }

  /** The rules know only those that were ready; the verdict names everybody. */
  completed(verdict: Verdict): Verdict {
    const players = this.#arrivals.map((arrival, index): PlayerVerdict => {
      if (arrival.is === 'absent') return arrival.verdict;
      const judged = verdict.players.find(({ seat }) => seat === index + 1);
      return judged ?? { seat: index + 1, outcome: 'unfinished' };
    });
    return { ...verdict, players };
  }
}
