import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Fault } from './fault.ts';

const LENGTH = 100;
const [PAGE_SIZE_AT, PAGES_AT] = [16, 28];
/** Said by a 1: the true one does not fit into its two bytes. */
const LARGEST_PAGE = 65_536;

/**
 * That a store is shorter than it says, where SQLite has found that it is not right. Of a store that is in use this must not be
 * asked: closing a file lets go of all locks that this process has on it.
 */
export function truncationOf(path: string): Fault | undefined {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(LENGTH);
    const { size } = statSync(path);
    if (readSync(file, start, 0, LENGTH, 0) < LENGTH) return { kind: 'truncated', bytes: size, of: LENGTH };
    const page = start.readUInt16BE(PAGE_SIZE_AT);
    const expected = start.readUInt32BE(PAGES_AT) * (page === 1 ? LARGEST_PAGE : page);
    return size < expected ? { kind: 'truncated', bytes: size, of: expected } : undefined;
  } finally {
    closeSync(file);
  }
}
