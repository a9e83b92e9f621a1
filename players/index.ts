/** `play` returns the exit status. */
interface Player {
  readonly summary: string;
  load(): Promise<{ play(args: readonly string[]): Promise<number> }>;
}

/** Built-in players by their names. */
export const players = {
  bananagrams: {
    summary: 'plays Bananagrams, in either dialect',
    load: () => import('./bananagrams/player.ts'),
  },
  boggle: {
    summary: 'plays Boggle, by either set of rules',
    load: () => import('./boggle/player.ts'),
  },
  engine: {
    summary: 'plays Scrabble with an engine such as macondo',
    load: () => import('./engine/player.ts'),
  },
  greedy: {
    summary: 'plays Scrabble: the play with the most points',
    load: () => import('./greedy/player.ts'),
  },
  human: {
    summary: 'lets a person play at this terminal',
    load: () => import('./human/player.ts'),
  },
  longest: {
    summary: 'plays Scrabble: the longest word',
    load: () => import('./longest/player.ts'),
  },
  merknera: {
    summary: 'plays Scrabble with a bot that is a web server',
    load: () => import('./merknera/player.ts'),
  },
  model: {
    summary: 'plays any of the games with a language model',
    load: () => import('./model/player.ts'),
  },
  playback: {
    summary: 'repeats what one player of a record did',
    load: () => import('./playback/player.ts'),
  },
  random: {
    summary: 'plays Scrabble: a random legal play',
    load: () => import('./random/player.ts'),
  },
} as const satisfies Record<string, Player>;

export type PlayerName = keyof typeof players;
