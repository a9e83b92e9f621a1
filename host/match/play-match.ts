import { openStream, shuffle } from '../core/chance.ts';
import { VoidMatch } from '../core/errors.ts';
import { playerSeed } from '../core/seed.ts';
import { micros, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Clock } from './clock.ts';
import { FlowControl } from './flow-control.ts';
import { fairGates, type GateHabits, type Input, Mailbox } from './mailbox.ts';
import type { MatchPlan } from './plan.ts';
import { Referee } from './referee.ts';
import type { OpenSeats, SeatHandle, SeatRequest, WrittenLines } from './seat.ts';
import { type MatchOutcome, Settler } from './settler.ts';
import { type DelayWatch, TurnWatch } from './turn-watch.ts';

export interface MatchTools {
  readonly openSeats: OpenSeats;
  readonly clock: Clock;
  readonly log: EventLog;
  /** A text as its reason is noted. */
  readonly interrupt: AbortSignal | undefined;
  /** Called when the match is decided, before its players end. */
  readonly decided?: (() => void) | undefined;
  /** Writes standard error of the players into the log. */
  readonly keepsStderr?: boolean | undefined;
  readonly gates?: GateHabits | undefined;
  /** Measures how late the event loop is. */
  readonly watchDelay?: () => DelayWatch;
}

/** Plays a match from the start of its players to the end of all their processes. */
export async function playMatch(plan: MatchPlan, tools: MatchTools): Promise<MatchOutcome> {
  const { clock, log, keepsStderr = false, gates = fairGates } = tools;
  const { game, setup, limits, players, header } = plan;
  const pace = game.pace(setup.options);
  const referee = new Referee(game, setup, limits, players);
  const flow = new FlowControl(clock, pace);
  using mailbox = new Mailbox(clock, flow, pace);
  let failure: VoidMatch | undefined;
  log.note({ type: 'game', ...header }, clock.now());
  const requests = seatRequests(plan, () => clock.now());
  await using opened = await tools.openSeats(requests, (seat) => ({
    ...mailbox.listener(seat),
    ...(keepsStderr && { wrote: (written: WrittenLines) => noteWritten(log, seat, written) }),
    signalled: (signal, at) => log.note({ type: 'signal', signal, to: seat }, at),
    lost(problem, at) {
      failure ??= new VoidMatch(problem);
      mailbox.put({ is: 'interrupt', at });
    },
  }));
  const seats = bySeat(requests, opened.seats);
  flow.control(seats);
  using delay = tools.watchDelay?.();
  using turns = new TurnWatch(plan, seats, { clock, log, delay, put: (input) => mailbox.put(input) });
  const settler = new Settler(referee, seats, mailbox, { clock, log, gates, turns, pace });
  const loop = new Loop(referee, settler, { clock, mailbox, flow, turns });
  const started = clock.now();
  for (const { seat } of requests) {
    const { sandbox = 'scripted', memory } = seats[seat - 1]!.processes ?? {};
    log.note({ type: 'spawn', seat, sandbox, ...(memory && { memory }) }, started);
  }
  using _interruption = onInterrupt(tools.interrupt, (why) =>
    mailbox.put({ is: 'interrupt', at: clock.now(), ...(why !== undefined && { why }) }),
  );
  await loop.play(started);
  tools.decided?.();
  if (delay) log.note({ type: 'load', loopDelayMs: delay.worst }, clock.now());
  const played = await settler.finished();
  if (failure) throw failure;
  return played;
}

/** Called when all lines are known, because only then is it clear which are the newest. */
function noteWritten(log: EventLog, seat: Seat, { parts, leftOut }: WrittenLines): void {
  for (const [index, { at, lines }] of parts.entries())
    log.note({ type: 'stderr', seat, lines, ...(index === 0 && leftOut > 0 && { leftOut }) }, at);
}

function onInterrupt(interrupt: AbortSignal | undefined, act: (why: string | undefined) => void): Disposable {
  const aborted = () => act(typeof interrupt?.reason === 'string' ? interrupt.reason : undefined);
  if (interrupt?.aborted) aborted();
  interrupt?.addEventListener('abort', aborted, { once: true });
  return { [Symbol.dispose]: () => interrupt?.removeEventListener('abort', aborted) };
}

type Read = Input & { readonly is: 'read' };

/** A slice of a read on its way through the rules. */
interface Settling {
  readonly input: Read;
  readonly size: number;
  readonly began: Nanos;
  messages: number;
  noEffect: boolean;
}

/** The loop reads other players at least this often. */
const LONGEST_WITHOUT_LOOK = micros(250);

interface LoopTools {
  readonly clock: Clock;
  readonly mailbox: Mailbox;
  readonly flow: FlowControl;
  readonly turns: TurnWatch;
}

/** Settles the next input of the mailbox, one slice of a long read at once. */
class Loop {
  readonly #referee: Referee;
  readonly #settler: Settler;
  readonly #flow: FlowControl;
  readonly #mailbox: Mailbox;
  readonly #clock: Clock;
  readonly #turns: TurnWatch;
  #looked: Nanos = 0;

  constructor(referee: Referee, settler: Settler, { clock, mailbox, flow, turns }: LoopTools) {
    this.#referee = referee;
    this.#settler = settler;
    this.#clock = clock;
    this.#mailbox = mailbox;
    this.#flow = flow;
    this.#turns = turns;
  }

