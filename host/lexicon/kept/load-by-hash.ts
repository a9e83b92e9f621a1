import { longHash } from '../../files/long-hash.ts';
import { readRegular } from '../../files/read-regular.ts';
import { holdsExactly } from '../holds-exactly.ts';
import type { Lexicon } from '../lexicon.ts';
import { loadOdd } from '../load.ts';
import { cacheFolders, findKept, type Keeping } from './cache.ts';
import { loadShipped, ODD } from './shipped.ts';

/** The list that a record names, by its hash: a built-in one, or one that was compiled here. Its name is no path. */
export function loadByHash(
  name: string,
  sha256: string,
  folders = cacheFolders(process.env),
): Lexicon | undefined {
  const withHash = (keeping: Keeping) =>
    keeping.ok && keeping.kept.sha256 === sha256 ? keeping.kept : undefined;
  const kept =
    withHash(loadShipped()) ??
    findKept(folders, sha256) ??
    (name === ODD ? withHash(loadOdd(folders)) : undefined);
  return kept && { ...kept.automaton, name, sha256, path: kept.textFile };
}

/** Whether a list has exactly the words of its hash. */
export function isProven(lexicon: Lexicon): boolean {
  try {
    const text = readRegular(lexicon.path);
    return longHash(text) === lexicon.sha256 && holdsExactly(lexicon, text.toString('utf8'));
  } catch {
    return false;
  }
}
