import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reading } from '../core/reading.ts';
import { faultInWords } from '../files/file-fault.ts';
import { readStart } from '../files/read-file.ts';
import { writeOutput } from '../files/write-file.ts';
import { hasWord, wordsOf } from './automaton.ts';
import { LATIN } from './build.ts';
import { cacheFolders } from './cache.ts';
import { encode, isCompiled } from './formats/file-format.ts';
import { gaddagOf } from './formats/gaddag.ts';
import { encodeKwg, isKwg } from './formats/kwg-file.ts';
import type { Lexicon } from './lexicon.ts';
import { type LoadingOptions, loadLexicon } from './load.ts';
import { explain, type SkippedLines } from './problem.ts';
import { upperCase } from './word-list.ts';

export interface LexiconInfo {
  readonly name: string;
  readonly words: number;
  /** The lengths of the shortest and the longest word. */
  readonly shortest: number;
  readonly longest: number;
  /** The number of words of each length, shortest first. */
  readonly byLength: readonly { readonly letters: number; readonly words: number }[];
  readonly alphabet: readonly string[];
  readonly sha256: string;
  readonly edges: number;
  /** The size of the automaton in memory, or of the file of an exported list. */
  readonly bytes: number;
  readonly compiledFile: string;
  readonly textFile: string;
}

export type Described = Reading<{ info: LexiconInfo; skipped?: SkippedLines | undefined }>;

/** The output of `lexicon info`. */
export function describeLexicon(
  nameOrFile: string,
  folders = cacheFolders(process.env),
  options: LoadingOptions = {},
): Described {
  const reading = loadLexicon(nameOrFile, folders, options);
  if (!reading.ok) return reading;
  const { lexicon, compiledFile, skipped } = reading;
  return { ok: true, info: infoOf(lexicon, compiledFile), skipped };
}

/** Compiles a list into the cache, or into a file that can be used as a list (`lexicon build`). */
export function buildLexicon(
  file: string,
  out?: string,
  folders = cacheFolders(process.env),
  options: LoadingOptions = {},
): Described {
  const reading = loadLexicon(file, folders, options);
  if (!reading.ok) return reading;
  const { lexicon, skipped } = reading;
  if (out === undefined) return { ok: true, info: infoOf(lexicon, reading.compiledFile), skipped };
  const textBytes = statSync(lexicon.path).size;
  const bytes = encode({ automaton: lexicon, sha256: lexicon.sha256, textBytes });
  const problem = writeOut(out, bytes, { name: 'compiled list', isOne: isCompiled });
  return problem === undefined
    ? { ok: true, info: infoOf(lexicon, resolve(out)), skipped }
    : { ok: false, problem };
}

/** Writes a list and its GADDAG in the format of other engines (`lexicon export`). */
export function exportLexicon(
  nameOrFile: string,
  out: string,
  folders = cacheFolders(process.env),
  options: LoadingOptions = {},
): Described {
  const reading = loadLexicon(nameOrFile, folders, options);
  if (!reading.ok) return reading;
  const { lexicon, skipped } = reading;
  if (lexicon.alphabet.length > LATIN.length) return { ok: false, problem: foreignLetters(lexicon) };
  const made = gaddagOf(lexicon);
  if (!made.ok) return { ok: false, problem: explain(nameOrFile, made.fault) };
  const { gaddag } = made;
  const file = encodeKwg(gaddag);
  const problem = writeOut(out, file, { name: 'KWG file', isOne: isKwg });
  if (problem !== undefined) return { ok: false, problem };
  const info = infoOf({ ...lexicon, edges: gaddag.edges }, resolve(out));
  return { ok: true, info: { ...info, bytes: file.length }, skipped };
}

function foreignLetters({ name, alphabet }: Lexicon): string {
  const others = alphabet.slice(LATIN.length).join('');
  return `dictionary ${name}: a KWG file has only the letters A to Z, which other engines read as 1 to 26; got ${others}`;
}

export interface Checked {
  /** The word as the user wrote it. */
  readonly word: string;
  readonly valid: boolean;
}

/** Looks up words in any case (`lexicon check`). */
export function checkWords(lexicon: Lexicon, words: readonly string[]): readonly Checked[] {
  return words.map((word) => ({ word, valid: hasWord(lexicon, upperCase(word)) }));
}

/** Looks up the words of a text, which are separated by white space. */
export function checkText(lexicon: Lexicon, text: string): readonly Checked[] {
  return checkWords(
    lexicon,
    text.split(/\s+/).filter((word) => word !== ''),
  );
}

function infoOf(lexicon: Lexicon, compiledFile: string): LexiconInfo {
  const { name, words, alphabet, sha256, edges, path: textFile } = lexicon;
  const byLength = countByLength(lexicon);
  const lengths = byLength.map(({ letters }) => letters);
  const [shortest = 0] = lengths;
  const longest = lengths.at(-1) ?? 0;
  const bytes = edges.byteLength;
  return {
    name,
    words,
    shortest,
    longest,
    byLength,
    alphabet,
    sha256,
    edges: edges.length - 1,
    bytes,
    compiledFile,
    textFile,
  };
}

function countByLength(lexicon: Lexicon): LexiconInfo['byLength'] {
  const counts: number[] = [];
  for (const word of wordsOf(lexicon)) {
    const letters = Array.from(word).length;
    counts[letters] = (counts[letters] ?? 0) + 1;
  }
  return counts.flatMap((words, letters) => [{ letters, words }]);
}

/** Writes a file. A device or a pipe is written to directly, since a rename would replace it. */
function writeOut(
  out: string,
  bytes: Uint8Array,
  { name, isOne }: { name: string; isOne: (start: Uint8Array, size: number) => boolean },
): string | undefined {
  try {
    const there = statSync(out, { throwIfNoEntry: false });
    if (there !== undefined && !there.isFile())
      return `${out} exists and is not a file. Use another file name for --output`;
    if (there !== undefined && there.size > 0 && !isOne(readStart(out, 8), there.size))
      return `${out} exists and is not a ${name}, so it was not overwritten. Use another file name for --output`;
    writeOutput(out, bytes);
    return undefined;
  } catch (error) {
    return `cannot write ${out}: ${faultInWords(error as Error)}. Use --output with a file in a writable folder`;
  }
}
