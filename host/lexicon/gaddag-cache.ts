import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../core/errors.ts';
import { readRegular, startOfRegular } from '../files/read-file.ts';
import { makeFolders, writeWhole } from '../files/write-file.ts';
import type { Automaton } from './automaton.ts';
import { LATIN } from './build.ts';
import { type CacheFolder, cacheFolders, isOursAlone } from './cache.ts';
import { type Gaddag, gaddagOf } from './formats/gaddag.ts';
import { encodeKwg, gaddagInKwg, isKwg } from './formats/kwg-file.ts';
import type { Lexicon } from './lexicon.ts';

/** The number of bytes that identify a KWG file. */
const KWG_HEAD = 8;

type Listed = Automaton & Pick<Lexicon, 'sha256'>;

/**
 * The GADDAG of a list, for the search of plays. It is cached as a KWG file. Building it takes half a second for a large list, so the
 * result is undefined if it cannot be cached.
 */
export function cachedGaddag(
  lexicon: Listed,
  folders: readonly CacheFolder[] = cacheFolders(process.env),
): Gaddag | undefined {
  const files = filesFor(lexicon, folders);
  for (const file of files) {
    const gaddag = attempt(() => gaddagInKwg(readRegular(file), lexicon), undefined);
    if (gaddag) return gaddag;
  }
  return files[0] === undefined ? undefined : madeAndKept(files[0], lexicon);
}

/** The path of that file, for players and their engines. Checks only its beginning, since they read it themselves. */
export function cachedKwg(
  lexicon: Listed,
  folders: readonly CacheFolder[] = cacheFolders(process.env),
): string | undefined {
  const files = filesFor(lexicon, folders);
  const there = files.find(beginsAsKwg);
  if (there !== undefined || files[0] === undefined) return there;
  return madeAndKept(files[0], lexicon) && files[0];
}

/** Uses only folders that the user alone can write to. A file of others would need a full check. */
function filesFor({ alphabet, sha256 }: Listed, folders: readonly CacheFolder[]): string[] {
  if (alphabet.join('') !== LATIN.join('')) return [];
  const own = folders.filter(({ path, exposed }) => !exposed && (!existsSync(path) || isOursAlone(path)));
  return own.map(({ path }) => join(path, `${sha256}.kwg`));
}

function beginsAsKwg(file: string): boolean {
  return attempt(() => {
    const { start, size } = startOfRegular(file, KWG_HEAD);
    return isKwg(start, size);
  }, false);
}

function madeAndKept(file: string, lexicon: Automaton): Gaddag | undefined {
  return attempt(() => {
    makeFolders(dirname(file), 0o755);
    // Tests whether the file can be written before the GADDAG is built.
    writeWhole(file, '');
    const made = gaddagOf(lexicon);
    if (!made.ok) return undefined;
    writeWhole(file, encodeKwg(made.gaddag));
    return made.gaddag;
  }, undefined);
}
