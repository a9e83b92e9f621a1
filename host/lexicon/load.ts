import { type BigIntStats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../core/errors.ts';
import { faultInWords } from '../files/file-fault.ts';
import { longHash } from '../files/long-hash.ts';
import { readRegular, readStart } from '../files/read-file.ts';
import { type Automaton, isWellFormed, wordsOf } from './automaton.ts';
import { build } from './build.ts';
import {
  BUILT_IN,
  type CachedList,
  type CacheFolder,
  type CacheResult,
  cacheFolders,
  findCached,
  holdsExactly,
  loadBuiltIn,
  note,
  ODD,
  recall,
  saveInCache,
} from './cache.ts';
import { decode, isCompiled } from './formats/file-format.ts';
import { isKlv } from './formats/klv-file.ts';
import { decodeKwg, foreignByName, isKwg } from './formats/kwg-file.ts';
import type { Lexicon } from './lexicon.ts';
import { ENABLE, explain, type Fault, type SkippedLines } from './problem.ts';
import { readWordList, textOf, type WordList } from './word-list.ts';

export type LexiconReading =
  | {
      readonly ok: true;
      readonly lexicon: Lexicon;
      /** The path of the compiled list. */
      readonly compiledFile: string;
      /** The lines that are not words, if there are any. */
      readonly skipped?: SkippedLines;
    }
  /** A sentence for the user. `byMachine`: the machine is the reason, not the user. */
  | { readonly ok: false; readonly problem: string; readonly byMachine: boolean };

export interface LoadingOptions {
  /** Skips lines that are not words. Otherwise they are a fault. */
  readonly skipsNonWords?: boolean | undefined;
  readonly now?: number | undefined;
}

/** Loads a built-in list by name, or a list from a file with words as text, as KWG, or compiled by `lexicon build`. */
export function loadLexicon(
  nameOrFile: string,
  folders = cacheFolders(process.env),
  options: LoadingOptions = {},
): LexiconReading {
  const keeping: FileKeeping =
    nameOrFile === BUILT_IN
      ? loadBuiltIn()
      : nameOrFile === ODD
        ? loadOdd(folders)
        : nameOrFile === ENABLE
          ? loadFile(enableFile(), folders, options)
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

/** Where the user has put the list ENABLE, which is not part of the package. */
function enableFile(): string {
  const { WORDHOST_ENABLE: named, XDG_CONFIG_HOME: config } = process.env;
  return named || join(config || join(homedir(), '.config'), 'wordhost', 'enable.txt');
}

/** Builds the list from the built-in one, and caches it like a list of the user. */
function loadOdd(folders: readonly CacheFolder[]): CacheResult {
  const shipped = loadBuiltIn();
  if (!shipped.ok) return shipped;
  const { automaton, sha256 } = shipped.kept;
  const about = `${ODD}\0${sha256}`;
  const known = findNoted(folders, about);
  if (known !== undefined) return { ok: true, kept: known };
  const words = [...wordsOf(automaton)].filter((word) => Array.from(word).length % 2 === 1);
  const built = build(words);
  if (!built.ok) return built;
  const keeping = saveInCache(folders, built.automaton, textOf(words));
  if (keeping.ok) note(folders, about, keeping.kept.sha256);
  return keeping;
}

/** A list with skipped lines is read again each time, since no note is written for it. */
type FileKeeping = CacheResult & { readonly skipped?: SkippedLines | undefined };

/** Loads a list by the path of its text in the cache, which players mostly use. The compiled list is in the same folder. */
function loadBeside(file: string): CacheResult | undefined {
  const path = resolve(file);
  const shipped = basename(path) === `${BUILT_IN}.txt` ? loadBuiltIn() : undefined;
  if (shipped?.ok && shipped.kept.textFile === path) return shipped;
  const [, sha256] = /^([0-9a-f]{64})\.txt$/.exec(basename(path)) ?? [];
  // A host that started this player judges with its own list, so the player need not check it.
  const isFromHost = resolve(process.env.WORDHOST_DICTIONARY ?? '') === path;
  const beside = [{ path: dirname(path), exposed: false }];
  const kept =
    sha256 === undefined ? undefined : findCached(beside, sha256, isFromHost ? () => true : holdsExactly);
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
    if (isKlv(bytes)) return { ok: false, fault: { is: 'leaves' } };
    return compile(
      isKwg(bytes) || /\.kwg$/i.test(file) ? decodeKwg(bytes) : readWordList(bytes, skipsNonWords),
    );
  });
  if (!keeping.ok || keeping.skipped !== undefined) return keeping;
  if (looked.identity !== undefined && hasStayed(file, looked.identity, now))
    note(folders, looked.identity, keeping.kept.sha256);
  return keeping;
}

/** Whether the file did not change while it was read, and a later change would be visible in its identity. */
function hasStayed(file: string, identity: string, now: number): boolean {
  const looked = lookAt(file, now);
  return looked.ok && looked.settled && looked.identity === identity;
}

