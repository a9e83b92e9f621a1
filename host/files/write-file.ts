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
import type { Reading } from '../core/reading.ts';
import { drawId } from '../core/seed.ts';
import { sleepSync } from './read-file.ts';

/** No write takes this long, so an older part is from a killed process. */
const LEFT_BEHIND_MS = 3_600_000;

/** Writes a file completely or not at all, even with parallel writers. All users may read it. */
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

/** Repeats a write into a cache, because its folder may be deleted at any time. */
export function againIfDeleted<Written>(write: () => Written): Written {
  for (let tries = 1; ; tries++) {
    try {
      return write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
}

/** Removes parts of killed writers. */
export function sweepParts(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    if (!/^\.wordhost-.*\.part$/.test(name)) continue;
    const part = join(folder, name);
    const age = now - (statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > LEFT_BEHIND_MS) rmSync(part, { force: true });
  }
}

/** Replaces a file atomically. A pipe or a device gets the content directly. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  const file = fileBehind(path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there || there.isFile()) {
    try {
      writeWhole(file, content);
      return;
    } catch {
      // The file may be writable although its folder is not.
    }
  }
  const output = openOutput(file);
  try {
    writeFileSync(output, content);
  } finally {
    closeSync(output);
  }
}

/** The time limit for a reader of a named pipe. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 5;

/** Opens a file to overwrite it. A named pipe without a reader is an error after some time. */
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

/** The real path of a file, which may be missing, as may the target of a link. */
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

/** A file, or a pipe or device with a reader. */
export type OutputPlace = 'file' | 'pipe' | 'device';

type OutputPlaceReading = Reading<{ place: OutputPlace }>;

/**
 * Checks whether a command may write to a path. An existing text is only overwritten if it begins as such a
 * file does, because a typing error must not destroy a program.
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
  // A test of opening and closing would look like its end to the reader of a pipe.
  if (there?.isFIFO()) return { ok: true, place: 'pipe' };
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = openSync(path, flags, 0o644);
  try {
    const stats = fstatSync(file);
    // A device stores nothing that could be lost.
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

/** Detects standard output under any name, because each descriptor has its own position. */
function isStandardOutput(there: Stats): boolean {
  if (!there.isFile() && !there.isFIFO()) return false;
  try {
    const { dev, ino } = fstatSync(STDOUT);
    return dev === there.dev && ino === there.ino;
  } catch {
    return false; // It is closed.
  }
}

/** Creates folders one by one, because Node's recursive mkdir never ends in file systems such as /proc. */
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

/** Hard links keep the old text: a player could read hidden text under another name. */
export function leaveOtherNames(path: string): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isFile() && file.nlink > 1) unlinkSync(path);
}
