/** The quantile of sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}
