import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ANYBODY_ELSE = 0o077;
const OTHERS_WRITE = 0o022;
/** Of a folder: what lies in it is removed and renamed by its owner alone. */
const STICKY = 0o1000;

/**
 * The real path of a folder of ours that nobody else can look into, and that nobody but root can put another in the
 * place of; undefined where it is not so, or where nobody can tell.
 */
export function oursAlone(folder: string): string | undefined {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const path = realpathSync(folder);
  const own = statSync(path);
  const isOurs = own.isDirectory() && own.uid === me && (own.mode & ANYBODY_ELSE) === 0;
  return isOurs && foldersAbove(path).every((above) => isSafe(statSync(above), me)) ? path : undefined;
}

function isSafe({ uid, mode }: Stats, me: number): boolean {
  const isTrusted = uid === me || uid === 0;
  return isTrusted && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0);
}

/** The root too. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}
