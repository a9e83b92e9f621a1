import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readRegular } from './read-file.ts';
import { againIfDeleted, makeFolders, writeWhole } from './write-file.ts';

/** A small file for other programs, in the cache or a temporary folder. Undefined after a failure. */
export function cachedFile(name: string, content: string, mode: number): string | undefined {
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
  // Players may be the user nobody.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The user's cache folder. Undefined without a home. */
export function cacheHome(environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment.XDG_CACHE_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, 'wordhost');
  try {
    const home = environment.HOME ?? homedir();
    return isAbsolute(home) ? join(home, '.cache', 'wordhost') : undefined;
  } catch {
    return undefined; // A user without an entry in the list of users has no home.
  }
}

/**
 * The folder of Node's compile cache. Anyone who can write there can run code as this user, so without a
 * private folder there is no cache, and a start takes some milliseconds more.
 */
export function codeCache(environment: NodeJS.ProcessEnv): string | undefined {
  const home = cacheHome(environment);
  if (home === undefined) return undefined;
  const folder = join(home, 'code');
  try {
    makeFolders(home, 0o755);
    makeFolders(folder, 0o700);
    return privateFolder(folder);
  } catch {
    return undefined;
  }
}

const SECRET_BYTES = 32;

/** Random bytes that only this user can read, the same at each start. Without a private folder, others. */
export function cachedSecret(environment: NodeJS.ProcessEnv): Buffer {
  const home = cacheHome(environment);
  try {
    const folder = join(home!, 'secret');
    makeFolders(home!, 0o755);
    makeFolders(folder, 0o700);
    const path = join(privateFolder(folder)!, 'key');
    if (!existsSync(path))
      writeFileSync(path, randomBytes(SECRET_BYTES), { flag: 'wx', mode: 0o600, flush: true });
    const secret = readRegular(path);
    if (secret.length === SECRET_BYTES) return secret;
  } catch {
    // Another process may write it at the same time.
  }
  return randomBytes(SECRET_BYTES);
}

const ANYBODY_ELSE = 0o077;
const OTHERS_WRITE = 0o022;
/** In a sticky folder only the owner of an entry can remove and rename it. */
const STICKY = 0o1000;

/** The real path of a folder that no other user can read and only root can replace. Undefined otherwise. */
export function privateFolder(folder: string): string | undefined {
  const me = process.getuid?.();
  if (me === undefined) return undefined;
  const path = realpathSync(folder);
  const own = statSync(path);
  const isOurs = own.isDirectory() && own.uid === me && (own.mode & ANYBODY_ELSE) === 0;
  return isOurs && foldersAbove(path).every((above) => isSafe(statSync(above), me)) ? path : undefined;
}

function isSafe({ uid, mode }: Stats, me: number): boolean {
  const isTrusted = uid === me || uid === 0;
  return isTrusted && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0);
}

/** Includes the root folder. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}
