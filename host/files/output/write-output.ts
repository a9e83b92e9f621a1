import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { writeWhole } from '../write-whole.ts';

/** All of it at once: a file is whole or as it was before, a pipe or a device gets it as it is. */
export function writeOutput(path: string, text: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) {
    writeFileSync(path, text);
    return;
  }
  try {
    writeWhole(there ? realpathSync(path) : path, text);
  } catch {
    // The file itself may be open to writers though its folder is not.
    writeFileSync(path, text);
  }
}
