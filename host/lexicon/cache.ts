import { lstatSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheHome } from '../files/cache.ts';
import { faultInWords } from '../files/file-fault.ts';
import { longHash } from '../files/long-hash.ts';
import { packageRoot } from '../files/package-root.ts';
import { readRegular } from '../files/read-file.ts';
import { makeFolders, sweepParts, writeWhole } from '../files/write-file.ts';
import {
  type Automaton,
  ENDS_WORD,
  isWellFormed,
  LAST_EDGE,
  letterNumber,
  step,
  TARGET,
} from './automaton.ts';
import { decode, encode } from './formats/file-format.ts';
import type { Fault } from './problem.ts';

/**
 * A folder with compiled lists and their texts, named by the hash of the text, and notes that give the text hash of a file. Each file is
 * checked when it is read, and a damaged file counts as missing. The folder may be deleted at any time.
 */
export interface CacheFolder {
  readonly path: string;
  /** All users can write to the parent folder, so this folder must be checked before it is trusted. */
  readonly exposed: boolean;
}

export interface CachedList {
  readonly automaton: Automaton;
  readonly sha256: string;
  readonly compiledFile: string;
  readonly textFile: string;
}

export type CacheResult =
  | { readonly ok: true; readonly kept: CachedList }
  | { readonly ok: false; readonly fault: Fault };

/** Raise this number when lists are read or compiled differently. */
const GENERATION = 'lexicon-1';

/** The folders for compiled lists, best first. */
export function cacheFolders(environment: NodeJS.ProcessEnv): readonly CacheFolder[] {
  const user = process.getuid?.() ?? 'user';
  const last = { path: join(tmpdir(), `wordhost-${user}`, GENERATION), exposed: true };
  const home = cacheHome(environment);
  return home === undefined ? [last] : [{ path: join(home, GENERATION), exposed: false }, last];
}

/**
 * Finds the undamaged list with this text hash. For judging, the list is compared with the text, since the hash covers the text alone.
 */
export function findCached(
  folders: readonly CacheFolder[],
  sha256: string,
  isRight: (automaton: Automaton, text: string) => boolean = holdsExactly,
): CachedList | undefined {
  return firstThatWorks(folders, (folder) => {
    const files = filesOf(folder, sha256);
    const decoded = decode(readRegular(files.compiledFile));
    if (!decoded.ok || decoded.compiled.sha256 !== sha256) return undefined;
    const { automaton } = decoded.compiled;
    const text = readRegular(files.textFile);
    if (longHash(text) !== sha256 || !isRight(automaton, text.toString('utf8'))) return undefined;
    return { automaton, sha256, ...files };
  });
}

/** Saves a list in the first folder that is writable. */
export function saveInCache(
  folders: readonly CacheFolder[],
  automaton: Automaton,
  text: string,
): CacheResult {
  const sha256 = longHash(text);
  const tried: string[] = [];
  const kept = firstThatWorks(
    folders,
    (folder) => {
      const files = filesOf(folder, sha256);
      makeFolders(folder.path, 0o755);
      refuseForeign(folder);
      sweepParts(folder.path);
      writeWhole(files.textFile, text);
      writeWhole(files.compiledFile, encode({ automaton, sha256, textBytes: Buffer.byteLength(text) }));
      return { automaton, sha256, ...files };
    },
    (folder, error) =>
      tried.push(`${folder.path}: ${error instanceof Error ? faultInWords(error) : String(error)}`),
  );
  return kept === undefined ? { ok: false, fault: { is: 'no-cache', tried } } : { ok: true, kept };
}

/** Reads the text hash from the note of a file. Nothing shows whether a note is right, so others must not have written it. */
export function recall(folders: readonly CacheFolder[], about: string): string | undefined {
  return firstThatWorks(folders, (folder) => {
    if (!isOursAlone(folder.path)) return undefined;
    const noted = readRegular(noteFile(folder, about)).toString('utf8');
    return /^[0-9a-f]{64}\n$/.test(noted) ? noted.trimEnd() : undefined;
  });
}

/** Writes a note. Errors are ignored, since a note only saves time. */
export function note(folders: readonly CacheFolder[], about: string, sha256: string): void {
  firstThatWorks(folders, (folder) => {
    writeWhole(noteFile(folder, about), `${sha256}\n`);
    return true;
  });
}

