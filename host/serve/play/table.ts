import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonSeat } from '../../bots/assistant.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { EventLog } from '../../events/event-log.ts';
import { eventLine } from '../../events/noted.ts';
import { ResultFold } from '../../events/result.ts';
import type { Pace } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan.ts';
import { playMatch } from '../../match/play-match.ts';
import type {
  Ending,
  OpenedSeats,
  OpenSeats,
  SeatHandle,
  SeatListener,
  SeatRequest,
} from '../../match/seat.ts';
import { BotListener } from './bot-listener.ts';
import type { MoveAnswer, SeatView } from './contract.ts';
import { botsOf, isOwnBot, type PlayableGame } from './playable-game.ts';
import type { PlayStore, SeatInput, StoredGame, StoredSeat } from './store.ts';
import { Story } from './story.ts';
import { TableClock } from './table-clock.ts';

/** A view of a game whose bots start slowly has no board. */
const LONGEST_OPENING_MS = 1_000;

interface TableOptions {
  readonly stored: StoredGame;
  readonly plan: MatchPlan;
  readonly playable: PlayableGame;
  readonly store: PlayStore;
  /** Something has changed that all viewers see, or one seat alone. */
  readonly changed: (seat?: Seat) => void;
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
  /** Resolves when everything that is stored has been heard. */
  readonly #told = Promise.withResolvers<void>();
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
          const isSeen = this.story.take(event);
          const { seat } = event as { readonly seat?: Seat };
          if (isSeen || !this.isHidden) this.#options.changed();
          else if (seat !== undefined) this.#options.changed(seat);
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
  interrupt(why?: string): void {
    this.#interruption.abort(why);
  }

  /** Ends the match here. The game goes on when it is opened again. */
  async sleep(): Promise<void> {
    this.#sleep.abort();
    await this.#queue;
  }

  handOf(seat: Seat): unknown {
    return this.#people.get(seat)?.hand();
  }

  /** The seats that are asked for a move, as the viewer may know it. */
  dueFor(you: Seat | undefined): readonly Seat[] {
    if (this.story.end) return [];
    if (this.#pace === 'turns') return this.story.due === undefined ? [] : [this.story.due];
    return [...this.#people].flatMap(([seat, person]) =>
      person.isDue && (seat === you || !this.isHidden) ? [seat] : [],
    );
  }

  /** Nobody learns before the end what others do, and when, and how often. */
  get isHidden(): boolean {
    return this.#pace === 'round';
  }

  get #pace(): Pace {
    const { game, setup } = this.#options.plan;
    return game.pace(setup.options);
  }

  /**
   * A game without a clock needs no memory while it waits for people. In a race a built-in bot plays on to the end;
   * one of the operator may be silent, and hold its process.
   */
  get canSleep(): boolean {
    const { seats } = this.stored;
    const due = this.dueFor(undefined);
    const waiting = this.#pace === 'turns' ? seats.filter(({ seat }) => due.includes(seat)) : seats;
    const mayWait = (each: StoredSeat) =>
      each.is === 'person' || (this.#pace === 'race' && isOwnBot(this.#options.playable, each));
    return waiting.every((each) => mayWait(each) && !this.clockOf(each.seat));
  }

  /** It has processes of bots of the operator. */
  get hasOwnBots(): boolean {
    return !this.story.end && this.stored.seats.some((each) => isOwnBot(this.#options.playable, each));
  }

  /** Undefined without a clock. */
  clockOf(seat: Seat): SeatView['clock'] {
    const { plan, playable } = this.#options;
    const t = this.#clock.now() - (this.#openedAt ?? this.#clock.now());
    const length = playable.lengthOf?.(plan.setup.options);
    if (length === undefined) return this.story.clockOf(seat, t);
    return { leftMs: Math.round(Math.max(0, length - t) / 1e6), runs: this.#openedAt !== undefined };
  }

  /** Judges a move. It is played unless it is only checked. */
  async move(seat: Seat, move: unknown, isChecked: boolean): Promise<MoveAnswer | 'not due' | 'asleep'> {
    await this.#queue;
    const person = this.#people.get(seat)!;
    if (!isChecked && this.#pace === 'turns' && !person.isDue) return 'not due';
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
    for (const { seat } of requests) this.#listeners.set(seat, listenerOf(seat));
    const bots: OpenedSeats[] = [];
    const opening = requests.map(async (request): Promise<SeatHandle> => {
      const person = this.#people.get(request.seat);
      if (person)
        return new InnerHandle((text) => {
          person.hear(text);
          this.#options.changed(this.isHidden ? request.seat : undefined);
        });
      // A player that has left does not come back.
      if (this.#inputsOf(request.seat).some((input) => !('read' in input))) return new InnerHandle(() => {});
      const opened = await this.#openBot(request);
      bots.push(opened);
      return opened.seats[0]!;
    });
    const seats = await Promise.all(opening);
    this.#queue = this.#replay()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#told.resolve());
    for (const [seat, person] of this.#people)
      if (this.#inputsOf(seat).length === 0) void this.#takeLater(seat, { read: person.ready });
    const begun = async () => {
      await this.#queue;
      await Promise.race([this.#opened.promise, sleep(LONGEST_OPENING_MS, undefined, { ref: false })]);
    };
    this.#begun.resolve(begun());
    return {
      seats,
      [Symbol.asyncDispose]: async () => {
        for (const seat of seats) seat.dismiss();
        await Promise.all(bots.map((bot) => bot[Symbol.asyncDispose]()));
      },
    };
  };

  #inputsOf(seat: Seat): readonly SeatInput[] {
    return this.stored.inputs.flatMap((each) => (each.seat === seat ? [each.input] : []));
  }

  async #openBot(request: SeatRequest): Promise<OpenedSeats> {
    const { plan, playable } = this.#options;
    const { game, setup, limits } = plan;
    const { seat, name } = request;
    const said = this.#inputsOf(seat).flatMap((input) => ('read' in input ? [input.read] : []));
    const before = said.join('');
    const listener = new BotListener({
      scanner: game.scanner(setup.options, setup.edition),
      greeting: said[0],
      take: (input) => this.#takeLater(seat, input),
      lost: (problem, at) => this.#listeners.get(seat)!.lost?.(problem, at),
      ...(this.isHidden && before !== '' && { newIn: (text) => playable.wire.newIn?.(text, before) ?? text }),
      giveUp: (why) => this.interrupt(`${name} did not come back after a pause of the game: ${why}`),
    });
    const told = this.#told.promise;
    void told.then(() => setTimeout(() => listener.checkReady(), limits.readyTimeout / 1e6).unref());
    const opened = await botsOf(playable)[name]!({ said, told }, this.#clock)([request], () => listener);
    listener.seat = opened.seats[0];
    return opened;
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
  async #takeLater(seat: Seat, input: SeatInput): Promise<void> {
    await this.#take(seat, input).catch(() => {});
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
    else if ('gone' in input) listener.gone(input.gone, at);
    else listener.caught(input.caught, at);
    await this.#clock.settled();
  }
}

/** A player in this process: one on a page, or one that has left. */
class InnerHandle implements SeatHandle {
  readonly send: (text: string) => void;
  readonly #ended = Promise.withResolvers<Ending>();

  /** `hear` takes the wire of the game. */
  constructor(hear: (text: string) => void) {
    this.send = hear;
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  pause(): void {}
  resume(): void {}
  readInSmallPieces(): void {}
  hangUp(): void {}

  dismiss(): void {
    this.#ended.resolve({});
  }
}
