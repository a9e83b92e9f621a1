import { closeSync, openSync, readSync } from 'node:fs';

const PIECE = 1 << 20;

/** A file, or its first bytes up to a limit: it may be a device without an end. */
export function readStart(path: string, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    while (length < most) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, most - length));
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) break;
      pieces.push(piece.subarray(0, read));
      length += read;
    }
    return Buffer.concat(pieces, length);
  } finally {
    closeSync(file);
  }
}
