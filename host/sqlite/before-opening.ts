import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Fault } from './fault.ts';

/*
 * A file may come from a stranger, and a statement of SQLite cannot be stopped. So the parts that SQLite
 * opens or walks through by itself are checked here first. After that the tables are compared, and no
 * statement on these tables is endless.
 */

const endings = ['-journal', '-wal', '-shm', '-lock'] as const;

/** Finds a file beside a database that must not be opened with it: SQLite would follow a link, and wait for the writer of a pipe. */
export function faultBeside(path: string): Fault | undefined {
  for (const ending of endings) {
    const there = lstatSync(`${path}${ending}`, { throwIfNoEntry: false });
    if (there && !there.isFile()) return beside(`${path}${ending}`, kindOf(there));
  }
  return undefined;
}

const beside = (path: string, what: string): Fault => ({ kind: 'beside', file: basename(path), what });

function kindOf(there: Stats): string {
  if (there.isSymbolicLink()) return 'a link';
  return there.isDirectory() ? 'a folder' : 'a device or a pipe';
}

const MAGIC = 'SQLite format 3\0';
const [PAGE_SIZE_AT, FIRST_PAGE_AT] = [16, 100];
/** The type of a page of a table that has rows, and no pages below it. */
const LEAF = 0x0d;
const MOST_BYTES = 2 ** 36;

/**
 * Says why a store must not be opened, by its first page and by the logs beside it. The list of its tables
 * begins in that page: a list that continues in other pages could lead in circles. Do not call this for a
 * store that this process has open: closing a file releases all locks that the process has on it.
 */
export function faultOfFirstPage(path: string): Fault | undefined {
  const { size, start } = startOf(path, FIRST_PAGE_AT + 1);
  if (size > MOST_BYTES)
    return { kind: 'not-a-store', what: `a file of more than ${MOST_BYTES / 2 ** 30} GiB` };
  const isDatabase = start.toString('latin1', 0, MAGIC.length) === MAGIC;
  // SQLite says what else it is.
  if (!isDatabase || start.length <= FIRST_PAGE_AT) return faultOfJournal(path, size === 0 ? 0 : 1);
  if (start[FIRST_PAGE_AT] !== LEAF) return MANY_TABLES;
  const page = start.readUInt16BE(PAGE_SIZE_AT);
  return faultOfJournal(path, size / (page === 1 ? 65_536 : page)) ?? faultOfLog(`${path}-wal`);
}

const MANY_TABLES: Fault = { kind: 'damaged', what: 'the list of its tables is not in its first page' };

function startOf(path: string, most: number): { readonly size: number; readonly start: Buffer } {
  const file = openSync(path, 'r');
  try {
    return { size: fstatSync(file).size, start: readAt(file, 0, most) };
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, from: number, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  return bytes.subarray(0, readSync(file, bytes, 0, most, from));
}

const [JOURNAL_HEADER, LARGEST_JOURNAL_HEADER] = [28, 65_536];

/**
 * Before SQLite reads anything, it undoes what a journal says. A store has a journal only while its first
 * page is made, and that journal has no pages.
 */
function faultOfJournal(path: string, pages: number): Fault | undefined {
  const journal = `${path}-journal`;
  if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const { size, start } = startOf(journal, LARGEST_JOURNAL_HEADER);
  const isPlain =
    size <= LARGEST_JOURNAL_HEADER && start.subarray(JOURNAL_HEADER).every((byte) => byte === 0);
  return pages <= 1 && isPlain
    ? undefined
    : beside(journal, 'a journal, which would let SQLite change it; stores of wordhost have none');
}

const [LOG_HEADER, LOG_FRAME] = [32, 24];
const [LOG_PAGE_SIZE_AT, LOG_SALT_AT, FRAME_SALT_AT, SALT] = [8, 16, 8, 8];

/** A log has pages that are newer than those of the store, up to the first frame with another salt. */
function faultOfLog(path: string): Fault | undefined {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LOG_HEADER) return undefined;
  const file = openSync(path, 'r');
  try {
    const header = readAt(file, 0, LOG_HEADER);
    const page = header.readUInt32BE(LOG_PAGE_SIZE_AT);
    // SQLite ignores pages of another size.
    if (page < 512 || page > 65_536) return undefined;
    const salt = header.subarray(LOG_SALT_AT, LOG_SALT_AT + SALT);
    for (let from = LOG_HEADER; ; from += LOG_FRAME + page) {
      const frame = readAt(file, from, LOG_FRAME);
      if (frame.length < LOG_FRAME || !frame.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT).equals(salt))
        return undefined;
      const number = frame.readUInt32BE(0);
      if (number === 0) return undefined;
      if (number === 1 && readAt(file, from + LOG_FRAME + FIRST_PAGE_AT, 1)[0] !== LEAF) return MANY_TABLES;
    }
  } finally {
    closeSync(file);
  }
}

const LENGTH = 100;
const [SIZE_OF_PAGE_AT, PAGES_AT] = [16, 28];
/** Said by a 1: the true one does not fit into its two bytes. */
const LARGEST_PAGE = 65_536;

/**
 * Finds that a damaged store is shorter than it says. Do not call this for a store in use: closing a file
 * releases all locks that this process has on it.
 */
export function truncationOf(path: string): Fault | undefined {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(LENGTH);
    const { size } = statSync(path);
    if (readSync(file, start, 0, LENGTH, 0) < LENGTH) return { kind: 'truncated', bytes: size, of: LENGTH };
    const page = start.readUInt16BE(SIZE_OF_PAGE_AT);
    const expected = start.readUInt32BE(PAGES_AT) * (page === 1 ? LARGEST_PAGE : page);
    return size < expected ? { kind: 'truncated', bytes: size, of: expected } : undefined;
  } finally {
    closeSync(file);
  }
}
