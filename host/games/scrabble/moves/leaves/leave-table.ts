/** What tiles are worth that are kept for the next turn, in hundredths of a point. */
export interface LeaveTable {
  /** Of each letter (`?`: a blank): the first, the second, the third. */
  readonly copies: Readonly<Record<string, readonly number[]>>;
  /** By how many vowels, and then by how many other letters. */
  readonly balance: readonly (readonly number[])[];
  /** A U beside a Q. */
  readonly withQ: number;
}

/** Made by test/leaves/make-leaves.ts from 24,000 games: not written by hand. */
export const leaveTable: LeaveTable = {
  copies: {
    '?': [1429, 358, 0],
    A: [642, 221, 151],
    B: [538, 419, 0],
    C: [665, 201, 0],
    D: [648, 264, 502],
    E: [687, 321, 118],
    F: [575, 660, 0],
    G: [471, 206, 259],
    H: [832, 433, 0],
    I: [513, 96, 206],
    J: [638, 0, 0],
    K: [667, 0, 0],
    L: [558, 207, 255],
    M: [741, 119, 0],
    N: [642, 223, 108],
    O: [472, 220, 240],
    P: [633, 384, 0],
    Q: [194, 0, 0],
    R: [647, 207, 179],
    S: [1103, 535, 213],
    T: [630, 260, 193],
    U: [290, 59, 243],
    V: [381, 194, 0],
    W: [478, 357, 0],
    X: [972, 0, 0],
    Y: [678, 214, 0],
    Z: [921, 0, 0],
  },
  balance: [
    [0, -751, -1531, -2388, -3296, -4192, -5140],
    [-709, -1406, -2136, -2926, -3781, -4754],
    [-1502, -2104, -2769, -3569, -4363],
    [-2317, -2897, -3565, -4318],
    [-3094, -3692, -4396],
    [-3799, -4472],
    [-4517],
  ],
  withQ: 803,
};
