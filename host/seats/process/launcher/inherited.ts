import { readdirSync } from 'node:fs';
import { readProc } from '../processes/proc.ts';

const CLOSED_ON_EXEC = 0o2000000;

let found: readonly number[] | undefined;

/**
 * Descriptors that the host has from whoever started it, and that would be handed on to every program: Node makes
 * its own so that they are not, and those up to 16; a shell gives its `<(…)` a higher number.
 */
export function inheritedDescriptors(): readonly number[] {
  found ??= allDescriptors().filter((descriptor) => descriptor > 2 && isHandedOn(descriptor));
  return found;
}

function allDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return []; // no /proc
  }
}

function isHandedOn(descriptor: number): boolean {
  const flags = /^flags:\s+([0-7]+)$/m.exec(readProc(`self/fdinfo/${descriptor}`) ?? '')?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
}

/** Entries for the descriptors from 3 on of a process that shall have none of these. */
export function withheldStdio(nowhere: number, withheld: readonly number[]): ('ignore' | number)[] {
  const last = Math.max(2, ...withheld);
  return Array.from({ length: last - 2 }, (_, index) => (withheld.includes(index + 3) ? nowhere : 'ignore'));
}
