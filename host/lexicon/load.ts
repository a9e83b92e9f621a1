import { basename, dirname, resolve } from 'node:path';
import { longHash } from '../files/long-hash.ts';
import { type Automaton, isWellFormed, wordsOf } from './automaton.ts';
import { build } from './build.ts';
import { decode, isCompiled } from './file-format.ts';
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
import { loadShipped, SHIPPED } from './kept/shipped.ts';
import type { Lexicon } from './lexicon.ts';
import { explain, type Fault } from './problem.ts';
import { lookAt, readSource } from './source-file.ts';
import { readWordList, textOf } from './word-list.ts';

export type LexiconReading =
  | {
      readonly ok: true;
      readonly lexicon: Lexicon;
      /** The file that holds it compiled. */
      readonly compiledFile: string;
    }
  /** The sentence for the user, and whether it is the machine that cannot. */
  | { readonly ok: false; readonly problem: string; readonly byMachine: boolean };

/** The built-in list by its name, or the list in a file: words as text, or compiled by `lexicon build`. */
export function loadLexicon(
  nameOrFile: string,
  folders = cacheFolders(process.env),
  now = Date.now(),
): LexiconReading {
  const keeping =
    nameOrFile === SHIPPED ? loadShipped() : (loadBeside(nameOrFile) ?? loadFile(nameOrFile, folders, now));
  if (!keeping.ok) {
    const { fault } = keeping;
    return { ok: false, problem: explain(nameOrFile, fault), byMachine: fault.is === 'no-cache' };
  }
  const { automaton, sha256, textFile, compiledFile } = keeping.kept;
  return { ok: true, lexicon: { ...automaton, name: nameOrFile, sha256, path: textFile }, compiledFile };
}

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

function loadFile(file: string, folders: readonly CacheFolder[], now: number): Keeping {
  const looked = lookAt(file, now);
  if (!looked.ok) return looked;
  const known = findNoted(folders, looked.identity);
  if (known !== undefined) return { ok: true, kept: known };
  const read = readSource(file);
  if (!read.ok) return read;
  const keeping = keepBytes(read.bytes, folders);
  if (keeping.ok && looked.identity !== undefined && hasStayed(file, looked.identity, now))
    note(folders, looked.identity, keeping.kept.sha256);
  return keeping;
}

/** The file was read as it was when it was identified, and the next change will show. */
function hasStayed(file: string, identity: string, now: number): boolean {
  const looked = lookAt(file, now);
  return looked.ok && looked.settled && looked.identity === identity;
}

/** A copy of a known list, or one of which only the times have changed, is found by its content. */
function keepBytes(bytes: Uint8Array, folders: readonly CacheFolder[]): Keeping {
  const about = `bytes\0${longHash(bytes)}`;
  const known = findNoted(folders, about);
  if (known !== undefined) return { ok: true, kept: known };
  const compiling = isCompiled(bytes) ? takeCompiled(bytes) : compile(bytes);
  if (!compiling.ok) return compiling;
  const keeping = keep(folders, compiling.automaton, compiling.text);
  if (keeping.ok) note(folders, about, keeping.kept.sha256);
  return keeping;
}

function findNoted(folders: readonly CacheFolder[], about: string | undefined): Kept | undefined {
  const sha256 = about === undefined ? undefined : recall(folders, about);
  return sha256 === undefined ? undefined : findKept(folders, sha256);
}

type Compiling =
  | { readonly ok: true; readonly automaton: Automaton; readonly text: string }
  | { readonly ok: false; readonly fault: Fault };

function compile(bytes: Uint8Array): Compiling {
  const list = readWordList(bytes);
  if (!list.ok) return list;
  const built = build(list.words);
  return built.ok ? { ...built, text: textOf(list.words) } : built;
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
