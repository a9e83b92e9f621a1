import type { SandboxLevel } from '../../host/match/seat.ts';
import { noCompiler } from './compiled.ts';
import type { MemoryWays } from './memory-ways.ts';
import type { Misbehaviour } from './misbehaving-players.ts';

export function nameOf({ program, options = [], memory }: Misbehaviour): string {
  return [program, ...options, ...(memory === undefined ? [] : [memory])].join(' ');
}

/** Why it is not played on this level, or cannot be on this machine. */
export function untriablePlayer(
  { program, memory, on }: Misbehaviour,
  level: SandboxLevel,
  ways: MemoryWays,
): string | false {
  const skip = on?.[level]?.skip;
  if (skip !== undefined) return skip;
  return (program.endsWith('.c') && noCompiler) || (memory !== undefined && ways[memory].skip);
}
