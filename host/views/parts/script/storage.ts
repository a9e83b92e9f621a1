/** What is stored for the session ends with the tab. */
type Storing = 'localStorage' | 'sessionStorage';

/** Blocked storage throws even for its name. */
export function stored(key: string, where: Storing = 'localStorage'): string | undefined {
  try {
    return globalThis[where].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Without a text it is removed. */
export function store(key: string, text: string | undefined, where: Storing = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, text);
  } catch {
    // The page works without it.
  }
}
