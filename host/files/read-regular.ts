import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';

/**
 * A file of the cache, whole. Throws where something else lies there: opening a named pipe would wait
 * for a writer.
 */
export function readRegular(path: string): Buffer {
  return fromRegular(path, (descriptor) => readFileSync(descriptor));
}

/** Its first bytes, and how many it has. */
export function startOfRegular(
  path: string,
  most: number,
): { readonly start: Buffer; readonly size: number } {
  return fromRegular(path, (descriptor, { size }) => {
    const bytes = Buffer.alloc(most);
    return { start: bytes.subarray(0, readSync(descriptor, bytes)), size };
  });
}

function fromRegular<Given>(path: string, read: (descriptor: number, stats: Stats) => Given): Given {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    return read(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}
