import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * A file of the cache, whole. Throws where something else lies there: opening a named pipe would wait
 * for a writer.
 */
export function readRegular(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
