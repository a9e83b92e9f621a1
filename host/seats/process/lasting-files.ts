import { HostFailure } from '../../core/host-failure.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { faultWithPath } from '../../files/output/fault-in-words.ts';
import { entryFile } from '../../files/package-root.ts';
import { keepThere } from '../../lexicon/kept/keep-there.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';

/** As long as a player that opens its word list late may have to wait for it. */
const EVERY_MS = 200;

/**
 * What players are told the paths of is there while they play, whatever becomes of the cache: it is looked for before a
 * game and during it, and made again. Without it honest players would be to blame.
 */
export function lastingFiles(lexicon: Lexicon | undefined, hasCommand: boolean): Disposable {
  const makeSure = () => {
    if (lexicon) keepThere(lexicon);
    if (hasCommand) commandFolder(entryFile('wordhost'));
  };
  try {
    makeSure();
  } catch (error) {
    throw new HostFailure(
      `the word list of the players is gone and cannot be written again: ${faultWithPath(error as Error)}. The games after the last result were not played; free the place, or set XDG_CACHE_HOME to another`,
    );
  }
  const timer = setInterval(() => {
    try {
      makeSure();
    } catch {
      // Those that play have it already, most likely; before the next game it is said.
    }
  }, EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
