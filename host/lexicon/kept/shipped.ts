import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { packageRoot } from '../../files/package-root.ts';
import { decode } from '../formats/file-format.ts';
import type { Keeping } from './cache.ts';

/** The list that is part of the package. */
export const SHIPPED = 'english';

/** Those of its words with an odd number of letters: the dictionary of a course for bots that have none of their own. */
export const ODD = 'odd';

/** Only the size of the text is checked: it is part of the package, and start-up time matters. */
export function loadShipped(from = import.meta.dirname): Keeping {
  const root = packageRoot(from);
  if (root === undefined) return missing(`no package.json of wordhost above ${from}`);
  const [compiledFile, textFile] = [fileIn(root, 'lex'), fileIn(root, 'txt')];
  try {
    const decoded = decode(readFileSync(compiledFile));
    if (!decoded.ok) return missing(`${compiledFile} is damaged or of another version`);
    const { automaton, sha256, textBytes } = decoded.compiled;
    if (statSync(textFile).size !== textBytes) return missing(`${textFile} is not ${textBytes} bytes long`);
    return { ok: true, kept: { automaton, sha256, compiledFile, textFile } };
  } catch (error) {
    return missing(
      `${(error as NodeJS.ErrnoException).path ?? join(root, 'dist', 'lexicon')}: ${faultInWords(error as Error)}`,
    );
  }
}

function missing(sought: string): Keeping {
  return { ok: false, fault: { is: 'not-shipped', sought } };
}

/** Where its words are, before they are read. */
export function shippedText(from = import.meta.dirname): string | undefined {
  const root = packageRoot(from);
  return root === undefined ? undefined : fileIn(root, 'txt');
}

const fileIn = (root: string, ending: string) => join(root, 'dist', 'lexicon', `${SHIPPED}.${ending}`);
