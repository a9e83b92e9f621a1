import type { Rung } from '../../host/seats/seat.ts';
import { noCompiler } from './compiled.ts';
import type { MemoryWays } from './memory-ways.ts';
import type { Sin } from './museum.ts';

export function nameOfSin({ program, options = [], memory }: Sin): string {
  return [program, ...options, ...(memory === undefined ? [] : [memory])].join(' ');
}

/** Why it is not played on this rung, or cannot be on this machine. */
export function untriableSin({ program, memory, on }: Sin, rung: Rung, ways: MemoryWays): string | false {
  const skip = on?.[rung]?.skip;
  if (skip !== undefined) return skip;
  return (program.endsWith('.c') && noCompiler) || (memory !== undefined && ways[memory].skip);
}
