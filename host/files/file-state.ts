import type { BigIntStats } from 'node:fs';

/** All of a file that changes with what is in it. */
export function fileState({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}
