interface WithOptions {
  readonly options: Readonly<Record<string, unknown>>;
}

/** The time limit of a turn, in milliseconds; none: there is none. */
export function turnLimitMs({ options }: WithOptions): number | undefined {
  const { timeout } = options;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? timeout / 1e6 : undefined;
}
