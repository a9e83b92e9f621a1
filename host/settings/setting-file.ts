import { UsageError } from '../core/usage-error.ts';
import { faultInWords } from '../files/output/fault-in-words.ts';
import { readStart } from '../files/read-start.ts';

/** More than any file of options, a board or tiles has. */
const MOST_BYTES = 4 * 2 ** 20;

/** The text of a file that an option names. */
export function readSettingFile(where: string, path: string, expected = ''): string {
  try {
    const bytes = readStart(path, MOST_BYTES + 1);
    if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  } catch (error) {
    const why = faultInWords(error as Error).replace(/,.*/, '');
    throw new UsageError(`${where}: cannot read ${path}: ${why}${expected}`);
  }
  throw new UsageError(
    `${where}: cannot read ${path}: expected at most ${MOST_BYTES} bytes; it has more${expected}`,
  );
}
