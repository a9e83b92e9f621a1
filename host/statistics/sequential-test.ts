/** A test that goes on until one of two hypotheses is much likelier than the other. */
export interface TestErrors {
  /** How often H1 may be accepted though H0 is true. */
  readonly alpha: number;
  /** How often H0 may be accepted though H1 is true. */
  readonly beta: number;
}

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** The logarithms of the likelihood ratio at which the test ends (Wald). */
export function boundsOf({ alpha, beta }: TestErrors): Bounds {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

export function accepted(ratio: number, { lower, upper }: Bounds): 'H0' | 'H1' | null {
  if (ratio >= upper) return 'H1';
  return ratio <= lower ? 'H0' : null;
}
