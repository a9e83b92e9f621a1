import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { readRegular } from '../read-regular.ts';
import { againIfDeleted, writeWhole } from '../write-whole.ts';
import { cacheHome } from './cache-home.ts';

/**
 * The path of a small file that other programs are handed: kept as a cache is, and where there can be no cache, for this
 * run alone. Undefined where it cannot be written at all.
 */
export function keptFile(name: string, content: string, mode: number): string | undefined {
  const home = cacheHome(process.env);
  return (
    (home === undefined ? undefined : keptIn(home, name, content, mode)) ?? keptForNow(name, content, mode)
  );
}

function keptIn(folder: string, name: string, content: string, mode: number): string | undefined {
  const path = join(folder, name);
  try {
    if (isThere(path, content, mode)) return path;
    againIfDeleted(() => {
      makeFolders(dirname(path), 0o755);
      writeWhole(path, content, mode);
    });
    return path;
  } catch {
    return undefined;
  }
}

function isThere(path: string, content: string, mode: number): boolean {
  try {
    return (statSync(path).mode & mode) === mode && readRegular(path).equals(Buffer.from(content));
  } catch {
    return false;
  }
}

let forNow: string | undefined;

function keptForNow(name: string, content: string, mode: number): string | undefined {
  try {
    forNow ??= temporary();
  } catch {
    return undefined;
  }
  return keptIn(forNow, name, content, mode);
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-'));
  // For players that are nobody, too.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
