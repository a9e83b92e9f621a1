import { join } from 'node:path';
import { cacheHome } from './cache-home.ts';
import { makeFolders } from './make-folders.ts';
import { oursAlone } from './ours-alone.ts';

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
