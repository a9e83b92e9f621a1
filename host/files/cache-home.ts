import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the user keeps caches, for our own folder in it; undefined for a user without a home. */
export function cacheHome(environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment.XDG_CACHE_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, 'wordhost');
  try {
    const home = environment.HOME ?? homedir();
    return isAbsolute(home) ? join(home, '.cache', 'wordhost') : undefined;
  } catch {
    return undefined; // A user without an entry in the list of users has no home.
  }
}
