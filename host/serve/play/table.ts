import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonSeat } from '../../bots/assistant.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { EventLog } from '../../events/event-log.ts';
import { eventLine } from '../../events/noted.ts';
import { ResultFold } from '../../events/result.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { playMatch } from '../../match/play-match.ts';
import type { Ending, OpenSeats, SeatHandle, SeatListener } from '../../match/seat.ts';
import { programSeats } from '../../seats/remote/program-seats.ts';
import type { MoveAnswer } from './contract.ts';
import type { PlayableGame } from './playable-game.ts';
import type { PlayStore, SeatInput, StoredGame } from './store.ts';
import { Story } from './story.ts';
import { TableClock } from './table-clock.ts';

/** A view of a game whose bots start slowly has no board. */
const LONGEST_OPENING_MS = 1_000;

interface TableOptions {
  readonly stored: StoredGame;
  readonly plan: MatchPlan;
  readonly playable: PlayableGame;
  readonly store: PlayStore;
  /** Something that a viewer sees has changed. */
  readonly changed: () => void;
}

/**
 * A running game. Every input of every seat is stored before the match hears it, so that the match can be
 * played again from them after a restart.
 */
export class Table {
  readonly story: Story;
  /** The rules have ended the game. Its seats may still end. */
  isDecided = false;
  readonly stored: StoredGame;
  readonly #options: TableOptions;
  readonly #clock = new TableClock();
  readonly #people = new Map<Seat, PersonSeat>();
  readonly #sleep = new AbortController();
  readonly #interruption = new AbortController();
  readonly #listeners = new Map<Seat, SeatListener>();
  /** Programs that will say their first text again, which is stored. */
  readonly #greets = new Set<Seat>();
  readonly #opened = Promise.withResolvers<void>();
  readonly #begun = Promise.withResolvers<void>();
  /** Inputs are stored and heard one after another. */
  #queue: Promise<void> = Promise.resolve();
  #count = 0;
  #openedAt: Nanos | undefined;
  #failure: unknown;

  constructor(options: TableOptions) {
    const { stored, plan, playable } = options;
    this.#options = options;
    this.stored = stored;
    this.story = new Story(
      plan.game,
      stored.seats.map(({ name }) => name),
      plan.setup.options,
    );
    for (const { seat, is } of stored.seats)
      if (is === 'person') this.#people.set(seat, playable.openPerson(plan.setup.lexicon!));
  }

  /** Plays until the end of the game, or until `sleep`. Rejects if the store or this program fails. */
  async play(): Promise<void> {
    try {
      await this.#play();
    } finally {
      this.#begun.resolve();
    }
  }

