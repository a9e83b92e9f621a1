import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { drawId } from '../core/seed.ts';
import { sleepSync } from './read-file.ts';

/** Longer than any file takes to be written: what is older was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 3_600_000;

/** A file that all users may read, written completely or not at all, even with other writers at the same time. */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o644): void {
  const part = join(dirname(file), `.wordhost-${drawId()}.part`);
  try {
    writeFileSync(part, content, { flag: 'wx' });
    chmodSync(part, mode);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

const MOST_TRIES = 20;

/** For writing into a cache, which somebody may delete at any time: also between the making of a folder and of a file in it. */
export function againIfDeleted<Written>(write: () => Written): Written {
  for (let tries = 1; ; tries++) {
    try {
      return write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
}

/** Removes what writers that were killed have left in a folder. */
export function sweepParts(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    if (!/^\.wordhost-.*\.part$/.test(name)) continue;
    const part = join(folder, name);
    const age = now - (statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > LEFT_BEHIND_MS) rmSync(part, { force: true });
  }
}

/** All of it at once: a file is whole or as it was before, a pipe or a device gets it as it is. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  const file = fileBehind(path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there || there.isFile()) {
    try {
      writeWhole(file, content);
      return;
    } catch {
      // The file itself may be open to writers though its folder is not.
    }
  }
  const output = openOutput(file);
  try {
    writeFileSync(output, content);
  } finally {
    closeSync(output);
  }
}

/** A named pipe without a reader is waited for so long. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 5;

/** Opens a file to write it from its beginning. A named pipe without a reader is an error after some time: the system would wait without end. */
export function openOutput(path: string, patienceMs = PATIENCE_MS): number {
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO();
  const reader = isPipe ? openWhenRead(path, patienceMs) : undefined;
  try {
    return openSync(path, 'w', 0o644);
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}

function openWhenRead(path: string, patienceMs: number): number {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO' || performance.now() > end) throw error;
      sleepSync(PAUSE_MS);
    }
  }
}

const MOST_LINKS = 40;

/** The real path of a file. It may not be there yet, and a link may lead to what is not. */
export function fileBehind(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = existsSync(dirname(path)) ? realpathSync(dirname(path)) : dirname(path);
    const file = join(resolve(folder), basename(path));
    if (links === MOST_LINKS || !lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file;
    return fileBehind(resolve(folder, readlinkSync(file)), links + 1);
  }
}

const STDOUT = 1;

/** Where a command may write: into a file from its beginning, or to whoever reads from a pipe or a terminal. */
export type OutputPlace = 'file' | 'pipe' | 'device';

type OutputPlaceReading =
  | { readonly ok: true; readonly place: OutputPlace }
  | { readonly ok: false; readonly problem: string };

/**
 * Whether a command may write there. A file is made if it is not there. One that has text in it is written over only if it
 * begins as such a file does: a slip of the hand must not cost anybody a program.
 */
export function readOutputPlace(
  path: string,
  kind: string,
  beginnings: readonly string[],
): OutputPlaceReading {
  const problem = (text: string) => ({ ok: false, problem: text }) as const;
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && isStandardOutput(there))
    return problem(
      'standard output also goes there, and one would overwrite the other. Use another file; `-` stands for standard output where an option takes it',
    );
  // Opened and closed again, a pipe would look to its reader as if it had ended.
  if (there?.isFIFO()) return { ok: true, place: 'pipe' };
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = openSync(path, flags, 0o644);
  try {
    const stats = fstatSync(file);
    // Nothing is kept there that could be lost.
    if (stats.isCharacterDevice()) return { ok: true, place: 'device' };
    if (!stats.isFile()) return problem('it is a device. Use a file or a pipe');
    const longest = Math.max(...beginnings.map((each) => Buffer.byteLength(each)));
    const bytes = Buffer.alloc(longest);
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, longest, 0));
    if (stats.size === 0 || beginnings.some((each) => text.startsWith(each)))
      return { ok: true, place: 'file' };
    return problem(
      `it exists and is not a ${kind}, so it was not overwritten. Use another file name, or remove the file`,
    );
  } finally {
    closeSync(file);
  }
}

/** By whatever name: a file keeps one place to write at for each that has opened it. Devices have none. */
function isStandardOutput(there: Stats): boolean {
  if (!there.isFile() && !there.isFIFO()) return false;
  try {
    const { dev, ino } = fstatSync(STDOUT);
    return dev === there.dev && ino === there.ino;
  } catch {
    return false; // It is closed.
  }
}

/** One by one: in special file systems such as /proc, Node's own recursive mkdir never ends. */
export function makeFolders(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another host has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Before a file is written from its beginning: its other names (hard links) keep the old text. By another
 * name a player could read what is hidden under this one.
 */
export function leaveOtherNames(path: string): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isFile() && file.nlink > 1) unlinkSync(path);
}