/** Finds a list by its content, such as a copy of a known list or a file of which only the times have changed. */
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
    const kept = findCached(folders, longHash(text));
    const keeping =
      kept === undefined ? saveInCache(folders, automaton, text) : ({ ok: true, kept } as const);
    return keeping.ok ? { ...keeping, skipped } : keeping;
  }
  const keeping = saveInCache(folders, automaton, text);
  if (keeping.ok) note(folders, about, keeping.kept.sha256);
  return keeping;
}

function findNoted(folders: readonly CacheFolder[], about: string | undefined): CachedList | undefined {
  const sha256 = about === undefined ? undefined : recall(folders, about);
  return sha256 === undefined ? undefined : findCached(folders, sha256);
}

type Compiling =
  | {
      readonly ok: true;
      readonly automaton: Automaton;
      readonly text: string;
      readonly skipped?: SkippedLines | undefined;
    }
  | { readonly ok: false; readonly fault: Fault };

/** Fewer words may be so by chance. */
const FEWEST_ALPHAGRAMS = 100;

function isAlphagram(word: string): boolean {
  for (let index = 1; index < word.length; index++) if (word[index]! < word[index - 1]!) return false;
  return true;
}

function compile(list: WordList): Compiling {
  if (!list.ok) return list;
  const { words, skipped } = list;
  const hasSeveralLetters = words.some((word) => word[0] !== word.at(-1));
  if (words.length >= FEWEST_ALPHAGRAMS && hasSeveralLetters && words.every(isAlphagram))
    return { ok: false, fault: { is: 'alphagrams', words: words.length } };
  const built = build(words);
  return built.ok ? { ...built, text: textOf(words), skipped } : built;
}

/** Reads a compiled file. It has no text, so the words are listed from it; their hash shows whether they are right. */
function takeCompiled(bytes: Uint8Array): Compiling {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const { automaton, sha256 } = decoded.compiled;
  const words = isWellFormed(automaton) ? [...wordsOf(automaton)] : [];
  const text = textOf(words);
  if (words.length !== automaton.words || longHash(text) !== sha256)
    return { ok: false, fault: { is: 'damaged', detail: 'its words differ from its text' } };
  return { ok: true, automaton, text };
}

const MOST_BYTES = 256 * 1024 * 1024;
/** A file that changed more recently could change again without a visible change of its times. */
const UNSETTLED_MS = 3_000;

type SourceState =
  | {
      readonly ok: true;
      /** Changes when the file changes. Undefined for pipes and devices. */
      readonly identity: string | undefined;
      /** The last change is old enough, so the next one will be visible. */
      readonly settled: boolean;
    }
  | { readonly ok: false; readonly fault: Fault };

type SourceReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Fault };

/** Inspects a file without reading it. Pipes are accepted, but have no identity. */
export function lookAt(file: string, now: number): SourceState {
  try {
    const found = statSync(file, { bigint: true });
    const fault = faultOf(found);
    if (fault !== undefined) return { ok: false, fault };
    const settled = Number(found.ctimeMs) < now - UNSETTLED_MS;
    return { ok: true, identity: found.isFile() ? identityOf(file, found) : undefined, settled };
  } catch (error) {
    return { ok: false, fault: failure(file, error) };
  }
}

function readSource(file: string): SourceReading {
  try {
    const bytes = readStart(file, MOST_BYTES + 1);
    if (bytes.length <= MOST_BYTES) return { ok: true, bytes };
    return { ok: false, fault: { is: 'large', bytes: bytes.length, most: MOST_BYTES } };
  } catch (error) {
    return { ok: false, fault: failure(file, error) };
  }
}

function faultOf(found: BigIntStats): Fault | undefined {
  if (found.isDirectory()) return { is: 'directory' };
  if (found.isCharacterDevice() || found.isBlockDevice()) return { is: 'device' };
  if (found.size > MOST_BYTES) return { is: 'large', bytes: Number(found.size), most: MOST_BYTES };
  return undefined;
}

/** Includes the time of change, since the time of modification can be set back. */
function identityOf(file: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return ['file', resolve(file), dev, ino, size, mtimeNs, ctimeNs].join('\0');
}

function failure(file: string, error: unknown): Fault {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'missing', sought: resolve(file) };
  if (code === 'EACCES' || code === 'EPERM') return { is: 'forbidden' };
  return { is: 'unreadable', reason: faultInWords(error as Error) };
}

/** Finds the list of a record by its hash: a built-in list, or one that was compiled on this machine. The name is not used as a path. */
export function loadByHash(
  name: string,
  sha256: string,
  folders = cacheFolders(process.env),
): Lexicon | undefined {
  const withHash = (keeping: CacheResult) =>
    keeping.ok && keeping.kept.sha256 === sha256 ? keeping.kept : undefined;
  const kept =
    withHash(loadBuiltIn()) ??
    findCached(folders, sha256) ??
    (name === ODD ? withHash(loadOdd(folders)) : undefined);
  return kept && { ...kept.automaton, name, sha256, path: kept.textFile };
}

/** Whether a list contains exactly the words of its hash. */
export function isProven(lexicon: Lexicon): boolean {
  return attempt(() => {
    const text = readRegular(lexicon.path);
    return longHash(text) === lexicon.sha256 && holdsExactly(lexicon, text.toString('utf8'));
  }, false);
}
