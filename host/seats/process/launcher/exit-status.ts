import { constants } from 'node:os';

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const unknownStatus: ExitStatus = { code: null, signal: null };

/** Of two names for a number it is the first. */
const signals = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name as NodeJS.Signals] as const)
    .toReversed(),
);

/** A shell that lost its command to a signal exits with 128 and the signal's number. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code === null || code <= 128) return { code, signal };
  const named = signals.get(code - 128);
  return named ? { code: null, signal: named } : { code, signal };
}
