/** What is not yet as the rooms have it. Nothing is added here; whoever mends one takes its line away. */

/** Files that import what is above them. */
export const upward: readonly string[] = [
  'host/games/kit/score-events.ts > host/games/platform-events.ts',
  'host/match/plan-from-record.ts > host/games/registry.ts',
  'host/match/plan-from-record.ts > host/settings/common-options.ts',
  'host/match/referee.ts > host/games/line-game/one-by-one.ts',
  'host/match/turn-meter.ts > host/games/line-game/turn-cpu.ts',
  'host/match/turn-watch.ts > host/games/registry.ts',
  'host/seats/process/lasting-files.ts > host/lexicon/keep-there.ts',
  'host/seats/process/lasting-files.ts > host/lexicon/lexicon.ts',
  'host/settings/find-board.ts > host/games/scrabble/board/board.ts',
  'host/settings/find-board.ts > host/games/scrabble/board/make-board.ts',
  'host/settings/find-board.ts > host/games/scrabble/board/named-board.ts',
];

/** Circles of imports, each by one of its files. */
export const circles: readonly string[] = [];

/** Files below 25 lines that only one file imports. */
export const small: readonly string[] = [];

/** Folders with more files than a dozen, and how many they may have. */
export const crowded: Readonly<Record<string, number>> = {};
