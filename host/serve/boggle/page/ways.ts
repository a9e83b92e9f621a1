/** The ways to play at a table of the site, in the order of the pages. The options are those that are not usual. */
export const ways = [
  { words: 'in turns', options: {} },
  { words: 'all at once', options: { rules: 'classic' } },
] as const;
