import { faultInWords } from '../files/file-fault.ts';
import type { Fault } from './fault.ts';

/** The results of SQLite that mean more to a user than its words. */
const results = {
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;
/** Extended results. */
const [SHORT_READ, NOT_WRITTEN] = [522, 778];
/** No fault of the machine. */
const TOO_LARGE = 18;

interface SqliteError extends Error {
  /** An extended result: the result itself is in its lowest byte. */
  readonly errcode?: number;
}

export function isBusy(error: unknown): boolean {
  return resultOf(error) === results.busy;
}

/** Tells whether the machine refused something. `SQLITE_ERROR`, constraints, types and ranges are errors of the SQL. */
export function isOfSystem(error: unknown): boolean {
  const result = resultOf(error);
  return result !== undefined && Object.values<number>(results).includes(result);
}

/** A process that may not write beside a store cannot share it with its writer. */
export function isUnsharable(error: unknown): boolean {
  const result = resultOf(error);
  return result === results.cannotOpen || result === results.readOnly;
}

function resultOf(error: unknown): number | undefined {
  const { errcode } = error as SqliteError;
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** What SQLite or the system refused. What is neither is a bug of ours, and is thrown on. */
export function faultOf(error: unknown): Fault {
  const { errcode, message } = error as SqliteError;
  if (errcode === undefined) return ofSystem(error as NodeJS.ErrnoException);
  switch (errcode & 0xff) {
    case results.busy:
      return { kind: 'locked' };
    case results.readOnly:
      return { kind: 'read-only', what: 'store' };
    case results.full:
      return { kind: 'full' };
    case results.noDatabase:
      return { kind: 'not-a-store', what: 'another file' };
    case TOO_LARGE:
      return { kind: 'damaged', what: 'a value in it is too large' };
    case results.corrupt:
      return { kind: 'damaged', what: message };
    case results.inputOutput:
      if (errcode === SHORT_READ) return { kind: 'damaged', what: 'a part of it is missing' };
      return errcode === NOT_WRITTEN ? { kind: 'unwritable' } : bySqlite(errcode, message);
    default:
      return bySqlite(errcode, message);
  }
}

const bySqlite = (errcode: number, message: string): Fault => ({
  kind: 'system',
  what: `${message} (SQLite, ${errcode})`,
});

function ofSystem(error: NodeJS.ErrnoException): Fault {
  const { code } = error;
  if (code === undefined) throw error;
  if (code === 'ERR_OUT_OF_RANGE') return { kind: 'damaged', what: 'a number in it is too large' };
  if (code === 'ENOSPC') return { kind: 'full' };
  if (code === 'EDQUOT' || code === 'EFBIG') return { kind: 'unwritable' };
  return code === 'EROFS'
    ? { kind: 'read-only', what: 'store' }
    : { kind: 'system', what: faultInWords(error) };
}
