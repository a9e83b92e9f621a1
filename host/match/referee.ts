import { earlier, type Nanos, type Seat, seconds } from '../core/units.ts';
import type { AnyGame, Effect, Present, Scanned, Scanner, Setup, Step } from '../games/game.ts';
import type { Departure, Offence, PlayerVerdict, Verdict } from '../games/kit/verdict.ts';
import type { Limits } from './plan.ts';
import type { SeatDeparture } from './seat.ts';
import { failedStart, type NamedPlayer, silent } from './startup.ts';

type Offending = Omit<Extract<Departure, { readonly how: 'offence' }>, 'how'>;

/**
 * Runs a match under its rules: bytes, departures and time in, effects out. It has no clock, no pipes and no
 * chance but the setup's key, so live games and the verification of records run the same code.
 */
export class Referee {
  readonly #game: AnyGame;
  readonly #prepared: unknown;
  readonly #limits: Limits;
  readonly #players: readonly NamedPlayer[];
  readonly #scanners: readonly Scanner<unknown>[];
  readonly #unfinished: UnfinishedMessages;
  /** The bytes that each seat has written, and its limit. */
  readonly #written: number[];
  readonly #maxOutput: number;
  readonly #arrivals: Arrivals;
  readonly #out = new Set<Seat>();
  #startedAt: Nanos = 0;
  #openedAt: Nanos | undefined;
  #state: unknown;
  #over = false;
  /** The read exceeds the output limit of its player. */
  #isTooMuch = false;

  constructor(game: AnyGame, setup: Setup, limits: Limits, players: readonly NamedPlayer[]) {
    this.#game = game;
    this.#prepared = game.prepare(setup);
    this.#limits = limits;
    this.#players = players;
    this.#scanners = players.map(() => game.scanner(setup.options, setup.edition));
    this.#unfinished = new UnfinishedMessages(game, this.#scanners);
    this.#written = players.map(() => 0);
    this.#maxOutput = setup.options['max-output'] as number;
    this.#arrivals = new Arrivals(players.length);
  }

  get over(): boolean {
    return this.#over;
  }

  /** The time at which the game was opened. Records count from here. */
  get openedAt(): Nanos | undefined {
    return this.#openedAt;
  }

  get turnEnd(): Nanos | undefined {
    return this.#game.alarm(this.#state);
  }

  hears(seat: Seat): boolean {
    return !this.#over && !this.#out.has(seat);
  }

