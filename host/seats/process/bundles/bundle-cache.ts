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
 * The cache of this machine for the files that players bring: `bundles/HASH`, as they were packed; `players/KEY/`, the folders in
 * which players play, with what came of it in `outcome.json`. A folder is never changed once it is named there.
 */

/** What came of unpacking and preparing the files of a player, once for all its games here. */
export interface Preparation {
  /** Beside the file that says so; undefined: it has failed. */
  readonly folder?: string | undefined;
  readonly problem?: string | undefined;
  /** What the command printed. */
  readonly output: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Only this user can enter it: what lies there is run. */
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

/** A folder with nothing in it, for a look at what a player would see. */
export function emptyPlayerFolder(): string {
  const folder = join(playersFolder(), 'empty');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Keeps packed files. Answers with their hash. */
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

/** What was packed, if it is there and is what the hash says. */
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

/** It may come from a stranger. */
function bundleName(sha256: string): string {
  if (/^[\da-f]{64}$/.test(sha256)) return sha256;
  throw new HostFailure(`expected the SHA-256 of the files of a player; got ${JSON.stringify(sha256)}`);
}

/** Settings that bear on what a command makes of files, or on who could change what it has made. */
type PreparationContext = Pick<ProcessOptions, 'sandbox' | 'shell' | 'strict' | 'variables'>;

/** The folder of a player: what was made in another sandbox, or by another command, is another one. */
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

/** Undefined: nothing has come of it yet. */
export function readPreparation(folder: string): Preparation | undefined {
  try {
    const found = JSON.parse(readRegular(outcomeFile(folder)).toString()) as Preparation;
    return found.folder === undefined || existsSync(join(folder, found.folder)) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Of two processes that prepare the same at once, the last one counts; players of the other keep their folder. */
export function writePreparation(folder: string, preparation: Preparation): void {
  writeWhole(outcomeFile(folder), JSON.stringify(preparation), 0o600);
}

/** It was used now. */
export function touchPreparation(folder: string): void {
  touch(outcomeFile(folder));
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Gone: it is made again before the next game.
  }
}

const DAY_MS = 86_400_000;
const UNUSED_MS = 30 * DAY_MS;

/** What nobody has used for so long is taken away. Answers with what is to be removed; nobody finds it by its name any more. */
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
  // What a process that was killed has left, and what another has made again.
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
