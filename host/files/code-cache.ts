import { join } from 'node:path';
import { cacheHome } from './cache-home.ts';
import { makeFolders } from './make-folders.ts';
import { oursAlone } from './ours-alone.ts';

/**
 * The folder where Node keeps what it has compiled of us. Whoever can write there runs code as this user: without a
 * folder that is this user's alone there is none, and a start takes some milliseconds more.
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
