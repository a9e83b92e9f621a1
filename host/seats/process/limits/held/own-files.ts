import { statfsSync } from 'node:fs';

/** As many as there are KiB in one of these folders: each takes about one of the kernel's memory. */
export const MOST_FILES = 65_536;

/** More than may be in one of these folders of a sandbox, which are file systems of their own, seen by this process. */
export function hasTooManyFiles(pid: number, folders: readonly string[]): boolean {
  return folders.some((folder) => filesIn(`/proc/${pid}/root${folder}`) > MOST_FILES);
}

function filesIn(folder: string): number {
  try {
    const { files, ffree } = statfsSync(folder);
    return files - ffree;
  } catch {
    return 0; // ended just now
  }
}
