import type { Seat } from '../../../core/units.ts';
import type { Clock } from '../../../match/clock.ts';
import type { OpenSeats, SeatHandle } from '../../../match/seat.ts';
import { PastTurns } from './past-turns.ts';
import { PersonSeat } from './person-seat.ts';
import type { TurnUse } from './web-game.ts';

interface SeatsRequest {
  /** For bots: processes. */
  readonly openBots: OpenSeats;
  readonly isBot: (seat: Seat) => boolean;
  /** What this seat has used its turns for by now. */
  readonly pastOf: (seat: Seat) => readonly TurnUse[];
  readonly clock: Clock;
  /** A person is asked for a move, or has made it. */
  readonly asked: (isAsked: boolean) => void;
}

export interface SeatsOfGame {
  readonly open: OpenSeats;
  /** By seat; there are none before they are opened. */
  readonly people: ReadonlyMap<Seat, PersonSeat>;
}

/** Bots as processes, and people by their moves on the web, each with the turns that are past. */
export function seatsOfGame({ openBots, isBot, pastOf, clock, asked }: SeatsRequest): SeatsOfGame {
  const people = new Map<Seat, PersonSeat>();
  const open: OpenSeats = async (requests, listenerOf) => {
    const past = new Map(
      requests
        .filter(({ seat }) => isBot(seat))
        .map(({ seat }) => [seat, new PastTurns(pastOf(seat), listenerOf(seat), clock)]),
    );
    const ofBots = requests.filter(({ seat }) => past.has(seat));
    const bots = await openBots(ofBots, (seat) => past.get(seat)!.listener);
    const handles = new Map<Seat, SeatHandle>();
    for (const [index, { seat }] of ofBots.entries())
      handles.set(seat, past.get(seat)!.handle(bots.seats[index]!));
    for (const { seat } of requests)
      if (!past.has(seat)) {
        const person = new PersonSeat(pastOf(seat), listenerOf(seat), clock, asked);
        people.set(seat, person);
        handles.set(seat, person);
      }
    const seats = requests.map(({ seat }) => handles.get(seat)!);
    const dispose = async () => {
      for (const seat of seats) seat.dismiss();
      await bots[Symbol.asyncDispose]();
    };
    return { seats, [Symbol.asyncDispose]: dispose };
  };
  return { open, people };
}
