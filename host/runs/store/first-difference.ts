/** Where two values of JSON differ first, and what is there. Undefined: nothing is. */
export interface Difference {
  /** `players[1].command`; empty where they differ as a whole. */
  readonly path: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** None where they are the same, in whatever order their keys are. */
export function firstDifference(before: unknown, now: unknown, path = ''): Difference | undefined {
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now))
    return Object.is(before, now) ? undefined : { path, before, now };
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const below = Array.isArray(before) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(before[key], now[key], below);
    if (found) return found;
  }
  return undefined;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
