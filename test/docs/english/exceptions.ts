/** Where a banned word stays. */
export interface Exception {
  readonly at: RegExp;
  /** What the line has. */
  readonly text: RegExp;
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  {
    at: /^docs\/reference\/bananagrams-wire\.md$/,
    text: /all my tiles stand in this grid/,
    because: 'the meaning of a peel, in the words of the wire',
  },
  {
    at: /^(?:test\/check\/small-words\.ts|host\/tools\/check\/scrabble\/)/,
    text: /\b(?:CAGE|HOUSE)\b/,
    because: 'words that players lay, not words about them',
  },
  {
    at: /^test\/misbehaviour\/.*\.c$/,
    text: /\.sin_/,
    because: 'the fields of a socket address have these names',
  },
];
