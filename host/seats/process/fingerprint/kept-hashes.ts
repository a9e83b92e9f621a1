import { join } from 'node:path';
import { oursAlone } from '../../../files/cache/ours-alone.ts';
import { makeFolders } from '../../../files/make-folders.ts';
import { readRegular } from '../../../files/read-regular.ts';
import { writeWhole } from '../../../files/write-whole.ts';

/** Smaller files are read within a few milliseconds. */
const LARGE = 4 * 2 ** 20;

/** A file at this path, by all that changes with what is in it. */
export interface FileState {
  readonly path: string;
  readonly state: string;
  readonly size: number;
}

/** The hash that an earlier run has found, while the file is in the same state. Only of large files. `home` is where caches are. */
export function keptHash(home: string | undefined, file: FileState): string | undefined {
  if (file.size < LARGE) return undefined;
  try {
    const kept = keptAt(home, file.path);
    if (kept === undefined) return undefined;
    const [state, sha256] = readRegular(kept).toString().split('\n');
    return state === file.state && /^[\da-f]{64}$/.test(sha256 ?? '') ? sha256 : undefined;
  } catch {
    return undefined; // Not kept.
  }
}

/** For runs to come; the last one of each path is kept. Where nothing can be kept, it is read again. */
export function keepHash(home: string | undefined, file: FileState, sha256: string): void {
  if (file.size < LARGE) return;
  try {
    const kept = keptAt(home, file.path);
    if (kept !== undefined) writeWhole(kept, `${file.state}\n${sha256}\n`, 0o600);
  } catch {
    // The hash is known all the same.
  }
}

/** In a folder of ours alone: whoever could write there could give a program the hash of another. */
function keptAt(home: string | undefined, path: string): string | undefined {
  if (home === undefined) return undefined;
  const folder = join(home, 'hashes');
  makeFolders(home, 0o755);
  makeFolders(folder, 0o700);
  const ours = oursAlone(folder);
  const name = process.getBuiltinModule('node:crypto').createHash('sha256').update(path).digest('hex');
  return ours === undefined ? undefined : join(ours, name);
}
