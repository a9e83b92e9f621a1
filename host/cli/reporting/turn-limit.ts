import type { SeriesRequest } from '../../runs/play-series.ts';

/** The time limit of a turn in these options of a game, in milliseconds; none: there is none. */
export function turnLimitMs(options: Readonly<Record<string, unknown>>): number | undefined {
  const { timeout } = options;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? timeout / 1e6 : undefined;
}

/** That of one of the players, by its place among the entries, from 1. */
export function turnLimitOf(
  { options, entries }: Pick<SeriesRequest, 'options' | 'entries'>,
  entry: number,
): number | undefined {
  return turnLimitMs({ ...options, ...entries[entry - 1]?.options });
}
