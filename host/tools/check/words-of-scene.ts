import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../core/text/plural.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';

/** A few words as a list that players can read, in the cache. */
export function wordsOfScene(words: readonly string[]): Lexicon {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-words-'));
  try {
    const file = join(folder, 'words.txt');
    writeFileSync(file, `${words.join('\n')}\n`);
    const reading = loadLexicon(file);
    if (!reading.ok) throw new Error(reading.problem);
    return { ...reading.lexicon, name: `of this step, ${counted(words.length, 'word')}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
