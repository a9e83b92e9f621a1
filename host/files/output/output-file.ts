import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

const STDOUT = 1;

/** Where a command may write: into a file from its beginning, or to whoever reads from a pipe or a terminal. */
export type OutputPlace = 'file' | 'pipe' | 'device';

export type OutputPlaceReading =
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
      'standard output goes there, too, and one would write over the other. Name another file; where an option takes `-`, that is standard output',
    );
  // Opened and closed again, a pipe would look to its reader as if it had ended.
  if (there?.isFIFO()) return { ok: true, place: 'pipe' };
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = openSync(path, flags, 0o644);
  try {
    const stats = fstatSync(file);
    // Nothing is kept there that could be lost.
    if (stats.isCharacterDevice()) return { ok: true, place: 'device' };
    if (!stats.isFile()) return problem('it is a device. Name a file, or a pipe');
    const longest = Math.max(...beginnings.map((each) => Buffer.byteLength(each)));
    const bytes = Buffer.alloc(longest);
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, longest, 0));
    if (stats.size === 0 || beginnings.some((each) => text.startsWith(each)))
      return { ok: true, place: 'file' };
    return problem(`it is there and is no ${kind}, so it is not written over. Name a new file, or remove it`);
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
