import { basename, dirname, resolve } from 'node:path';
import { longHash } from '../files/long-hash.ts';
import { type Automaton, isWellFormed, wordsOf } from './automaton.ts';
import { build } from './build.ts';
import { decode, isCompiled } from './formats/file-format.ts';
import { decodeKwg, foreignByName, isKwg } from './formats/kwg-file.ts';
import {
  type CacheFolder,
  cacheFolders,
  findKept,
  type Keeping,
  type Kept,
  keep,
  note,
  recall,
} from './kept/cache.ts';
import { loadShipped, ODD, SHIPPED } from './kept/shipped.ts';
import type { Lexicon } from './lexicon.ts';
import { explain, type Fault, type SkippedLines } from './problem.ts';
import { lookAt, readSource } from './source-file.ts';
import { readWordList, textOf, type WordList } from './word-list.ts';

export type LexiconReading =
  | {
      readonly ok: true;
      readonly lexicon: Lexicon;
      /** The file that holds it compiled. */
      readonly compiledFile: string;
      /** Lines of the file that are no words; none: there were none. */
      readonly skipped?: SkippedLines;
    }
  /** The sentence for the user, and whether it is the machine that cannot. */
  | { readonly ok: false; readonly problem: string; readonly byMachine: boolean };

export interface LoadingOptions {
  /** Lines that are no words are left out, instead of being a fault. */
  readonly skipsNonWords?: boolean | undefined;
  readonly now?: number | undefined;
}

/** A built-in list by its name, or the list in a file: words as text, or compiled by `lexicon build`. */
export function loadLexicon(
  nameOrFile: string,
  folders = cacheFolders(process.env),
  options: LoadingOptions = {},
): LexiconReading {
  const keeping: FileKeeping =
    nameOrFile === SHIPPED
      ? loadShipped()
      : nameOrFile === ODD
        ? loadOdd(folders)
        : (loadBeside(nameOrFile) ?? loadFile(nameOrFile, folders, options));
  if (!keeping.ok) {
    const { fault } = keeping;
    return { ok: false, problem: explain(nameOrFile, fault), byMachine: fault.is === 'no-cache' };
  }
  const { automaton, sha256, textFile, compiledFile } = keeping.kept;
  const { skipped } = keeping;
  const lexicon = { ...automaton, name: nameOrFile, sha256, path: textFile };
  return { ok: true, lexicon, compiledFile, ...(skipped && { skipped }) };
}

/** It is made of the list of the package, and kept as a list of the user's is. */
export function loadOdd(folders: readonly CacheFolder[]): Keeping {
  const shipped = loadShipped();
  if (!shipped.ok) return shipped;
  const { automaton, sha256 } = shipped.kept;
  const about = `${ODD}\0${sha256}`;
  const known = findNoted(folders, about);
  if (known !== undefined) return { ok: true, kept: known };
  const words = [...wordsOf(automaton)].filter((word) => Array.from(word).length % 2 === 1);
  const built = build(words);
  if (!built.ok) return built;
  const keeping = keep(folders, built.automaton, textOf(words));
  if (keeping.ok) note(folders, about, keeping.kept.sha256);
  return keeping;
}

/** A list with lines that are no words is read again each time: nothing is noted of it. */
type FileKeeping = Keeping & { readonly skipped?: SkippedLines | undefined };

/** A text of the cache, named as a file, mostly by players: it is beside its compiled form. */
function loadBeside(file: string): Keeping | undefined {
  const path = resolve(file);
  const shipped = basename(path) === `${SHIPPED}.txt` ? loadShipped() : undefined;
  if (shipped?.ok && shipped.kept.textFile === path) return shipped;
  const [, sha256] = /^([0-9a-f]{64})\.txt$/.exec(basename(path)) ?? [];
  // The host judges with its own list, so this one need not be checked.
  const beside = [{ path: dirname(path), exposed: false }];
  const kept = sha256 === undefined ? undefined : findKept(beside, sha256, () => true);
  return kept && { ok: true, kept };
}

function loadFile(
  file: string,
  folders: readonly CacheFolder[],
  { skipsNonWords = false, now = Date.now() }: LoadingOptions,
): FileKeeping {
  const looked = lookAt(file, now);
  if (!looked.ok) return looked;
  const foreign = foreignByName(basename(file));
  if (foreign) return { ok: false, fault: foreign };
  const known = findNoted(folders, looked.identity);
  if (known !== undefined) return { ok: true, kept: known };
  const read = readSource(file);
  if (!read.ok) return read;
  const keeping = keepBytes(read.bytes, folders, (bytes) => {
    if (isCompiled(bytes)) return takeCompiled(bytes);
    return compile(
      isKwg(bytes) || /\.kwg$/i.test(file) ? decodeKwg(bytes) : readWordList(bytes, skipsNonWords),
    );
  });
  if (!keeping.ok || keeping.skipped !== undefined) return keeping;
  if (looked.identity !== undefined && hasStayed(file, looked.identity, now))
    note(folders, looked.identity, keeping.kept.sha256);
  return keeping;
}

/** The file was read as it was when it was identified, and the next change will show. */
function hasStayed(file: string, identity: string, now: number): boolean {
  const looked = lookAt(file, now);
  return looked.ok && looked.settled && looked.identity === identity;
}

/** A copy of a known list, or one of which only the times have changed, is found by its content. */
function keepBytes(
  bytes: Uint8Array,
  folders: readonly CacheFolder[],
  compileBytes: (bytes: Uint8Array) => Compiling,
): FileKeeping {
  const about = `bytes\0${longHash(bytes)}`;
  const known = findNoted(folders, about);
  if (known !== undefined) return { ok: true, kept: known };
  const compiling = compileBytes(bytes);
  if (!compiling.ok) return compiling;
  const { automaton, text, skipped } = compiling;
  if (skipped !== undefined) {
    const kept = findKept(folders, longHash(text));
    const keeping = kept === undefined ? keep(folders, automaton, text) : ({ ok: true, kept } as const);
    return keeping.ok ? { ...keeping, skipped } : keeping;
  }
  const keeping = keep(folders, automaton, text);
  if (keeping.ok) note(folders, about, keeping.kept.sha256);
  return keeping;
}

function findNoted(folders: readonly CacheFolder[], about: string | undefined): Kept | undefined {
  const sha256 = about === undefined ? undefined : recall(folders, about);
  return sha256 === undefined ? undefined : findKept(folders, sha256);
}

type Compiling =
  | {
      readonly ok: true;
      readonly automaton: Automaton;
      readonly text: string;
      readonly skipped?: SkippedLines | undefined;
    }
  | { readonly ok: false; readonly fault: Fault };

function compile(list: WordList): Compiling {
  if (!list.ok) return list;
  const { words, skipped } = list;
  const built = build(words);
  return built.ok ? { ...built, text: textOf(words), skipped } : built;
}

/** Its text is not in it: the words are listed from it again, which shows whether they are the same. */
function takeCompiled(bytes: Uint8Array): Compiling {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const { automaton, sha256 } = decoded.compiled;
  const words = isWellFormed(automaton) ? [...wordsOf(automaton)] : [];
  const text = textOf(words);
  if (words.length !== automaton.words || longHash(text) !== sha256)
    return { ok: false, fault: { is: 'damaged', detail: 'its words are not those of its text' } };
  return { ok: true, automaton, text };
}
