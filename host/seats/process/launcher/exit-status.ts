import { constants } from 'node:os';

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const unknownStatus: ExitStatus = { code: null, signal: null };

/** A shell that lost its command to a signal exits with 128 and the signal's number. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code === null || code <= 128) return { code, signal };
  const named = signalOf(code - 128);
  return named ? { code: null, signal: named } : { code, signal };
}

function signalOf(number: number): NodeJS.Signals | undefined {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] as NodeJS.Signals | undefined;
}
