import { cut } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import { commonReasons } from '../../games/kit/verdict.ts';
import type { InWords } from '../../games/shown.ts';

/** How a game ended, for people. */
export function endingSentence(result: Result, { reasons }: InWords): string {
  const all: Readonly<Record<string, string>> = { ...commonReasons, ...reasons };
  const why = all[result.reason] ?? result.reason;
  const winner = result.players.find(({ seat }) => seat === result.winner);
  if (winner) return `${whoIs(winner)} has won: ${why}`;
  return result.outcome === 'draw' ? `a draw: ${why}` : `no winner: ${why}`;
}

const LONGEST_NAME = 60;

/** By its number on the command line and its name: seats change from game to game. */
export function whoIs({ entry, name }: { readonly entry: number; readonly name: string }): string {
  return `player ${entry} (${cut(visible(name), LONGEST_NAME)})`;
}

/** How the game ended for a player. */
export interface Departed extends Pick<PlayerResult, 'cause' | 'offence' | 'exit'> {
  readonly outcome: string;
}

/** A player's outcome in a few words. */
export function outcomeWords({ outcome, cause, offence, exit }: Departed): string {
  if (cause) return `${outcome} (${cause}${cause === 'closed' ? '' : howEnded(exit)})`;
  return offence ? `${outcome} (${cut(visible(offence.rule), LONGEST_NAME)})` : outcome;
}

/** The signal or the status with which it ended, if anybody could tell. */
export function howEnded(
  exit: { readonly code: number | null; readonly signal: string | null } | null,
): string {
  if (exit?.signal) return `: ${exit.signal}`;
  return typeof exit?.code === 'number' ? `: status ${exit.code}` : '';
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** `turnMs`: the time limit of each turn, where there is one. */
export function turnsLost(
  { timeouts, cpuTimeouts, answers }: PlayerResult,
  turnMs: number | undefined,
): string {
  const each = turnMs === undefined ? '' : ` (${duration(turnMs)} each)`;
  const cpu = typeof cpuTimeouts === 'number' ? `, in ${cpuTimeouts} of them of processor time` : '';
  const of = answers === undefined ? '' : ` of ${answers}`;
  return `ran out of time in ${timeouts}${of} ${answers === 1 ? 'turn' : 'turns'}${each}${cpu}`;
}
