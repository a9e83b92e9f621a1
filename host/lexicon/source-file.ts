import { type BigIntStats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { faultInWords } from '../files/output/fault-in-words.ts';
import { readStart } from '../files/read-start.ts';
import type { Fault } from './problem.ts';

const MOST_BYTES = 256 * 1024 * 1024;
/** A file that changed less than this ago could change again and still show the same times. */
const UNSETTLED_MS = 3_000;

export type Looked =
  | {
      readonly ok: true;
      /** Its identity as long as it does not change; undefined if it has none. */
      readonly identity: string | undefined;
      /** It has not changed for a while, so that its next change will show. */
      readonly settled: boolean;
    }
  | { readonly ok: false; readonly fault: Fault };

export type Read =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Fault };

/** Looks at a file without reading it. Pipes are accepted too, but have no identity. */
export function lookAt(file: string, now: number): Looked {
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

export function readSource(file: string): Read {
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

/** The time of change is used because the time of modification can be set back. */
function identityOf(file: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return ['file', resolve(file), dev, ino, size, mtimeNs, ctimeNs].join('\0');
}

function failure(file: string, error: unknown): Fault {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { is: 'missing', sought: resolve(file) };
  if (code === 'EACCES' || code === 'EPERM') return { is: 'forbidden' };
  return { is: 'unreadable', reason: faultInWords(error as Error) };
}
