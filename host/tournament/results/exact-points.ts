const PLACES = 1e9;

/**
 * Sums of thirds, sixths and the like are not exact in binary. Two that are equal become the same number, in whatever order they
 * were added: none is near the middle between two results, since `PLACES` can be halved more often than the number of opponents.
 */
export function exactPoints(sum: number): number {
  return Math.round(sum * PLACES) / PLACES;
}
