import { hasLostTurns, isOutOfTime, ranOutOfTime, waitedAtAll } from '../../events/overload.ts';
import type { PlayerResult, Result } from '../../events/result.ts';
import { duration, whoIs } from './words.ts';

/** The machine may have been the reason for a timeout: the figures, and what to do. */
export function overloadNote(result: Result): string | undefined {
  if (!result.overloaded) return undefined;
  const late = result.players.filter((player) => ranOutOfTime(player, result.reason) || hasLostTurns(player));
  const facts = late.flatMap(waited);
  if (typeof result.loopDelayMs === 'number')
    facts.push(`the host itself was up to ${duration(result.loopDelayMs)} late`);
  return `the machine was overloaded: ${facts.join('; ')}. ${advice(result, late)}`;
}

function waited(player: PlayerResult): string[] {
  const { waitMs, cpuMs } = player;
  if (!waitedAtAll(waitMs)) return [];
  const had = cpuMs === null ? '' : ` and had one for ${duration(cpuMs)}`;
  return [`${whoIs(player)} waited ${duration(waitMs)} for a processor${had}`];
}

function advice({ reason }: Result, late: readonly PlayerResult[]): string {
  const isBanked = ({ offence }: PlayerResult) => isOutOfTime(offence);
  const options = late.some((player) => player.offence && !isBanked(player)) ? ['--ready-timeout'] : [];
  if (late.some(isBanked)) options.push('--time-bank');
  if (late.some(hasLostTurns)) options.push('--timeout');
  if (reason === 'stalled') options.push('--stall');
  if (reason === 'game-timeout') options.push('--game-timeout');
  return `Run less at once, give more time (${options.join(', ')}), or take a quieter machine`;
}
