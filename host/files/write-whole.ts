import { chmodSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawId } from '../core/seed.ts';

/** Longer than any file takes to be written: what is older was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 3_600_000;

/** A file that all users may read, written completely or not at all, even with other writers at the same time. */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o644): void {
  const part = join(dirname(file), `.wordhost-${drawId()}.part`);
  try {
    writeFileSync(part, content, { flag: 'wx' });
    chmodSync(part, mode);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

const MOST_TRIES = 20;

/** For writing into a cache, which somebody may delete at any time: also between the making of a folder and of a file in it. */
export function againIfDeleted<Written>(write: () => Written): Written {
  for (let tries = 1; ; tries++) {
    try {
      return write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
}

/** Removes what writers that were killed have left in a folder. */
export function sweepParts(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder)) {
    if (!/^\.wordhost-.*\.part$/.test(name)) continue;
    const part = join(folder, name);
    const age = now - (statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > LEFT_BEHIND_MS) rmSync(part, { force: true });
  }
}
