import { now } from '../../host/match/clock.ts';
import type {
  OpenedSeats,
  OpenSeats,
  SeatDeparture,
  SeatHandle,
  SeatListener,
} from '../../host/match/seat.ts';
import { until } from '../support/until.ts';

/** What a player in the contract does; each kind of seat has one for each. */
export const behaviours = [
  /** Says `on\n`, and then all that it is sent. */
  'echo',
  /** Says `on\n`, and when it is sent something `moved\n` and exits with 0. */
  'moves-and-exits',
  /** Says `on\n`, and when it is sent something 200,000 times `x`. */
  'writes-much',
  /** Says `on\n`, and `end\n` once its input has ended. */
  'waits-for-the-end',
  /** Says `on\n`, and reads nothing. */
  'deaf',
] as const;
export type Behaviour = (typeof behaviours)[number];

/** A kind of seat under its contract. */
export interface SeatKind {
  readonly name: string;
  open(behaviours: readonly Behaviour[]): OpenSeats;
  /** Whether its players are processes, whose signals are told and whose ending says more. */
  readonly hasProcesses: boolean;
}

/** A seat, and all that was told of it. */
export class Watched implements SeatListener {
  handle!: SeatHandle;
  /** In order: `read`, `gone`, `caught`, `SIGTERM`. */
  readonly told: string[] = [];
  readonly stamps: number[] = [];
  readonly sizes: number[] = [];
  readonly departures: SeatDeparture[] = [];
  text = '';

  read(bytes: Uint8Array, at: number): void {
    this.told.push('read');
    this.stamps.push(at);
    this.sizes.push(bytes.length);
    this.text += Buffer.from(bytes).toString('latin1');
  }

  gone(departure: SeatDeparture, at: number): void {
    this.told.push('gone');
    this.stamps.push(at);
    this.departures.push(departure);
  }

  caught({ rule }: { readonly rule: string }): void {
    this.told.push(`caught ${rule}`);
  }

  lost(): void {
    this.told.push('lost');
  }

  signalled(signal: string): void {
    this.told.push(signal);
  }

  async says(text: string): Promise<void> {
    await until(
      () => this.text.endsWith(text),
      () => `${JSON.stringify(text)}; it said ${JSON.stringify(this.text.slice(-100))}`,
    );
  }

  async tells(what: string): Promise<void> {
    await until(
      () => this.told.includes(what),
      () => `${what}; told was ${this.told.join(', ')}`,
    );
  }

  get others(): readonly string[] {
    return this.told.filter((what) => what !== 'read');
  }
}

export interface WatchedSeats extends AsyncDisposable {
  readonly seats: readonly Watched[];
  /** What had been told when the opener answered. */
  readonly early: number;
}

let matches = 0;

/** Seats of one match, opened in another order than that of their numbers. */
export async function openWatched(kind: SeatKind, ...players: readonly Behaviour[]): Promise<WatchedSeats> {
  const seats = players.map(() => new Watched());
  const match = `contract-${process.pid}-${++matches}`;
  const requests = players
    .map((_, index) => ({
      ...{
        match,
        game: 'none',
        seat: index + 1,
        name: `p${index + 1}`,
        command: '',
        players: players.length,
      },
      ...{ lexicon: undefined, seed: 7, clock: now },
    }))
    .toReversed();
  const opened: OpenedSeats = await kind.open(players)(requests, (seat) => seats[seat - 1]!);
  for (const [place, { seat }] of requests.entries()) seats[seat - 1]!.handle = opened.seats[place]!;
  const early = seats.reduce((sum, { told }) => sum + told.length, 0);
  return { seats, early, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
