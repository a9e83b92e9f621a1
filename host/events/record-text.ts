import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { faultInWords } from '../files/output/fault-in-words.ts';
import { readStart } from '../files/read-start.ts';

export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** The size limit of a string in Node. */
const MOST_BYTES = 512_000_000;

/** The text of a record. The file may be anything: no more of it is read than a record may have. */
export function readRecordText(path: string): TextReading {
  try {
    return readText(path);
  } catch (error) {
    return { ok: false, problem: reason(error as NodeJS.ErrnoException) };
  }
}

function readText(path: string): TextReading {
  const bytes = statSync(path).size > MOST_BYTES ? undefined : readStart(path, MOST_BYTES + 1);
  if (bytes === undefined || bytes.length > MOST_BYTES)
    return { ok: false, problem: `expected at most ${MOST_BYTES / 1e6} MB; there is more` };
  return textOfBytes(bytes);
}

export function textOfBytes(bytes: Buffer): TextReading {
  if (!isUtf8(bytes)) return { ok: false, problem: `line ${brokenLine(bytes)} is not UTF-8` };
  return { ok: true, text: bytes.toString('utf8') };
}

const LF = 10;

function brokenLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(LF); end !== -1 && isUtf8(bytes.subarray(start, end)); line++) {
    start = end + 1;
    end = bytes.indexOf(LF, start);
  }
  return line;
}

function reason(error: NodeJS.ErrnoException): string {
  const { code } = error;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'expected a file; got a folder. Records are files in it';
  return code === 'EACCES' ? 'permission denied' : faultInWords(error);
}
