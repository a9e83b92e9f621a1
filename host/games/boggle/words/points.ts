const byLength = [0, 0, 0, 1, 1, 2, 3, 5] as const;
const OF_LONG_WORDS = 11;

/** What a word is worth: by its letters, of which `QU` are two. */
export function pointsOf(word: string): number {
  return byLength[word.length] ?? OF_LONG_WORDS;
}
