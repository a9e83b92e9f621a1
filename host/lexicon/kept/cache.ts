import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheHome } from '../../files/cache/cache-home.ts';
import { longHash } from '../../files/long-hash.ts';
import { makeFolders } from '../../files/make-folders.ts';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { readRegular } from '../../files/read-regular.ts';
import { sweepParts, writeWhole } from '../../files/write-whole.ts';
import type { Automaton } from '../automaton.ts';
import { decode, encode } from '../formats/file-format.ts';
import { holdsExactly } from '../holds-exactly.ts';
import type { Fault } from '../problem.ts';

/**
 * Compiled lists, each with its text, under the hash of the text; and notes with the text hash of a file. Each
 * is checked when it is read, and a damaged one counts as missing. The folder may be deleted at any time.
 */
export interface CacheFolder {
  readonly path: string;
  /** It is in a folder that all users can write to, so that it must be checked before it is trusted. */
  readonly exposed: boolean;
}

export interface Kept {
  readonly automaton: Automaton;
  readonly sha256: string;
  readonly compiledFile: string;
  readonly textFile: string;
}

export type Keeping =
  | { readonly ok: true; readonly kept: Kept }
  | { readonly ok: false; readonly fault: Fault };

/** To be raised whenever lists are read or compiled differently. */
const GENERATION = 'lexicon-1';

/** The folders for compiled lists, best first. */
export function cacheFolders(environment: NodeJS.ProcessEnv): readonly CacheFolder[] {
  const user = process.getuid?.() ?? 'user';
  const last = { path: join(tmpdir(), `wordhost-${user}`, GENERATION), exposed: true };
  const home = cacheHome(environment);
  return home === undefined ? [last] : [{ path: join(home, GENERATION), exposed: false }, last];
}

/**
 * The list with this text, if it is in a folder and undamaged. For judging it is compared with
 * the text, because the hash is only of the text.
 */
export function findKept(
  folders: readonly CacheFolder[],
  sha256: string,
  isRight: (automaton: Automaton, text: string) => boolean = holdsExactly,
): Kept | undefined {
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

/** Keeps a list in the first folder that can be written. */
export function keep(folders: readonly CacheFolder[], automaton: Automaton, text: string): Keeping {
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

/** The text hash in the note of a file. */
export function recall(folders: readonly CacheFolder[], about: string): string | undefined {
  return firstThatWorks(folders, (folder) => {
    const noted = readRegular(noteFile(folder, about)).toString('utf8');
    return /^[0-9a-f]{64}\n$/.test(noted) ? noted.trimEnd() : undefined;
  });
}

/** A note only saves time: nothing is lost if it cannot be written. */
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

/** Throws if another user could have written the folder. */
function refuseForeign({ path, exposed }: CacheFolder): void {
  const parent = exposed ? lstatSync(dirname(path), { throwIfNoEntry: false }) : undefined;
  if (parent === undefined) return;
  const foreign =
    process.getuid !== undefined && (parent.uid !== process.getuid() || (parent.mode & 0o022) !== 0);
  if (foreign || !parent.isDirectory())
    throw new Error(`${dirname(path)} can be written by other users: remove it`);
}
