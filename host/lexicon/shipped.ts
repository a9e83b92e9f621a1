import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Keeping } from './cache.ts';
import { decode } from './file-format.ts';

/** The list that comes with the package. */
export const SHIPPED = 'english';

/** The text is only measured: it is part of the package, and start-up time is felt. */
export function loadShipped(from = import.meta.dirname): Keeping {
  const root = packageRoot(from);
  if (root === undefined) return missing(`no package.json of wordhost above ${from}`);
  const compiledFile = join(root, 'dist', 'lexicon', `${SHIPPED}.lex`);
  const textFile = join(root, 'dist', 'lexicon', `${SHIPPED}.txt`);
  try {
    const decoded = decode(readFileSync(compiledFile));
    if (!decoded.ok) return missing(`${compiledFile} is damaged or of another version`);
    const { automaton, sha256, textBytes } = decoded.compiled;
    if (statSync(textFile).size !== textBytes) return missing(`${textFile} is not ${textBytes} bytes long`);
    return { ok: true, kept: { automaton, sha256, compiledFile, textFile } };
  } catch (error) {
    return missing((error as Error).message);
  }
}

function missing(sought: string): Keeping {
  return { ok: false, fault: { is: 'not-shipped', sought } };
}

/** The sources and the bundle lie at different depths of the package: it is known by its name. */
function packageRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (nameIn(join(folder, 'package.json')) === 'wordhost') return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function nameIn(packageFile: string): unknown {
  try {
    return (JSON.parse(readFileSync(packageFile, 'utf8')) as { name?: unknown }).name;
  } catch {
    return undefined;
  }
}
