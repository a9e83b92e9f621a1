/** In milliseconds; null: it could not be read. */
export interface ProcessorUse {
  readonly cpuMs: number | null;
  /** How long it could have gone on and had no processor. */
  readonly waitMs?: number | null | undefined;
}

/** Below and above these parts of the time it is clear what a player did. */
const [WAITS, COMPUTES] = [1 / 10, 8 / 10];

/** Whether a player waited or computed in this time; none: it cannot be known. */
export function processorNote({ cpuMs, waitMs }: ProcessorUse, givenMs: number): string | undefined {
  if (cpuMs === null || givenMs <= 0) return undefined;
  const used = `used ${seconds(cpuMs)} of processor`;
  const wanted = cpuMs + (waitMs ?? 0);
  if (wanted < givenMs * WAITS) return `${used}: it waits`;
  if (wanted > givenMs * COMPUTES) return `${used}: it computes without end`;
  return `${used} in ${seconds(givenMs)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
