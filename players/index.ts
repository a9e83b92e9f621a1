/** A program on the other side of the pipe; `play` gives the exit status. */
interface Player {
  readonly summary: string;
  load(): Promise<{ play(args: readonly string[]): Promise<number> }>;
}

/** The built-in players, by the name that `wordhost player` takes. */
export const players = {
  bananagrams: {
    summary: 'plays Bananagrams, in either dialect',
    load: () => import('./bananagrams/player.ts'),
  },
  boggle: {
    summary: 'plays Boggle, by either set of rules: all words, or some',
    load: () => import('./boggle/player.ts'),
  },
  engine: {
    summary: 'seats an engine of Scrabble that has a console: MAGPIE, macondo, or any that speaks SIU',
    load: () => import('./engine/player.ts'),
  },
  greedy: {
    summary: 'plays Scrabble: the play with the most points',
    load: () => import('./greedy/player.ts'),
  },
  human: {
    summary: 'a person at this terminal: Bananagrams, Scrabble, Boggle',
    load: () => import('./human/player.ts'),
  },
  longest: {
    summary: 'plays Scrabble: the longest word that it can',
    load: () => import('./longest/player.ts'),
  },
  merknera: {
    summary: 'seats a bot that is a web server: Scrabble by JSON-RPC, as on Merknera',
    load: () => import('./merknera/player.ts'),
  },
  playback: {
    summary: 'plays one seat of a record again',
    load: () => import('./playback/player.ts'),
  },
  random: {
    summary: 'plays Scrabble: any of the plays that it can make',
    load: () => import('./random/player.ts'),
  },
} as const satisfies Record<string, Player>;

export type PlayerName = keyof typeof players;
