/** The deviate that 95 % of a normal distribution stay within. */
export const NINETY_FIVE = 1.959963984540054;

const ENOUGH = 1e-17;
/** Beyond it the series needs many terms, and the fraction few. */
const FAR = 3;

/** The part of the normal distribution below a deviate. */
export function normalBelow(deviate: number): number {
  const beyond = deviate > -FAR && deviate < FAR ? 0.5 - near(Math.abs(deviate)) : far(Math.abs(deviate));
  return deviate < 0 ? beyond : 1 - beyond;
}

const density = (deviate: number) => Math.exp((-deviate * deviate) / 2) / Math.sqrt(2 * Math.PI);

/** From the middle to the deviate. */
function near(deviate: number): number {
  let term = deviate;
  let sum = term;
  for (let odd = 3; Math.abs(term) > ENOUGH; odd += 2) {
    term *= (deviate * deviate) / odd;
    sum += term;
  }
  return density(deviate) * sum;
}

/** From the deviate outwards: a continued fraction, from its last term back to the first. */
function far(deviate: number): number {
  let fraction = 0;
  for (let index = 100; index > 0; index--) fraction = index / (deviate + fraction);
  return density(deviate) / (deviate + fraction);
}
