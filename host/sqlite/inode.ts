import { statSync } from 'node:fs';

/** Which file a path leads to now: another one where it was replaced; none where it was removed. */
export function inodeOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && `${file.dev}:${file.ino}`;
}
