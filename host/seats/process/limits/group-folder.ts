import { readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers whether the kernel took it. */
export function tryWrite(folder: string, file: string, text: string): boolean {
  try {
    writeFileSync(join(folder, file), text);
    return true;
  } catch {
    return false;
  }
}

export function readGroupFile(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'latin1');
  } catch {
    return ''; // no such file in this version of the kernel, or the group is gone
  }
}

export function subgroups(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** With what was made in it. A group with processes stays. Answers whether it is gone. */
export function tryRemove(folder: string): boolean {
  for (const name of subgroups(folder)) tryRemove(join(folder, name));
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
