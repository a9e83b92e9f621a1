import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';

const PIECE = 1 << 20;
/** The time that a pipe may be silent. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 5;

/** Reads a file up to a limit. Silent pipes and kernel logs are left after the patience. */
export function readStart(path: string, most: number, patienceMs = PATIENCE_MS): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    const pieces: Buffer[] = [];
    let length = 0;
    while (length < most) {
      // A regular file fits into the first piece, and the next read finds its end.
      const piece = Buffer.allocUnsafe(Math.min(Math.max(PIECE, size + 1 - length), most - length));
      const read = readSoon(file, piece, length === 0, patienceMs);
      if (read === 0) break;
      pieces.push(piece.subarray(0, read));
      length += read;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length);
  } finally {
    closeSync(file);
  }
}

function readSoon(file: number, piece: Buffer, isFirst: boolean, patienceMs: number): number {
  let hasWriter = !(isFirst && fstatSync(file).isFIFO());
  const end = performance.now() + patienceMs;
  do {
    const read = readNow(file, piece);
    // A pipe without a writer looks as if it were at its end.
    if (read !== undefined && (read > 0 || hasWriter)) return read;
    hasWriter ||= read === undefined;
    sleepSync(PAUSE_MS);
  } while (performance.now() < end);
  throw new Error(`it returned no data for ${patienceMs / 1000} s and did not end. Use a regular file`);
}

/** Undefined if there is no data yet. */
function readNow(file: number, piece: Buffer): number | undefined {
  try {
    return readSync(file, piece, 0, piece.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** A word list of 256 MiB needs less, and so does its compiled form. */
const LARGEST_CACHED = 512 * 2 ** 20;

/** Reads a file of the cache. Throws for other kinds: opening a named pipe would wait for a writer. */
export function readRegular(path: string): Buffer {
  return fromRegular(path, (descriptor) => readFileSync(descriptor));
}

export function startOfRegular(
  path: string,
  most: number,
): { readonly start: Buffer; readonly size: number } {
  return fromRegular(path, (descriptor, { size }) => {
    const bytes = Buffer.alloc(most);
    return { start: bytes.subarray(0, readSync(descriptor, bytes)), size };
  });
}

function fromRegular<Given>(path: string, read: (descriptor: number, stats: Stats) => Given): Given {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (stats.size > LARGEST_CACHED) throw new Error(`${path} is larger than any file of the cache`);
    return read(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

/** Everything that changes with the content of a file. */
export function fileState({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread. */
export function sleepSync(milliseconds: number): void {
  Atomics.wait(cell, 0, 0, milliseconds);
}
