/** Values of leaves in hundredths of a point. */
export interface LeaveTable {
  /** Values of the first, second and third copy of each letter. `?` is a blank. */
  readonly copies: Readonly<Record<string, readonly number[]>>;
  /** By the numbers of vowels and of consonants. */
  readonly balance: readonly (readonly number[])[];
  /** The value of U with Q. */
  readonly withQ: number;
}
