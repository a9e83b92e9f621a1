import { type BigIntStats, constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { cacheHome } from '../../../files/cache/cache-home.ts';
import { fileState } from '../../../files/file-state.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { keepHash, keptHash } from './kept-hashes.ts';

/** The hash of a file, or why there is none, as a part of a sentence. */
export type FileHash =
  | { readonly sha256: string; readonly problem?: undefined }
  | { readonly sha256: null; readonly problem: string };

/** More would hold up a result for seconds. */
const LARGEST = 2 ** 30;
const PIECE = 256 * 1024;
const MOST_KEPT = 1_000;

const CHANGED: FileHash = { sha256: null, problem: 'it was changed while it played' };

/** Of this run, by path and by all that changes with what is in a file. */
const known = new Map<string, Promise<FileHash>>();

/** The hash of a file as it was when it was looked at: read once, in small pieces beside all else. Never rejects. */
export function hashOf(path: string, seen: BigIntStats, home = cacheHome(process.env)): Promise<FileHash> {
  const key = `${fileState(seen)}:${path}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KEPT) known.clear();
  const hash = readHash(path, seen, home).catch(
    (error: Error): FileHash => ({
      sha256: null,
      problem: `it cannot be read: ${faultInWords(error)}`,
    }),
  );
  known.set(key, hash);
  return hash;
}

async function readHash(path: string, seen: BigIntStats, home: string | undefined): Promise<FileHash> {
  if (seen.size > LARGEST) return { sha256: null, problem: 'it is larger than 1 GiB' };
  // Something else may lie there by now, such as a pipe that nobody writes to.
  const { open } = process.getBuiltinModule('node:fs/promises');
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (await hasChanged(file, seen)) return CHANGED;
  const state = { path, state: fileState(seen), size: Number(seen.size) };
  const kept = keptHash(home, state);
  if (kept !== undefined) return { sha256: kept };
  const sha256 = await contentHash(file, state.size);
  if (await hasChanged(file, seen)) return CHANGED;
  keepHash(home, state, sha256);
  return { sha256 };
}

async function contentHash(file: FileHandle, size: number): Promise<string> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE, size + 1));
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
  }
}

async function hasChanged(file: FileHandle, seen: BigIntStats): Promise<boolean> {
  return fileState(await file.stat({ bigint: true })) !== fileState(seen);
}