function filesOf(folder: CacheFolder, sha256: string): { compiledFile: string; textFile: string } {
  const stem = join(folder.path, sha256);
  return { compiledFile: `${stem}.lex`, textFile: `${stem}.txt` };
}

function noteFile(folder: CacheFolder, about: string): string {
  return join(folder.path, `${longHash(about)}.note`);
}

function firstThatWorks<Found>(
  folders: readonly CacheFolder[],
  attempt: (folder: CacheFolder) => Found | undefined,
  failed: (folder: CacheFolder, error: unknown) => void = () => {},
): Found | undefined {
  for (const folder of folders) {
    try {
      refuseForeign(folder);
      const found = attempt(folder);
      if (found !== undefined) return found;
    } catch (error) {
      failed(folder, error);
    }
  }
  return undefined;
}

/** Whether no other user but root can write to a folder. */
export function isOursAlone(folder: string): boolean {
  const { uid = -1, mode = 0o777 } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  const me = process.getuid?.() ?? uid;
  return (uid === me || uid === 0) && (mode & 0o022) === 0;
}

/** Throws if another user could have written the folder. */
function refuseForeign({ path, exposed }: CacheFolder): void {
  const parent = exposed ? lstatSync(dirname(path), { throwIfNoEntry: false }) : undefined;
  if (parent === undefined) return;
  const foreign =
    process.getuid !== undefined && (parent.uid !== process.getuid() || (parent.mode & 0o022) !== 0);
  if (foreign || !parent.isDirectory())
    throw new Error(`other users can write to ${dirname(path)}. Remove it`);
}

/** The name of the list that is part of the package. */
export const BUILT_IN = 'english';

/** The name of the list with its words of odd length, which a course uses as its dictionary. */
export const ODD = 'odd';

/** Loads the built-in list. Checks only the size of its text, since it is part of the package and the start must be fast. */
export function loadBuiltIn(from = import.meta.dirname): CacheResult {
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

function missing(sought: string): CacheResult {
  return { ok: false, fault: { is: 'not-shipped', sought } };
}

/** The path of the built-in list's text. */
export function builtInText(from = import.meta.dirname): string | undefined {
  const root = packageRoot(from);
  return root === undefined ? undefined : fileIn(root, 'txt');
}

const fileIn = (root: string, ending: string) => join(root, 'dist', 'lexicon', `${BUILT_IN}.${ending}`);

const LF = 10;
const A = 65;
const LATIN = 26;

/**
 * Whether a compiled list contains exactly the words of a text: it contains each of them, and its number of paths to the end of a word is
 * the number of words. A checksum in the file could be forged.
 */
export function holdsExactly(automaton: Automaton, text: string): boolean {
  if (!isWellFormed(automaton) || !isInOrder(automaton.alphabet)) return false;
  return countWays(automaton) === automaton.words && countHeld(automaton, text) === automaton.words;
}

/** The number of words in the text, or a negative number if the list lacks one of them. This is a hot path, so it creates no strings. */
function countHeld({ edges, alphabet, root }: Automaton, text: string): number {
  let held = 0;
  let state = root;
  let edge = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.codePointAt(place)!;
    if (code === LF) {
      if ((edge & ENDS_WORD) === 0) return -1;
      held++;
      state = root;
      edge = 0;
      continue;
    }
    if (code > 0xffff) place++;
    edge = step(edges, state, letterNumber(alphabet, code));
    if (edge === 0) return -1;
    state = edge & TARGET;
  }
  return state === root && edge === 0 ? held : -1;
}

/** A to Z must be letters 1 to 26, and the others sorted for binary search. */
function isInOrder(alphabet: readonly string[]): boolean {
  return alphabet.every((letter, place) => {
    const code = letter.codePointAt(0)!;
    return place < LATIN ? code === A + place : code > alphabet[place - 1]!.codePointAt(0)!;
  });
}

/** Counts the paths to ends of words. States come after the states that they lead to. */
function countWays({ edges, root }: Automaton): number {
  const ways = new Float64Array(edges.length);
  let state = 1;
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    ways[state]! += (edge & ENDS_WORD ? 1 : 0) + ways[edge & TARGET]!;
    if (edge & LAST_EDGE) state = index + 1;
  }
  return ways[root]!;
}
