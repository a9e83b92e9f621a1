/** Of Stirling's series: the numerators and denominators of its first terms, with alternating signs. */
const stirling = [
  [1, 12],
  [-1, 360],
  [1, 1260],
  [-1, 1680],
  [1, 1188],
  [-691, 360_360],
] as const;

/** From here on the series is as exact as a number can be. */
const FAR = 15;

/** The logarithm of the gamma function, for numbers above 0. */
export function logGamma(x: number): number {
  let shift = 0;
  let far = x;
  for (; far < FAR; far++) shift += Math.log(far);
  const series = stirling.reduce(
    (sum, [top, bottom], index) => sum + top / bottom / far ** (2 * index + 1),
    0,
  );
  return (far - 0.5) * Math.log(far) - far + Math.log(2 * Math.PI) / 2 + series - shift;
}
