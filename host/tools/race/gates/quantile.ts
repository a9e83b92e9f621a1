/** The value that so much of all is at most, of values in order. */
export function quantile(sorted: readonly number[], share: number): number {
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}
