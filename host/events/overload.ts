import type { PlayerResult, Result } from '../games/kit/result-fields.ts';

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

type Fault = PlayerResult['offence'];

function isSilent(offence: Fault): boolean {
  return offence?.kind === 'startup' && offence.rule === 'silent';
}

/** Its time for the whole game is used up. */
export function isOutOfTime(offence: Fault): boolean {
  return offence?.kind === 'time' && offence.rule === 'time-bank';
}
