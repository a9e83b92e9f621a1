import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ANYBODY_ELSE = 0o077;
const OTHERS_WRITE = 0o022;
/** Of a folder: only the owner of an entry can remove and rename it. */
const STICKY = 0o1000;

/**
 * The real path of a folder of ours that no other user can read, and that only root can replace;
 * undefined if that does not hold or cannot be found out.
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

/** The root folder, too. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}
