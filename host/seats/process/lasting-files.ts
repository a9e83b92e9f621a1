import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HostFailure } from '../../core/host-failure.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { fileState } from '../../files/file-state.ts';
import { faultWithPath } from '../../files/output/fault-in-words.ts';
import { entryFile } from '../../files/package-root.ts';
import { keepThere } from '../../lexicon/kept/keep-there.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';

export interface LastingFiles extends Disposable {
  /** Some of them were deleted, or made again, since the game began: a sandbox may have looked for them in between. */
  areOthers(): boolean;
}

/** As long as a player that opens its word list late may have to wait for it. */
const EVERY_MS = 200;

/**
 * What players are told the paths of is there while they play, whatever becomes of the cache: it is looked for before a
 * game and during it, and made again. Without it honest players would be to blame.
 */
export function lastingFiles(lexicon: Lexicon | undefined, hasCommand: boolean): LastingFiles {
  const makeSure = () => {
    if (lexicon) keepThere(lexicon);
    return hasCommand ? commandFolder(entryFile('wordhost')) : undefined;
  };
  let files: readonly string[];
  try {
    const folder = makeSure();
    files = [lexicon?.path ?? '', folder === undefined ? '' : join(folder, 'wordhost')].filter(Boolean);
  } catch (error) {
    throw new HostFailure(
      `the word list of the players is gone and cannot be written again: ${faultWithPath(error as Error)}. The games after the last result were not played; free the place, or set XDG_CACHE_HOME to another`,
    );
  }
  const states = files.map(stateOf);
  const timer = setInterval(() => {
    try {
      makeSure();
    } catch {
      // Those that play have it already, most likely; before the next game it is said.
    }
  }, EVERY_MS);
  return {
    areOthers: () => files.some((file, index) => stateOf(file) !== states[index]),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found && fileState(found);
}
