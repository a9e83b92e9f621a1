/** What is not yet as the list of folders has it. Nothing is added here; whoever fixes one takes its line away. */

/** Rooms that import one above them, or beside them. */
export const upward: readonly string[] = [
  'seats/process > lexicon',
  'tools/race > seats/process',
  'tools/race > settings',
];

/** Circles of imports, each by one of its files. */
export const circles: readonly string[] = [];

/** Files below 25 lines that only one file imports. */
export const small: readonly string[] = [
  'host/cli/hosting/pinned.ts',
  'host/cli/hosting/working-directory.ts',
  'host/games/bananagrams/rules/clock.ts',
  'host/games/boggle/words/words-before.ts',
  'host/games/scrabble/board/language/fold.ts',
  'host/games/scrabble/rules/board-event.ts',
  'host/match/free-large.ts',
  'host/match/told-more.ts',
  'host/match/told-path.ts',
];

/** Folders with more than a dozen files, and how many they may have. */
export const crowded: Readonly<Record<string, number>> = {
  'host/cli': 15,
  'host/core': 15,
  'host/games/bananagrams/rules': 17,
  'host/games/scrabble/rules': 14,
  'host/lexicon': 16,
  'host/match': 25,
  'host/views/terminal': 17,
};
