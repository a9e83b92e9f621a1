import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * A file of the cache, whole. Throws where something else lies there: a named pipe would keep whoever opens it waiting
 * for a writer.
 */
export function readRegular(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${path} is no regular file`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
