/** A number from 0 up to, but never, 1. */
export type Chance = () => number;

/** A fast generator without cryptographic strength: fairness does not depend on it. */
export function chanceFrom(seed: string | number): Chance {
  let state = 0x2545f491;
  for (const sign of String(seed)) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193);
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export const pick = (chance: Chance, below: number): number => Math.floor(chance() * below);
