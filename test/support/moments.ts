/** So that fractions of consecutive numbers lie evenly, and never the same distance from their steps. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** One of so many moments of a span, as a share of it: each in a part of its own, the same in each run of the tests. */
export function momentOf(time: number, many: number): number {
  return (time + (((time + 1) * GOLDEN) % 1)) / many;
}