  start(at: Nanos): readonly Effect[] {
    this.#startedAt = at;
    return this.#players.flatMap((_, index): Effect[] => {
      const text = this.#game.greet(this.#prepared, index + 1);
      return text === '' ? [] : [{ do: 'tell', seat: index + 1, text }];
    });
  }

  /** Takes a read of a seat, whose messages `settleNext` settles. */
  read(seat: Seat, bytes: Uint8Array): void {
    if (!this.hears(seat)) return;
    const before = this.#written[seat - 1]!;
    const limit = this.#maxOutput;
    this.#written[seat - 1] = before + bytes.length;
    this.#isTooMuch = before + bytes.length > limit;
    const heard = this.#isTooMuch ? bytes.subarray(0, Math.max(0, limit - before)) : bytes;
    this.#scanners[seat - 1]!.feed(heard);
  }

  /** Settles the next message of the read wholly before it looks at the one after. */
  settleNext(seat: Seat, at: Nanos): readonly Effect[] | undefined {
    if (!this.hears(seat)) return undefined;
    this.#unfinished.read(seat, at);
    const found = this.#scanners[seat - 1]!.take();
    if (found) return this.#settle(seat, found, at);
    if (!this.#isTooMuch) return undefined;
    this.#isTooMuch = false;
    return this.#depart(seat, tooMuch(this.#maxOutput), at);
  }

  /** A player closed its output, or its command has ended. */
  gone(seat: Seat, gone: SeatDeparture, at: Nanos): readonly Effect[] {
    if (!this.hears(seat)) return [];
    if (this.#openedAt !== undefined) return this.#depart(seat, { how: 'left', cause: gone.cause }, at);
    return this.#absent(seat, failedStart(gone, this.#arrivals.isReady(seat), this.#unfinished.of(seat)), at);
  }

  /** The host saw an offense that no message can show. */
  caught(seat: Seat, offence: Offence, at: Nanos): readonly Effect[] {
    return this.#depart(seat, { how: 'offence', offence }, at);
  }

  /** The processor time of a turn until now. */
  spent(seat: Seat, cpu: Nanos, at: Nanos): readonly Effect[] {
    if (!this.hears(seat) || this.#openedAt === undefined) return [];
    return this.#play(this.#game.spent(this.#state, seat, cpu, at));
  }

  #depart(seat: Seat, departure: Departure, at: Nanos): readonly Effect[] {
    if (!this.hears(seat)) return [];
    if (this.#openedAt !== undefined) return this.#play(this.#game.leave(this.#state, seat, departure, at));
    // A player that leaves before the game has failed to start, which has a path of its own.
    return departure.how === 'offence' ? this.#absent(seat, departure, at) : [];
  }

  /** The next moment at which silence itself decides something. */
  get alarm(): Nanos | undefined {
    if (this.#over) return undefined;
    if (this.#openedAt === undefined) return this.#startedAt + this.#limits.readyTimeout;
    return earlier(this.#game.alarm(this.#state), this.#gameEnd());
  }

  /** `lacksProcessor`: the machine kept a player waiting. It changes only words of an offense. */
  wake(at: Nanos, lacksProcessor: (seat: Seat) => boolean = () => false): readonly Effect[] {
    if (this.#over) return [];
    if (this.#openedAt === undefined) return this.#nobodyElseIsReady(at, lacksProcessor);
    const own = this.#game.alarm(this.#state);
    if (own !== undefined && own <= at) return this.#play(this.#game.wake(this.#state, at));
    const end = this.#gameEnd();
    return end !== undefined && end <= at ? this.#halt('game-timeout', at) : [];
  }

  /** The write of a text that starts a clock has been tried. */
  clockStarts(seat: Seat, at: Nanos): void {
    if (!this.#over) this.#state = this.#game.clockStarts(this.#state, seat, at);
  }

  interrupt(at: Nanos): readonly Effect[] {
    if (this.#over) return [];
    if (this.#openedAt !== undefined) return this.#halt('interrupted', at);
    return [this.#ended({ outcome: 'aborted', winner: null, reason: 'interrupted', players: [] })];
  }

  #settle(seat: Seat, found: Scanned<unknown>, at: Nanos): readonly Effect[] {
    const { bytes } = found;
    switch (found.kind) {
      case 'ready':
        return this.#ready(seat, found, at);
      case 'fault':
        return this.#depart(seat, { how: 'offence', offence: found.offence, bytes }, at);
      case 'message':
        if (this.#arrivals.isEarly(seat, at, this.#openedAt))
          return this.#depart(seat, this.#tooEarly(found), at);
        return this.#play(this.#game.hear(this.#state, { seat, message: found.message, at, bytes }));
      default:
        return found satisfies never;
    }
  }

  #ready(seat: Seat, found: Scanned<unknown> & { kind: 'ready' }, at: Nanos): readonly Effect[] {
    const { dialect, bytes } = found;
    this.#arrivals.ready(seat, dialect);
    const event = { type: 'ready', seat, ...(dialect !== undefined && { dialect }), bytes };
    return [{ do: 'record', event }, ...this.#openWhenAllAreHere(at)];
  }

  #tooEarly(found: Scanned<unknown> & { kind: 'message' }): Departure {
    const said = this.#game.says(found.message);
    const detail = `${said.slice(0, 20)} came before the start of the game: all players must be ready first`;
    const at = found.bytes[0];
    const offence: Offence = { kind: 'protocol', rule: 'order', detail, at, unit: 'byte', message: said };
    return { how: 'offence', offence, bytes: found.bytes };
  }

  #absent(seat: Seat, { offence, bytes }: Offending, at: Nanos): readonly Effect[] {
    this.#arrivals.absent(seat, offence);
    this.#out.add(seat);
    const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) };
    const record: Effect = { do: 'record', event };
    return [record, { do: 'dismiss', seat }, ...this.#openWhenAllAreHere(at)];
  }

  #nobodyElseIsReady(at: Nanos, lacksProcessor: (seat: Seat) => boolean): readonly Effect[] {
    const limit = this.#limits.readyTimeout;
    return this.#arrivals.starting().flatMap((seat) => {
      const unfinished = this.#unfinished.of(seat);
      const lacks = lacksProcessor(seat);
      const offence = silent(this.#players[seat - 1]!, limit, unfinished, this.#game.unready, lacks);
      return this.#absent(seat, { offence }, at);
    });
  }

  #openWhenAllAreHere(at: Nanos): readonly Effect[] {
    if (this.#arrivals.starting().length > 0) return [];
    this.#openedAt = at;
    return this.#play(this.#game.open(this.#prepared, this.#arrivals.present(), at));
  }

  #play({ state, effects }: Step<unknown>): readonly Effect[] {
    this.#state = state;
    let isComplete = true;
    for (const effect of effects) {
      if (effect.do === 'dismiss') this.#out.add(effect.seat);
      if (effect.do === 'end' || this.#unfinished.heldUp(effect) !== undefined) isComplete = false;
    }
    return isComplete ? effects : effects.flatMap((effect) => this.#withUnfinished(effect));
  }

  /** Adds the incomplete message that an effect cut off, and completes the verdict. */
  #withUnfinished(effect: Effect): readonly Effect[] {
    if (effect.do !== 'end') {
      const seat = this.#unfinished.heldUp(effect);
      return seat === undefined ? [effect] : [effect, ...this.#unfinished.noted(seat)];
    }
    const noted = this.#unfinished.atEnd(effect.verdict, (seat) => !this.#out.has(seat));
    return [...noted, this.#ended(effect.verdict)];
  }

  #halt(why: 'game-timeout' | 'interrupted', at: Nanos): readonly Effect[] {
    return this.#play(this.#game.halt(this.#state, why, at));
  }

  #ended(verdict: Verdict): Effect {
    this.#over = true;
    return { do: 'end', verdict: this.#arrivals.completed(verdict) };
  }

  #gameEnd(): Nanos | undefined {
    return this.#limits.gameTimeout === 0 ? undefined : this.#openedAt! + this.#limits.gameTimeout;
  }
}

function tooMuch(limit: number): Departure {
  const detail = `wrote more than ${limit} bytes in one game (--max-output)`;
  return { how: 'offence', offence: { kind: 'flood', rule: 'output', detail, at: limit, unit: 'byte' } };
}

type Arrival =
  | { readonly is: 'starting' }
  | { readonly is: 'ready'; readonly dialect: string | undefined }
  | { readonly is: 'absent'; readonly verdict: PlayerVerdict };

/** The game opens when each player is ready or out. */
class Arrivals {
  readonly #arrivals: Arrival[];
  #lastReady: Seat | undefined;

  constructor(seats: number) {
    this.#arrivals = Array.from({ length: seats }, () => ({ is: 'starting' }));
  }

  ready(seat: Seat, dialect: string | undefined): void {
    this.#lastReady = seat;
    this.#arrivals[seat - 1] = { is: 'ready', dialect };
  }

  absent(seat: Seat, offence: Offence): void {
    const outcome = offence.kind === 'startup' ? 'failed' : 'offender';
    this.#arrivals[seat - 1] = { is: 'absent', verdict: { seat, outcome, offence } };
  }

  isReady(seat: Seat): boolean {
    return this.#arrivals[seat - 1]!.is === 'ready';
  }

  starting(): readonly Seat[] {
    return this.#arrivals.flatMap(({ is }, index) => (is === 'starting' ? [index + 1] : []));
  }

  present(): readonly Present[] {
    return this.#arrivals.flatMap((arrival, index): Present[] =>
      arrival.is === 'ready' ? [{ seat: index + 1, dialect: arrival.dialect }] : [],
    );
  }

  /** Output that was read together with the last `ready` was written before the game began. */
  isEarly(seat: Seat, at: Nanos, openedAt: Nanos | undefined): boolean {
    if (openedAt === undefined) return true;
    return seat === this.#lastReady && at <= openedAt;
  }

  /** The rules know only ready players, but the verdict names everybody. */
  completed(verdict: Verdict): Verdict {
    const players = this.#arrivals.map((arrival, index): PlayerVerdict => {
      if (arrival.is === 'absent') return arrival.verdict;
      const judged = verdict.players.find(({ seat }) => seat === index + 1);
      return judged ?? { seat: index + 1, outcome: 'unfinished' };
    });
    return { ...verdict, players };
  }
}

/** A message that is incomplete for this long was not only cut off by the end of the game. */
const LONG = seconds(1);

/** Notes incomplete messages when silence decides something or the game ends. */
class UnfinishedMessages {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #scanners: readonly Scanner<unknown>[];
  readonly #lastRead: Nanos[];
  /** The last note for each seat prevents repetition. */
  readonly #lastNoted: (string | undefined)[] = [];
  #now: Nanos = 0;

  constructor(game: Pick<AnyGame, 'turnRanOut'>, scanners: readonly Scanner<unknown>[]) {
    this.#game = game;
    this.#scanners = scanners;
    this.#lastRead = scanners.map(() => 0);
  }

  of(seat: Seat): string | undefined {
    return this.#scanners[seat - 1]!.unfinished();
  }

  read(seat: Seat, at: Nanos): void {
    this.#now = at;
    this.#lastRead[seat - 1] = at;
  }

  /** The seat whose turn ran out or that left. Its incomplete message is noted after this effect. */
  heldUp(effect: Effect): Seat | undefined {
    if (effect.do !== 'record') return undefined;
    const { event } = effect;
    return event.type === 'left' ? (event as { seat: Seat }).seat : this.#game.turnRanOut?.(event)?.seat;
  }

  /** `isIn`: whether the player may still speak then. */
  atEnd({ outcome }: Verdict, isIn: (seat: Seat) => boolean): readonly Effect[] {
    const hasResult = outcome === 'won' || outcome === 'draw';
    return this.#scanners.flatMap((_, index) => {
      const seat = index + 1;
      const matters = !hasResult || this.#now - this.#lastRead[index]! >= LONG;
      return matters && isIn(seat) ? this.noted(seat) : [];
    });
  }

  noted(seat: Seat): readonly Effect[] {
    const what = this.of(seat);
    if (what === undefined || what === this.#lastNoted[seat - 1]) return [];
    this.#lastNoted[seat - 1] = what;
    return [{ do: 'record', event: { type: 'unfinished', seat, what } }];
  }
}
