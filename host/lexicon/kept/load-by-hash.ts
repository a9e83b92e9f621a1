import { longHash } from '../../files/long-hash.ts';
import { readRegular } from '../../files/read-regular.ts';
import { holdsExactly } from '../holds-exactly.ts';
import type { Lexicon } from '../lexicon.ts';
import { cacheFolders, findKept, type Kept } from './cache.ts';
import { loadShipped } from './shipped.ts';

/** The list that a record names, by its hash: the built-in one, or one that was compiled here. Its name is no path. */
export function loadByHash(
  name: string,
  sha256: string,
  folders = cacheFolders(process.env),
): Lexicon | undefined {
  const shipped = loadShipped();
  const isShipped = shipped.ok && shipped.kept.sha256 === sha256;
  const kept: Kept | undefined = isShipped ? shipped.kept : findKept(folders, sha256);
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
