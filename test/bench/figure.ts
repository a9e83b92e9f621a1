/** One thing that was measured, beside what it is measured against. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly unit: 'times' | 'ms' | 'µs' | 'ns' | 'MB' | '%' | 'more';
  /** It should be no more than this, in the same unit. */
  readonly target?: number;
  /** What the figure is a ratio of, or else stands beside. */
  readonly baseline?: string;
}

export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Measure = () => Promise<readonly (Figure | Skipped)[]>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) throw new Error('the median of nothing was asked for');
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that so much of all is at most, from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  if (sorted.length === 0) throw new Error('a quantile of nothing was asked for');
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** Three digits that count, and no more. */
export function shown(value: number, unit: Figure['unit']): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

/** A line for each figure, as people read it. */
export function figureRow(group: string, figure: Figure | Skipped): Record<string, string> {
  const { what } = figure;
  if ('skipped' in figure) return { group, what, measured: `skipped: ${figure.skipped}` };
  const { measured, unit, target, baseline = '' } = figure;
  const wanted = target === undefined ? '' : `at most ${shown(target, unit)}`;
  const met = target === undefined ? '' : measured <= target ? 'met' : 'MISSED';
  return { group, what, measured: shown(measured, unit), target: wanted, met, baseline };
}
