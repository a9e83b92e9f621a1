import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { oursAlone } from './ours-alone.ts';

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

/**
 * The folder for Node's compile cache. Who can write there can run code as this user. So without a
 * folder that only this user can write there is no cache, and a start takes some milliseconds more.
 */
export function codeCache(environment: NodeJS.ProcessEnv): string | undefined {
  const home = cacheHome(environment);
  if (home === undefined) return undefined;
  const folder = join(home, 'code');
  try {
    makeFolders(home, 0o755);
    makeFolders(folder, 0o700);
    return oursAlone(folder);
  } catch {
    return undefined;
  }
}