  async #play(): Promise<void> {
    const { plan, stored, store } = this.#options;
    const { game, players } = plan;
    const fold = new ResultFold(game, players.length);
    const record: string[] = [];
    const started = this.#clock.now();
    const log = new EventLog([
      fold,
      { take: (event) => void record.push(eventLine(event)) },
      {
        take: (event) => {
          if (this.#sleep.signal.aborted) return;
          this.#openedAt ??= started - event.t;
          // A race tells its hands a moment after its first events.
          if (event.type === 'out') this.#opened.resolve();
          this.story.take(event);
          this.#options.changed();
        },
      },
    ]);
    const { verdict, endedAt } = await playMatch(plan, {
      decided: () => void (this.isDecided = true),
      ...{
        openSeats: this.#openSeats,
        clock: this.#clock,
        log,
        interrupt: AbortSignal.any([this.#sleep.signal, this.#interruption.signal]),
      },
    });
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#sleep.signal.aborted) return;
    log.note({ type: 'end', result: fold.finish(verdict, endedAt) }, this.#clock.now());
    await store.end(stored.key, `${record.join('\n')}\n`);
  }

  /** Resolves when everything that is stored has been heard, and the game is open. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Ends the game for everybody, as nobody goes on with it. */
  interrupt(): void {
    this.#interruption.abort();
  }

  /** Ends the match here. The game goes on when it is opened again. */
  async sleep(): Promise<void> {
    this.#sleep.abort();
    await this.#queue;
  }

  handOf(seat: Seat): unknown {
    return this.#people.get(seat)?.hand();
  }

  get due(): readonly Seat[] {
    if (this.story.end) return [];
    if (this.#inTurns) return this.story.due === undefined ? [] : [this.story.due];
    return [...this.#people].flatMap(([seat, person]) => (person.isDue ? [seat] : []));
  }

  get #inTurns(): boolean {
    const { game, setup } = this.#options.plan;
    return game.pace(setup.options) === 'turns';
  }

  /** A game that waits for people, without a clock, needs no memory. */
  get canSleep(): boolean {
    if (!this.#inTurns) return this.#people.size === this.stored.seats.length;
    return this.due.every((seat) => this.#people.has(seat) && !this.clockOf(seat));
  }

  /** Undefined without a time bank. */
  clockOf(seat: Seat) {
    return this.story.clockOf(seat, this.#clock.now() - (this.#openedAt ?? this.#clock.now()));
  }

  /** Judges a move. It is played unless it is only checked. */
  async move(seat: Seat, move: unknown, isChecked: boolean): Promise<MoveAnswer | 'not due' | 'asleep'> {
    await this.#queue;
    const person = this.#people.get(seat)!;
    if (!isChecked && this.#inTurns && !person.isDue) return 'not due';
    const read = person.readJson(move);
    if (typeof read === 'string') return { ok: false, problem: read };
    if ('problem' in read) return { ok: false, ...read };
    const { brings, points } = read;
    if (!isChecked && !(await this.#take(seat, { read: read.send() }))) return 'asleep';
    return { ok: true, brings, ...(points !== undefined && { points }) };
  }

  /** The seat has lost, since its player is away. */
  async claim(from: Seat): Promise<void> {
    await this.#take(from, { gone: { cause: 'closed', code: null, signal: null } });
  }

  readonly #openSeats: OpenSeats = async (requests, listenerOf) => {
    const { stored, playable } = this.#options;
    const handles = new Map<Seat, SeatHandle>();
    for (const { seat } of requests) {
      this.#listeners.set(seat, listenerOf(seat));
      const person = this.#people.get(seat);
      if (person) handles.set(seat, new PersonHandle(person, () => this.#options.changed()));
    }
    const bots = requests.filter(({ seat }) => !handles.has(seat));
    const pastOf = (seat: Seat) =>
      stored.inputs.flatMap((each) => (each.seat === seat && 'read' in each.input ? [each.input.read] : []));
    const open = programSeats(({ seat }) => {
      const [greeting, ...past] = pastOf(seat);
      if (greeting !== undefined) this.#greets.add(seat);
      return playable.bots[stored.seats[seat - 1]!.name]!(past);
    }, this.#clock);
    const opened = await open(bots, (seat) => ({
      ...listenerOf(seat),
      read: (bytes) => this.#said(seat, Buffer.from(bytes).toString('latin1')),
      gone: ({ cause, code, signal }) => this.#takeLater(seat, { gone: { cause, code, signal } }),
    }));
    for (const [index, { seat }] of bots.entries()) handles.set(seat, opened.seats[index]!);
    this.#queue = this.#replay().catch((error: unknown) => this.#fail(error));
    for (const [seat, person] of this.#people)
      if (pastOf(seat).length === 0) this.#takeLater(seat, { read: person.ready });
    const begun = async () => {
      await this.#queue;
      await Promise.race([this.#opened.promise, sleep(LONGEST_OPENING_MS, undefined, { ref: false })]);
    };
    this.#begun.resolve(begun());
    const seats = requests.map(({ seat }) => handles.get(seat)!);
    return {
      seats,
      [Symbol.asyncDispose]: async () => {
        for (const seat of seats) seat.dismiss();
        await opened[Symbol.asyncDispose]();
      },
    };
  };

  #said(seat: Seat, text: string): void {
    if (this.#greets.delete(seat)) return;
    this.#takeLater(seat, { read: text });
  }

  /** Lets the match hear what it has heard before. */
  async #replay(): Promise<void> {
    await this.#clock.settled();
    const greeted = new Set<Seat>();
    for (const { seat, input, at, number } of this.#options.stored.inputs) {
      this.#count = number;
      if ('read' in input && greeted.has(seat)) this.#people.get(seat)?.sent(input.read);
      greeted.add(seat);
      await this.#hear(seat, input, at);
    }
    this.#clock.go();
  }

  /** A failure ends the table, whoever waits for the input. */
  #takeLater(seat: Seat, input: SeatInput): void {
    this.#take(seat, input).catch(() => {});
  }

  /** Stores an input, and lets the match hear it. Returns false if the game goes on elsewhere. */
  async #take(seat: Seat, input: SeatInput): Promise<boolean> {
    const heard = this.#queue.then(async () => {
      if (this.#sleep.signal.aborted) return false;
      const at = this.#clock.now();
      await this.#clock.stop(at);
      await this.#options.store.addInput(this.stored.key, { number: ++this.#count, seat, input, at });
      await this.#hear(seat, input, at);
      this.#clock.go();
      return true;
    });
    this.#queue = heard.then(
      () => {},
      (error: unknown) => this.#fail(error),
    );
    return await heard;
  }

  /** What is stored is right, and what is here may be ahead of it. */
  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#sleep.abort();
  }

  async #hear(seat: Seat, input: SeatInput, at: Nanos): Promise<void> {
    await this.#clock.stop(at);
    const listener = this.#listeners.get(seat)!;
    if ('read' in input) listener.read(Uint8Array.from(Buffer.from(input.read, 'latin1')), at);
    else listener.gone(input.gone, at);
    await this.#clock.settled();
  }
}

/** A player on a page. It hears the wire of its game. */
class PersonHandle implements SeatHandle {
  readonly #person: PersonSeat;
  readonly #changed: () => void;
  readonly #ended = Promise.withResolvers<Ending>();

  constructor(person: PersonSeat, changed: () => void) {
    this.#person = person;
    this.#changed = changed;
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  send(text: string): void {
    this.#person.hear(text);
    this.#changed();
  }

  pause(): void {}
  resume(): void {}
  readInSmallPieces(): void {}
  hangUp(): void {}

  dismiss(): void {
    this.#ended.resolve({});
  }
}