  /** The next player to speak is heard, or silence decides. */
  async play(started: Nanos): Promise<void> {
    await this.#settler.start(started);
    while (!this.#referee.over) {
      const { alarm } = this.#referee;
      const input = await this.#mailbox.next(alarm);
      const heard = input === undefined ? this.#settler.wake(alarm!) : this.#hear(input);
      if (heard) await heard;
    }
  }

  /** There is mostly nothing to wait for, and each async function costs a microsecond. */
  #hear(input: Input): Promise<void> | undefined {
    if (input.is !== 'read') return this.#settler.hear(input);
    const { seat, at } = input;
    const look = this.#turns.tooMuch(seat, at);
    return look ? this.#lookFirst(input, look) : this.#read(input);
  }

  /** Settles a slice. The rest waits until the others have been heard. */
  #read(input: Read): Promise<void> | undefined {
    const { seat, bytes, at } = input;
    if (!this.#referee.hears(seat)) return this.#settled(input, bytes.length);
    const size = Math.min(this.#flow.sliceOf(seat), bytes.length);
    const slice = size === bytes.length ? bytes : bytes.subarray(0, size);
    const began = this.#clock.now();
    this.#looked = began;
    this.#settler.read(seat, slice, at);
    const settling: Settling = { input, size, began, messages: 0, noEffect: true };
    const wait = this.#settle(settling);
    return wait ? this.#settleAfter(wait, settling) : this.#tookSlice(settling);
  }

  /** Settles as much as possible. The caller awaits the result before the rest. */
  #settle(settling: Settling): Promise<void> | undefined {
    const { seat, at } = settling.input;
    for (let next = this.#settler.next(seat, at); next; next = this.#settler.next(seat, at)) {
      settling.messages++;
      settling.noEffect &&= next.noEffect;
      if (next.gate) return this.#passed(next.gate);
      if (this.#clock.now() - this.#looked >= LONGEST_WITHOUT_LOOK) return this.#look();
    }
    return undefined;
  }

  async #settleAfter(first: Promise<void>, settling: Settling): Promise<void> {
    for (let wait: Promise<void> | undefined = first; wait; wait = this.#settle(settling)) await wait;
    await this.#tookSlice(settling);
  }

  #tookSlice({ input, size, began, messages, noEffect }: Settling): Promise<void> | undefined {
    this.#flow.took(input.seat, { bytes: size, messages, noEffect, began, ended: this.#clock.now() });
    return this.#settled(input, size);
  }

  /** Marks bytes as settled: all of the read, if its player is not heard any more. */
  #settled(input: Read, size: number): Promise<void> | undefined {
    const { seat, bytes } = input;
    const isSettled = size === bytes.length || !this.#referee.hears(seat);
    this.#flow.settled(seat, isSettled ? bytes.length : size);
    if (!isSettled) return this.#leave(input, size);
    if (this.#referee.openedAt !== undefined) freeLarge(bytes);
    return undefined;
  }

  async #leave(input: Read, taken: number): Promise<void> {
    await this.#look();
    this.#mailbox.putBack({ ...input, bytes: input.bytes.subarray(taken) });
  }

  async #passed(gate: Promise<void>): Promise<void> {
    await gate;
    this.#looked = this.#clock.now();
  }

  async #look(): Promise<void> {
    await this.#mailbox.look();
    this.#looked = this.#clock.now();
  }

  /** Checks the processor time of a player before it hears the message. */
  async #lookFirst(input: Read, look: Promise<Nanos | undefined>): Promise<void> {
    const { seat, at } = input;
    const cpu = await look;
    if (cpu !== undefined) await this.#settler.hear({ is: 'spent', seat, cpu, at });
    await this.#read(input);
  }
}

const LARGE = 32 * 1024;

/** Only floods have reads this large. The garbage collector would first let them fill 64 MiB. */
function freeLarge(bytes: Uint8Array): void {
  // A small read has no buffer of its own until code asks for it. A part of another read has one.
  if (bytes.length < LARGE && bytes.byteOffset === 0) return;
  const { buffer } = bytes;
  if (buffer.byteLength >= LARGE) (buffer as ArrayBuffer).transfer(0);
}

/**
 * Draws the order of starting for each match. The first process may get a better processor for many gates, so
 * the order must not follow from the seats.
 */
export function startOrder({ players, setup }: Pick<MatchPlan, 'players' | 'setup'>): Seat[] {
  const seats = players.map(({ seat }) => seat);
  return shuffle(openStream(setup.key, 'start'), seats)[0];
}

export function seatRequests(plan: MatchPlan, clock: () => Nanos): SeatRequest[] {
  const { game, players, setup, request } = plan;
  const { id, seed, playerSeed: text = seed } = request;
  return startOrder(plan).map((seat) => {
    const { name, command, processor } = players[seat - 1]!;
    const own = playerSeed(text, seat);
    const listed = { players: players.length, lexicon: setup.lexicon, kwg: game.kwg === true };
    const told = { match: id, game: game.name, ...listed, seed: own };
    return { ...told, seat, name, command, processor, clock };
  });
}

function bySeat(requests: readonly SeatRequest[], handles: readonly SeatHandle[]): SeatHandle[] {
  const seats: SeatHandle[] = [];
  for (const [place, { seat }] of requests.entries()) seats[seat - 1] = handles[place]!;
  return seats;
}
