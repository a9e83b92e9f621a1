/** What a letter adds to the sum of a word: the letters of a word are told by it, whatever their order. */
export function letterSum(letter: number): number {
  let sum = Math.imul(letter + 1, 0x85eb_ca6b);
  sum ^= sum >>> 13;
  sum = Math.imul(sum, 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) | 0;
}

/** Another one, by which two sets of letters with the same sum are told apart. */
export function otherSum(letter: number): number {
  let sum = Math.imul(letter + 1, 0x27d4_eb2f);
  sum ^= sum >>> 15;
  sum = Math.imul(sum, 0x1656_67b1);
  return (sum ^ (sum >>> 14)) | 0;
}

/** A place for a sum, of so many bits. */
export function placeOf(sum: number, bits: number): number {
  // Odd, and without a pattern.
  return Math.imul(sum, 0x9e37_79b1) >>> (32 - bits);
}
