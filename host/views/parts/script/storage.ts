/** Blocked storage throws even for its name. */
export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}

/** Where a browser remembers the bot that its user plays against. */
export const opponentKey = (game: string) => `wordhost.against.${game}`;
