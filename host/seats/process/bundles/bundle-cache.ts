import { existsSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { HostFailure } from '../../../core/errors.ts';
import { drawId } from '../../../core/seed.ts';
import { cacheHome, privateFolder } from '../../../files/cache.ts';
import { faultWithPath } from '../../../files/file-fault.ts';
import { longHash } from '../../../files/long-hash.ts';
import { readRegular } from '../../../files/read-file.ts';
import { makeFolders, writeWhole } from '../../../files/write-file.ts';
import type { PlayerBundle } from '../player-files.ts';
import type { OwnProcessOptions, ProcessOptions } from '../process-options.ts';

/*
 * The cache of this machine for the files that players bring: `bundles/HASH` as they were packed, and
 * `players/KEY/`, the prepared folders, with the result in `outcome.json`. A named folder never changes.
 */

/** The result of unpacking and preparing a player's files, for all its games here. */
export interface Preparation {
  /** The prepared folder. Undefined after a failure. */
  readonly folder?: string | undefined;
  readonly problem?: string | undefined;
  readonly output: string;
  readonly at: number;
}

/** Only this user can enter it, because its programs are run. */
export function playersFolder(): string {
  return cacheFolder('players');
}

function cacheFolder(name: 'players' | 'bundles'): string {
  const home = cacheHome(process.env);
  if (home === undefined)
    throw new HostFailure('no cache folder for the files of players. Set XDG_CACHE_HOME to a folder');
  const folder = join(home, name);
  try {
    makeFolders(home, 0o755);
    makeFolders(folder, 0o700);
  } catch (error) {
    throw new HostFailure(`cannot store the files of players: ${faultWithPath(error as Error)}`);
  }
  const ours = privateFolder(folder);
  if (ours !== undefined) return ours;
  throw new HostFailure(
    `cannot store the files of players in ${folder}: other users can write to it or replace it. Set XDG_CACHE_HOME to another folder`,
  );
}

export function emptyPlayerFolder(): string {
  const folder = join(playersFolder(), 'empty');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

export function cacheBundle(bundle: Uint8Array): string {
  const sha256 = longHash(bundle);
  if (cachedBundle(sha256) !== undefined) return sha256;
  const path = join(cacheFolder('bundles'), sha256);
  try {
    writeWhole(path, bundle, 0o600);
  } catch (error) {
    throw new HostFailure(`cannot store the files of players: ${faultWithPath(error as Error)}`);
  }
  return sha256;
}

export function cachedBundle(sha256: string): Uint8Array | undefined {
  const path = join(cacheFolder('bundles'), bundleName(sha256));
  try {
    const bundle = readRegular(path);
    if (longHash(bundle) !== sha256) return undefined;
    touch(path);
    return bundle;
  } catch {
    return undefined;
  }
}

/** The hash may come from a stranger. */
function bundleName(sha256: string): string {
  if (/^[\da-f]{64}$/.test(sha256)) return sha256;
  throw new HostFailure(`expected the SHA-256 of the files of a player; got ${JSON.stringify(sha256)}`);
}

/** Settings that change what a command makes of files, or who could change its result. */
type PreparationContext = Pick<ProcessOptions, 'sandbox' | 'shell' | 'strict' | 'variables'>;

/** Other sandboxes and other commands have other folders. */
export function preparationFolder(
  { sha256, prepare }: PlayerBundle,
  { sandbox, shell, strict, variables }: PreparationContext,
  own: OwnProcessOptions = {},
): string {
  const { network = false, readable = [], writable = [] } = strict ?? {};
  const parts = prepare === undefined ? [] : [prepare, shell, network, readable, writable];
  const all = { ...variables, ...own.variables };
  const key = [bundleName(sha256), sandbox, ...parts, ...(prepare === undefined ? [] : [all])];
  return join(playersFolder(), longHash(JSON.stringify(key)).slice(0, 32));
}

const outcomeFile = (folder: string) => join(folder, 'outcome.json');

/** Undefined before the first result. */
export function readPreparation(folder: string): Preparation | undefined {
  try {
    const found = JSON.parse(readRegular(outcomeFile(folder)).toString()) as Preparation;
    return found.folder === undefined || existsSync(join(folder, found.folder)) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The last of two simultaneous processes counts. Players of the other keep their folder. */
export function writePreparation(folder: string, preparation: Preparation): void {
  writeWhole(outcomeFile(folder), JSON.stringify(preparation), 0o600);
}

export function touchPreparation(folder: string): void {
  touch(outcomeFile(folder));
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is gone and is made again before the next game.
  }
}

const DAY_MS = 86_400_000;
const UNUSED_MS = 30 * DAY_MS;

/** Renames files that are unused for long, so that nobody finds them, and returns them for removal. */
export function unusedFiles(now = Date.now()): readonly string[] {
  return (['players', 'bundles'] as const).flatMap((name) => {
    const folder = cacheFolder(name);
    return readdirSync(folder).flatMap((entry) => unusedIn(join(folder, entry), now));
  });
}

function unusedIn(path: string, now: number): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || path.endsWith('empty')) return [];
  if (path.endsWith('.removed')) return [path];
  const named = found.isDirectory() ? readPreparation(path)?.folder : undefined;
  const used = found.isDirectory()
    ? (statSync(outcomeFile(path), { throwIfNoEntry: false }) ?? found)
    : found;
  if (now - used.mtimeMs > UNUSED_MS) return renamed(path);
  if (!found.isDirectory()) return [];
  // Left by a killed process, or replaced by another process.
  const others = readdirSync(path).filter((entry) => entry !== 'outcome.json' && entry !== named);
  return others.map((entry) => join(path, entry)).filter((other) => isOld(other, now));
}

function isOld(path: string, now: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now - found.mtimeMs > DAY_MS;
}

function renamed(path: string): readonly string[] {
  try {
    const removed = `${path}-${drawId()}.removed`;
    renameSync(path, removed);
    return [removed];
  } catch {
    return []; // Another process does it.
  }
}
