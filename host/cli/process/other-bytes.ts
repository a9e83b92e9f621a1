import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { UsageError } from '../../core/usage-error.ts';

/** Node writes it for bytes that are not UTF-8; a word may have it without them, too. */
const REPLACED = '\u{fffd}';

/** With other characters than were written, another program would be started, or another file be written, than is named. */
export function refuseOtherBytes(words: readonly string[]): void {
  const word = words.find((each) => each.includes(REPLACED));
  if (word === undefined || !isOtherBytes()) return;
  throw new UsageError(
    `${JSON.stringify(word)}: expected UTF-8; it has other bytes, where it shows ${REPLACED}. Rename the file, or name it by a link`,
  );
}

function isOtherBytes(): boolean {
  try {
    return !isUtf8(readFileSync('/proc/self/cmdline'));
  } catch {
    return false; // Without /proc this cannot be found out.
  }
}
