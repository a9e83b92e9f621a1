/** What a player of Bananagrams has. */
export interface KnownTiles {
  readonly letters: string;
  /** The last grid of the player that stood. */
  readonly grid: readonly string[];
  /** Letters that have come since. */
  readonly drew: string;
}

/** The rules in at most fifteen lines. */
export function describeRules(players: string, words: number): string {
  return [
    `You play Bananagrams, a race of ${players} players. Be fast.`,
    'All your tiles must be in one grid, as in a crossword. Each tile is used once.',
    'All tiles are connected, edge to edge.',
    `Every run of two or more letters, across and down, must be in the word list (${words} words).`,
    'When your grid is right you peel: every player draws a tile, and you make a new grid with it.',
    'When too few tiles are left to draw, the player that peels has won.',
    'You may give a tile back for three new ones.',
    'Answer with one JSON object and nothing after it, the rows of your grid from top to bottom, with . for an empty cell:',
    '{"grid": ["CAT", "A..", "R.."]}, or {"dump": "Q"} to give back a tile.',
  ].join('\n');
}

/** The position: tiles and the last grid. */
export function describePosition({ letters, grid, drew }: KnownTiles): string {
  return [
    `Your tiles: ${[...letters].sort().join('')}`,
    ...(grid.length > 0
      ? [`New tiles: ${drew || 'none'}`, 'Your last grid:', ...grid]
      : ['You have no grid yet.']),
  ].join('\n');
}
