import type { Nanos, Seat } from '../core/units.ts';
import type { AnyGame } from '../games/game.ts';
import type { PlayerResult, Result } from '../games/kit/result-fields.ts';
import type { ByteRange } from '../games/kit/verdict.ts';
import type { EventSink, Noted, SharedEvent } from './noted.ts';

interface Thinker {
  /** The time since which it has a message to answer; none after its answer until the next message. */
  since: Nanos | undefined;
  think: Nanos;
  /** How often it has answered, or its turn has run out. */
  answers: number;
}

/** How long each player has thought: from a message that it has to answer to its answer. */
export class ThinkingTimes {
  readonly #game: Pick<AnyGame, 'turnRanOut'>;
  readonly #players: readonly Thinker[];
  /** Whose clock was the first to start. */
  #began: Seat | undefined;

  constructor(game: Pick<AnyGame, 'turnRanOut'>, seats: number) {
    this.#game = game;
    this.#players = Array.from({ length: seats }, () => ({ since: undefined, think: 0, answers: 0 }));
  }

  /** None: nobody has a clock. */
  get began(): Seat | undefined {
    return this.#began;
  }

  of(seat: Seat): Readonly<Pick<Thinker, 'think' | 'answers'>> {
    return this.#players[seat - 1]!;
  }

  /** How long this was thought about; none where it is no answer. */
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

  /** Where players have clocks of their own, only these count as thinking time. */
  #clockStarts(seat: Seat, t: Nanos): void {
    if (this.#began === undefined)
      for (const player of this.#players) Object.assign(player, { since: undefined, think: 0, answers: 0 });
    this.#began ??= seat;
    this.#players[seat - 1]!.since = t;
  }
}

type MessageEvent = Extract<SharedEvent, { readonly bytes?: unknown }>;

/** Whether a player has said it. */
export function isMessage(
  event: SharedEvent,
): event is MessageEvent & { readonly seat: Seat; readonly bytes: ByteRange } {
  // To read a field that is not there takes half the time of asking whether it is.
  return (event as { readonly bytes?: unknown }).bytes !== undefined;
}

/** The turns of one player that ran out by the clock, together. */
export interface LateTurnFacts {
  readonly turns: number;
  /** What it used of a processor in them, and how long it waited for one; null where it could not be read. */
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
  /** How long it was looked at for that. */
  readonly givenMs: number;
}

/** The first tenth of a turn is not looked at. */
const LOOKED_AT = 9 / 10;

/** What players did in turns that ran out: whether they waited or computed. */
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

  /** None: no turn of it ran out, or the machine was not looked at. */
  of(seat: Seat): LateTurnFacts | undefined {
    return this.#bySeat.get(seat);
  }
}

const none: LateTurnFacts = { turns: 0, cpuMs: 0, waitMs: 0, givenMs: 0 };

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/*
 * When a machine is called overloaded. Measured on two cores: a player that always wants one waits for 1 % of that
 * time on an idle machine, and for 25 to 45 % beside eight busy processes; the host is 1 to 5 ms late while nobody
 * computes, and 10 to 300 ms beside the eight. What is small beside the time that a player had did not cost it that.
 */
const hostLate = { leastMs: 50, ofGiven: 1 / 50, ofTurn: 1 / 2 } as const;
const playerWaited = { leastMs: 100, ofGiven: 1 / 10, ofWanted: 1 / 4, ofTurn: 1 / 5 } as const;

/** In milliseconds: how long a player waited for a processor, how long it had one, how long it was in the game. */
export interface Waiting {
  readonly waitMs: number | null;
  readonly cpuMs: number | null;
  readonly givenMs: number;
}

/** A turn that ran out by the clock; the times of its player are without the first tenth of it. */
export interface TurnLoadFacts extends Waiting {
  /** The longest delay of the host's own event loop. */
  readonly loopDelayMs: number;
}

/** Whether the machine may be the reason that these players ran out of time. */
export function isOverloaded(loopDelayMs: number | null, late: readonly Waiting[]): boolean {
  return late.some((one) => hostWasLate(loopDelayMs ?? 0, one) || hasWaited(one));
}

/** The same for one turn that ran out: in a short turn, a short delay matters. */
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

/** Long enough to be reported. */
export function waitedAtAll(waitMs: number | null | undefined): waitMs is number {
  return typeof waitMs === 'number' && waitMs > playerWaited.leastMs;
}

/** It was not ready in time, has used up its time for the game, or was in the game when the game's own time ran out. */
export function ranOutOfTime(
  { outcome, offence }: Pick<PlayerResult, 'outcome' | 'offence'>,
  reason: Result['reason'],
): boolean {
  if (offence) return isSilent(offence) || isOutOfTime(offence);
  return (reason === 'stalled' || reason === 'game-timeout') && outcome === 'lost';
}

/** One of its turns ran out by the clock, besides one in which it has used up its time for the game. */
export function hasLostTurns({ timeouts, cpuTimeouts, offence }: PlayerResult): boolean {
  const others = Number(cpuTimeouts ?? 0) + Number(isOutOfTime(offence));
  return Number(timeouts ?? 0) > others;
}

/** Waiting for a processor may be why it was put out of a game on an overloaded machine. */
export function isExcusable({ offence }: Pick<PlayerResult, 'offence'>): boolean {
  return isSilent(offence) || offence?.kind === 'time';
}

type Fault = PlayerResult['offence'];

/** It was not ready in time. */
export function isSilent(offence: Fault): boolean {
  return offence?.kind === 'startup' && offence.rule === 'silent';
}

/** Its time for the whole game is used up. */
export function isOutOfTime(offence: Fault): boolean {
  return offence?.kind === 'time' && offence.rule === 'time-bank';
}
