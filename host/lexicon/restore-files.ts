import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { againIfDeleted, makeFolders, writeWhole } from '../files/write-file.ts';
import { wordsOf } from './automaton.ts';
import { isOursAlone } from './cache.ts';
import { encode } from './formats/file-format.ts';
import type { Lexicon } from './lexicon.ts';
import { textOf } from './word-list.ts';

/**
 * Writes the files of a list again if they were deleted, since players have their paths. Throws if they cannot be written.
 */
export function restoreFiles(lexicon: Lexicon): void {
  const textFile = lexicon.path;
  const compiledFile = textFile.replace(/\.txt$/, '.lex');
  if (textFile === '' || (isFile(textFile) && isFile(compiledFile))) return;
  const text = textOf([...wordsOf(lexicon)]);
  const { sha256 } = lexicon;
  const compiled = encode({ automaton: lexicon, sha256, textBytes: Buffer.byteLength(text) });
  const folder = dirname(textFile);
  againIfDeleted(() => {
    makeFolders(folder, 0o755);
    if (!isOursAlone(folder)) {
      // Throws ENOENT if the folder was deleted since, which is a reason to make it again.
      statSync(folder);
      throw new Error(`other users can write to ${folder}`);
    }
    writeWhole(textFile, text);
    writeWhole(compiledFile, compiled);
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
