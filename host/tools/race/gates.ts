import type { Nanos, Seat } from '../../core/units.ts';
import type { EventSink, Noted, NotedInAny } from '../../events/noted.ts';
import type { BananagramsEvent } from '../../games/bananagrams/events.ts';
import type { Header } from '../../games/events.ts';
import type { Offence } from '../../games/kit/verdict.ts';
import type { BatchLeaver } from './race-report.ts';

export interface Gate {
  /** The seats in the order of writing, and the time at which each write began. */
  readonly order: readonly Seat[];
  readonly times: Nanos[];
  readonly unpolled: boolean;
  winner: Seat | undefined;
}

/** A peel, accepted or late. */
export interface Answer {
  readonly seat: Seat;
  readonly stood: boolean;
  /** The plain dialect has no numbers. */
  readonly number: number | undefined;
  /** The number of the `in` event that has the last byte of the peel, and its time. */
  readonly read: number;
  readonly at: Nanos;
  /** The `read` of the chosen peel, if this peel lost a photo finish. */
  readonly lostTo: number | undefined;
}

export interface RacePlayer {
  readonly seat: Seat;
  readonly entry: number;
  readonly name: string;
  readonly command: string;
}

export interface RaceOffence extends Offence {
  readonly seat: Seat;
}

type RaceEvent = Noted<BananagramsEvent>;
type Of<Type> = RaceEvent & { readonly type: Type };

/** Collects the gates of a game from its events. */
export class ObservedGame implements EventSink {
  header: Header | undefined;
  readonly started: Seat[] = [];
  readonly gates: Gate[] = [];
  readonly offences: RaceOffence[] = [];
  /** The scheduling class in which the system ran each player of the batch class. */
  readonly schedulings = new Map<Seat, string | undefined>();
  loopDelayMs = 0;
  winner: Seat | undefined;
  readonly #answers = new Map<Seat, Answer[]>();
  readonly #reads = new Map<number, Nanos>();
  #lastPeel: { readonly n: number; readonly answer: Answer } | undefined;
  #startedAt: Nanos | undefined;
  #endedAt: Nanos = 0;

  take(noted: NotedInAny): void {
    const event: RaceEvent = noted;
    this.#startedAt ??= event.t;
    this.#endedAt = event.t;
    switch (event.type) {
      case 'game':
        this.header = event;
        break;
      case 'spawn':
        this.started.push(event.seat);
        break;
      case 'out':
        this.#written(event);
        break;
      case 'in':
        this.#reads.set(event.n, event.t);
        break;
      case 'peel':
        this.#peeled(event);
        break;
      case 'late':
        if ('grid' in event) this.#cameTooLate(event);
        break;
      case 'offence':
        this.offences.push(event);
        break;
      case 'exit':
        this.schedulings.set(event.seat, event.scheduling);
        break;
      case 'load':
        this.loopDelayMs = event.loopDelayMs;
        break;
      case 'end':
        this.winner = event.result.winner ?? undefined;
        break;
      default:
    }
  }

  get players(): readonly RacePlayer[] {
    return this.header?.players ?? [];
  }

  get nanos(): Nanos {
    return this.#endedAt - (this.#startedAt ?? this.#endedAt);
  }

  answersOf(seat: Seat): readonly Answer[] {
    return this.#answers.get(seat) ?? [];
  }

  #written({ t, gate, order, unpolled }: Of<'out'>): void {
    // Gates count up by one: a record from outside may have any number.
    if (gate === undefined || order === undefined || gate > this.gates.length) return;
    this.gates[gate] ??= { order, times: [], unpolled: unpolled === true, winner: undefined };
    this.gates[gate].times.push(t);
  }

  #peeled(event: Of<'peel'>): void {
    const gate = this.gates.at(-1);
    if (gate) gate.winner = event.seat;
    this.#lastPeel = { n: event.n, answer: this.#answered(event, undefined) };
  }

  #cameTooLate(event: Of<'late'>): void {
    const last = this.#lastPeel;
    const waited = last && readOf(event) < last.n && last.answer.seat !== event.seat;
    this.#answered(event, waited ? last.answer.read : undefined);
  }

  #answered(event: Of<'peel'> | Of<'late'>, lostTo: number | undefined): Answer {
    const { seat } = event;
    const read = readOf(event);
    const at = this.#reads.get(read) ?? event.t;
    const number = event.number === null ? undefined : Number(event.number);
    const answer = { seat, stood: event.type === 'peel', number, read, at, lostTo };
    if (!this.#answers.has(seat)) this.#answers.set(seat, []);
    this.#answers.get(seat)!.push(answer);
    return answer;
  }
}

/** The number of the last `in` event of the message. */
function readOf({ in: reads }: RaceEvent): number {
  return reads?.[1] ?? 0;
}

export class BatchLeavers {
  readonly #byEntry = new Map<number, { name: string; seen: Set<string>; games: number }>();

  add(game: ObservedGame): void {
    for (const { entry, seat, name } of game.players) {
      const scheduling = game.schedulings.get(seat);
      if (scheduling === undefined || scheduling === 'batch') continue;
      const known = this.#byEntry.get(entry) ?? { name, seen: new Set(), games: 0 };
      known.games++;
      known.seen.add(scheduling);
      this.#byEntry.set(entry, known);
    }
  }

  report(): readonly BatchLeaver[] {
    return [...this.#byEntry]
      .toSorted(([one], [other]) => one - other)
      .map(([entry, { name, seen, games }]) => ({
        entry,
        name,
        seen: [...seen].toSorted().join('; '),
        games,
      }));
  }
}
