/** In milliseconds; null: it could not be read. */
export interface ProcessorUse {
  readonly cpuMs: number | null;
  /** How long it could have gone on and had no processor. */
  readonly waitMs?: number | null | undefined;
}

/** Below and above these parts of the time it is clear what a player did. */
const [WAITS, COMPUTES] = [1 / 10, 8 / 10];
/** With less, a player that waits for a busy machine would be taken for one that computes. */
const LEAST_COMPUTED_MS = 1000;

/** Whether a player waited or computed in this time; none: it cannot be known. */
export function processorNote({ cpuMs, waitMs }: ProcessorUse, givenMs: number): string | undefined {
  if (cpuMs === null || givenMs <= 0) return undefined;
  const used = `used ${seconds(cpuMs)} of processor`;
  const wanted = cpuMs + (waitMs ?? 0);
  if (wanted < givenMs * WAITS) return `${used}: it waits`;
  if (wanted > givenMs * COMPUTES && cpuMs > LEAST_COMPUTED_MS) return `${used}: it computes`;
  const waited = (waitMs ?? 0) > cpuMs ? `, and waited ${seconds(waitMs!)} for one` : '';
  return `${used} in ${seconds(givenMs)}${waited}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
