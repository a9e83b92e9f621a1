/** What tiles are worth that are kept for the next turn, in hundredths of a point. */
export interface LeaveTable {
  /** Of each letter (`?`: a blank): the first, the second, the third. */
  readonly copies: Readonly<Record<string, readonly number[]>>;
  /** By how many vowels, and then by how many other letters. */
  readonly balance: readonly (readonly number[])[];
  /** A U beside a Q. */
  readonly withQ: number;
}
