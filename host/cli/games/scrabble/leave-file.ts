import { UsageError } from '../../../core/errors.ts';
import { faultInWords } from '../../../files/file-fault.ts';
import { readStart } from '../../../files/read-file.ts';
import { type KlvFile, readKlv } from '../../../lexicon/formats/klv-file.ts';

/** Ten times the size of the files of MAGPIE. */
const MOST_BYTES = 64 * 2 ** 20;

export const leaveOption = {
  kind: 'text',
  default: undefined as string | undefined,
  value: 'FILE',
} as const;

const known = new Map<string, KlvFile>();

/** The leave values in a file, which is read once. */
export function readLeaveFile(path: string): KlvFile {
  const before = known.get(path);
  if (before) return before;
  const read = readKlv(bytesOf(path));
  if (!read.ok) throw new UsageError(`--leave ${path}: ${read.problem}`);
  known.set(path, read.file);
  return read.file;
}

function bytesOf(path: string): Uint8Array {
  try {
    const bytes = readStart(path, MOST_BYTES + 1);
    if (bytes.length <= MOST_BYTES) return bytes;
  } catch (error) {
    throw new UsageError(`--leave ${path}: expected a KLV2 file: ${faultInWords(error as Error)}`);
  }
  throw new UsageError(`--leave ${path}: expected a KLV2 file of at most ${MOST_BYTES} bytes; it has more`);
}
