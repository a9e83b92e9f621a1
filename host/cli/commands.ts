import type { Command } from './command.ts';

/** Every command there is: a line each. Loaded when it is called. */
export const commands = {
  bananagrams: {
    summary: 'play Bananagrams: a race',
    load: async () => (await import('./games/bananagrams.ts')).bananagramsCommand,
  },
  scrabble: {
    summary: 'play Scrabble: in turns, on any board',
    load: async () => (await import('./games/scrabble.ts')).scrabbleCommand,
  },
  boggle: {
    summary: 'play Boggle: all at once, or two in turns',
    load: async () => (await import('./games/boggle.ts')).boggleCommand,
  },
  demo: {
    summary: 'a game to look at, with players that come along',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  race: {
    summary: 'measure how fair the peel race is here',
    load: async () => (await import('./commands/race.ts')).race,
  },
  check: {
    summary: 'hold a bot against its wire, message by message',
    load: async () => (await import('./commands/check/check.ts')).check,
  },
  new: {
    summary: 'write a bot to begin with, in a language of yours',
    load: async () => (await import('./commands/new/new.ts')).newBot,
  },
  judge: {
    summary: 'judge a grid, a move or a word without any player',
    load: async () => (await import('./commands/judge/judge.ts')).judge,
  },
  replay: {
    summary: 'play a record again, or verify every decision in it',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  lexicon: {
    summary: 'compiled word lists: build, info, check',
    load: async () => (await import('./commands/lexicon.ts')).lexicon,
  },
  board: {
    summary: 'boards for Scrabble: check a file, draw one',
    load: async () => (await import('./commands/board.ts')).board,
  },
  player: { summary: 'the players that come along', load: async () => (await import('./player.ts')).player },
} as const satisfies Record<string, { readonly summary: string; load(): Promise<Command> }>;

export type CommandName = keyof typeof commands;
