import type { Nanos, Seat } from '../core/units.ts';
import type { AnyGame } from '../games/game.ts';
import type { PlayerResult, Result } from '../games/kit/result-fields.ts';
import type { ByteRange } from '../games/kit/verdict.ts';
import type { EventSink, Noted, SharedEvent } from './noted.ts';

interface Thinker {
  since: Nanos | undefined;
  think: Nanos;
  answers: number;
}

/** Measures how long each player thinks, from a message that requires an answer to the answer. */
export class ThinkingTimes {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #players: readonly Thinker[];
  #began: Seat | undefined;

  constructor(game: Pick<AnyGame, 'turnRanOut'>, seats: number) {
    this.#game = game;
    this.#players = Array.from({ length: seats }, () => ({ since: undefined, think: 0, answers: 0 }));
  }

  get began(): Seat | undefined {
    return this.#began;
  }

  of(seat: Seat): Readonly<Pick<Thinker, 'think' | 'answers'>> {
    return this.#players[seat - 1]!;
  }

  /** Returns the thinking time of an answer. */
  take(event: Noted): Nanos | undefined {
    if (event.type === 'out') return this.#notice(event);
    if (event.type === 'in') return undefined;
    const seat = isMessage(event) ? event.seat : this.#game.turnRanOut?.(event)?.seat;
    const player = seat === undefined ? undefined : this.#players[seat - 1]!;
    if (player?.since === undefined) return undefined;
    const thought = Math.max(0, event.t - player.since);
    player.think += thought;
    player.since = undefined;
    player.answers++;
    return thought;
  }

  #notice({ seat, t, clock }: Noted & { readonly type: 'out' }): undefined {
    if (clock === true) this.#clockStarts(seat, t);
    else if (this.#began === undefined) this.#players[seat - 1]!.since ??= t;
  }

  /** In games with clocks, only the time on a player's clock counts. */
  #clockStarts(seat: Seat, t: Nanos): void {
    if (this.#began === undefined)
      for (const player of this.#players) Object.assign(player, { since: undefined, think: 0, answers: 0 });
    this.#began ??= seat;
    this.#players[seat - 1]!.since = t;
  }
}

type MessageEvent = Extract<SharedEvent, { readonly bytes?: unknown }>;

export function isMessage(
  event: SharedEvent,
): event is MessageEvent & { readonly seat: Seat; readonly bytes: ByteRange } {
  // Reading a missing field takes half the time of `in`.
  return (event as { readonly bytes?: unknown }).bytes !== undefined;
}

/** Sums over the turns of a player that ran out. */
export interface LateTurnFacts {
  readonly turns: number;
  /** Processor time and waits in these turns. Null if they could not be read. */
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
  /** The observed time. */
  readonly givenMs: number;
}

/** The first tenth of a turn is not observed. */
const LOOKED_AT = 9 / 10;

/** Tells whether players waited or computed in turns that ran out. */
export class LateTurns implements EventSink {
  readonly #bySeat = new Map<Seat, LateTurnFacts>();

  take(event: Noted): void {
    if (event.type !== 'turn-load') return;
    const { turns, cpuMs, waitMs, givenMs } = this.of(event.seat) ?? none;
    this.#bySeat.set(event.seat, {
      turns: turns + 1,
      cpuMs: sum(cpuMs, event.cpuMs),
      waitMs: sum(waitMs, event.waitMs),
      givenMs: givenMs + event.givenMs * LOOKED_AT,
    });
  }

  of(seat: Seat): LateTurnFacts | undefined {
    return this.#bySeat.get(seat);
  }
}

const none: LateTurnFacts = { turns: 0, cpuMs: 0, waitMs: 0, givenMs: 0 };

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/*
 * Measured on two cores: a player that always wants one waits for 1 % of that time on an idle machine, and
 * for 25 to 45 % beside eight busy processes. The host is 1 to 5 ms late on an idle machine, and 10 to 300 ms
 * beside the eight. A delay that is small beside the player's time does not cost it the turn.
 */
const hostLate = { leastMs: 50, ofGiven: 1 / 50, ofTurn: 1 / 2 } as const;
const playerWaited = { leastMs: 100, ofGiven: 1 / 10, ofWanted: 1 / 4, ofTurn: 1 / 5 } as const;

/** Milliseconds of a player: its waits for a processor, its use of one, and its time in the game. */
export interface Waiting {
  readonly waitMs: number | null;
  readonly cpuMs: number | null;
  readonly givenMs: number;
}

/** A turn that ran out. The times of its player leave out the first tenth. */
export interface TurnLoadFacts extends Waiting {
  /** The longest delay of the host's event loop. */
  readonly loopDelayMs: number;
}

export function isOverloaded(loopDelayMs: number | null, late: readonly Waiting[]): boolean {
  return late.some((one) => hostWasLate(loopDelayMs ?? 0, one) || hasWaited(one));
}

/** In a short turn, a short delay matters. */
export function isTurnOverloaded(loopDelayMs: number, turn: Waiting): boolean {
  const { givenMs } = turn;
  return (
    hostWasLate(loopDelayMs, turn, Math.min(hostLate.leastMs, givenMs * hostLate.ofTurn)) ||
    hasWaited(turn, Math.min(playerWaited.leastMs, givenMs * playerWaited.ofTurn))
  );
}

function hostWasLate(loopDelayMs: number, { givenMs }: Waiting, leastMs: number = hostLate.leastMs): boolean {
  return loopDelayMs > leastMs && loopDelayMs > givenMs * hostLate.ofGiven;
}

function hasWaited({ waitMs, cpuMs, givenMs }: Waiting, leastMs: number = playerWaited.leastMs): boolean {
  if (waitMs === null || waitMs <= leastMs) return false;
  const wanted = waitMs + (cpuMs ?? 0);
  return waitMs > givenMs * playerWaited.ofGiven && waitMs > wanted * playerWaited.ofWanted;
}

export function waitedAtAll(waitMs: number | null | undefined): waitMs is number {
  return typeof waitMs === 'number' && waitMs > playerWaited.leastMs;
}

/**
 * The player was not ready in time, used up its time, or was in the game when the game's own time ran out.
 */
export function ranOutOfTime(
  { outcome, offence }: Pick<PlayerResult, 'outcome' | 'offence'>,
  reason: Result['reason'],
): boolean {
  if (offence) return isSilent(offence) || isOutOfTime(offence);
  return (reason === 'stalled' || reason === 'game-timeout') && outcome === 'lost';
}

/** A turn ran out, other than one that used up the time for the game. */
export function hasLostTurns({ timeouts, cpuTimeouts, offence }: PlayerResult): boolean {
  const others = Number(cpuTimeouts ?? 0) + Number(isOutOfTime(offence));
  return Number(timeouts ?? 0) > others;
}

/** Waits for a processor may be the reason for the removal. */
export function isExcusable({ offence }: Pick<PlayerResult, 'offence'>): boolean {
  return isSilent(offence) || offence?.kind === 'time';
}

type Fault = PlayerResult['offence'];

export function isSilent(offence: Fault): boolean {
  return offence?.kind === 'startup' && offence.rule === 'silent';
}

export function isOutOfTime(offence: Fault): boolean {
  return offence?.kind === 'time' && offence.rule === 'time-bank';
}
