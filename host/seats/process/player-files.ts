import { type BigIntStats, constants, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { HostFailure } from '../../core/errors.ts';
import type { Nanos } from '../../core/units.ts';
import { version } from '../../core/version.ts';
import { cacheHome, privateFolder } from '../../files/cache.ts';
import { commandFolder } from '../../files/command-folder.ts';
import { faultInWords, faultWithPath } from '../../files/file-fault.ts';
import { entryFile } from '../../files/package-root.ts';
import { fileState, readRegular } from '../../files/read-file.ts';
import { type ShellWord, simpleCommands } from '../../files/shell.ts';
import { makeFolders, writeWhole } from '../../files/write-file.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { restoreFiles } from '../../lexicon/restore-files.ts';
import type { PlayedFile } from '../../match/seat.ts';

interface SeenFile {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
}

/** More are not looked at. */
const MOST_FILES = 64;
const MOST_NAMES = 1_000;

/** Files that a player brings to whatever machine it plays on. */
export interface PlayerBundle {
  /** Of the files as they were packed. */
  readonly sha256: string;
  /** As they were named, for people. */
  readonly files: string;
  /** A command for the shell that is run in a copy of them, once on each machine. */
  readonly prepare?: string | undefined;
  /** The longest time that this may take. */
  readonly time?: Nanos | undefined;
}

/** What a player was, for its results. */
export interface PlayerFiles {
  /** When it starts. */
  look(): void;
  /** Never rejects. */
  hashes(): Promise<readonly PlayedFile[]>;
}

/** Of files that were packed before, all are known by one hash, whatever was made of them on this machine. */
export const packedFiles = ({ files, sha256 }: PlayerBundle): PlayerFiles => ({
  look() {},
  hashes: async () => [{ file: files, sha256 }],
});

/** The files that the command of one player names. They are looked at when it starts, and read when its part is over. */
export class NamedFiles implements PlayerFiles {
  readonly #command: string;
  readonly #folder: string;
  #seen: readonly SeenFile[] = [];

  /** Names in the command are those of its working directory. */
  constructor(command: string, folder: string) {
    this.#command = command;
    this.#folder = folder;
  }

  look(): void {
    const files = new Map<string, SeenFile>();
    const named = cachedPaths(this.#command, this.#folder, process.env.HOME);
    for (const { name, path } of named) {
      if (files.size === MOST_FILES) break;
      const stats = files.has(path) ? undefined : regularAt(path);
      if (stats) files.set(path, { name, path, stats });
    }
    this.#seen = [...files.values()];
  }

  async hashes(): Promise<readonly PlayedFile[]> {
    const named = await Promise.all(
      this.#seen.map(async ({ name, path, stats }) => ({ file: name, ...(await hashOf(path, stats)) })),
    );
    return callsBuiltIn(this.#command) ? [{ file: 'wordhost', sha256: null, version }, ...named] : named;
  }
}

function regularAt(path: string): BigIntStats | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    // What cannot be a path names no file, nor does what lies in a folder that cannot be entered.
    return undefined;
  }
}

/** Something in a command that may be the name of a file. */
interface PathInCommand {
  /** As it is written there. */
  readonly name: string;
  readonly path: string;
}

/** What begins a command, and is not the program. */
const BEFORE = /^(?:exec|command|env|[A-Za-z_]\w*=.*)$/s;
const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'ksh', 'zsh'];

/**
 * All that a command may name, in its order: its programs where they are given by a path, and not found along PATH; every
 * other word; what follows `=` in a word. `cd FOLDER` counts for the commands after it.
 */
export function pathsInCommand(command: string, folder: string, home: string | undefined): PathInCommand[] {
  const found: PathInCommand[] = [];
  let here = resolve(folder);
  for (const words of simpleCommands(command, home)) {
    const [first, second] = words;
    if (first === 'cd' && second !== undefined) {
      here = resolve(here, second);
      continue;
    }
    const place = programIn(words);
    const player = words.findIndex(isBuiltIn);
    for (const [index, word] of words.entries())
      if (player === -1 || index < player || index > player + 1)
        for (const name of namesIn(word, index === place)) found.push({ name, path: resolve(here, name) });
    const inner = commandOfShell(words.slice(place));
    if (inner !== undefined) found.push(...pathsInCommand(inner, here, home));
  }
  return found;
}

const programIn = (words: readonly ShellWord[]) =>
  Math.max(
    0,
    words.findIndex((word) => word === undefined || !BEFORE.test(word)),
  );

/** The word "player" of `wordhost player NAME`. Neither it nor the name after it is a file. */
function isBuiltIn(word: ShellWord, index: number, words: readonly ShellWord[]): boolean {
  return word === 'player' && /^wordhost(?:\.[jt]s)?$/.test(basename(words[index - 1] ?? ''));
}

/** Whether a command starts a player of this host, which is the program wordhost in its version. */
function callsBuiltIn(command: string): boolean {
  return simpleCommands(command).some((words) => {
    const [program, ...rest] = words.slice(programIn(words));
    const inner = commandOfShell([program, ...rest]);
    return inner === undefined ? program === 'wordhost' && rest[0] === 'player' : callsBuiltIn(inner);
  });
}

const pathsOf = new Map<string, readonly PathInCommand[]>();

/** In a series the same commands come again in each game. */
function cachedPaths(command: string, folder: string, home: string | undefined): readonly PathInCommand[] {
  const key = JSON.stringify([command, folder, home]);
  let paths = pathsOf.get(key);
  if (paths === undefined) {
    if (pathsOf.size >= MOST_KEPT) pathsOf.clear();
    paths = pathsInCommand(command, folder, home).slice(0, MOST_NAMES);
    pathsOf.set(key, paths);
  }
  return paths;
}

function namesIn(word: ShellWord, isProgram: boolean): string[] {
  if (word === undefined || word === '' || (isProgram && !word.includes('/'))) return [];
  const [, value = ''] = /^[^=]*=(.+)$/s.exec(word) ?? [];
  return value === '' ? [word] : [word, value];
}

/** `sh -c COMMAND` */
function commandOfShell([program = '', ...words]: readonly ShellWord[]): string | undefined {
  if (!SHELLS.includes(basename(program))) return undefined;
  const option = words.findIndex((word) => word !== undefined && /^-[a-z]*c$/.test(word));
  return option === -1 ? undefined : words[option + 1];
}

/** The hash of a file, or why there is none, as a part of a sentence. */
type FileHash =
  | { readonly sha256: string; readonly problem?: undefined }
  | { readonly sha256: null; readonly problem: string };

/** More would hold up a result for seconds. */
const LARGEST = 2 ** 30;
const PIECE = 256 * 1024;
const MOST_KEPT = 1_000;

const CHANGED: FileHash = { sha256: null, problem: 'it changed during the game' };

/** Of this run, by path and by all that changes with what is in a file. */
const known = new Map<string, Promise<FileHash>>();

/** The hash of a file as it was when it was looked at: read once, in small pieces beside all else. Never rejects. */
export function hashOf(path: string, seen: BigIntStats, home = cacheHome(process.env)): Promise<FileHash> {
  const key = `${fileState(seen)}:${path}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KEPT) known.clear();
  const hash = readHash(path, seen, home).catch(
    (error: Error): FileHash => ({
      sha256: null,
      problem: `cannot read it: ${faultInWords(error)}`,
    }),
  );
  known.set(key, hash);
  return hash;
}

async function readHash(path: string, seen: BigIntStats, home: string | undefined): Promise<FileHash> {
  if (seen.size > LARGEST) return { sha256: null, problem: 'it is larger than 1 GiB' };
  // Something else may lie there by now, such as a pipe that nobody writes to.
  const { open } = process.getBuiltinModule('node:fs/promises');
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (await hasChanged(file, seen)) return CHANGED;
  const state = { path, state: fileState(seen), size: Number(seen.size) };
  const kept = cachedHash(home, state);
  if (kept !== undefined) return { sha256: kept };
  const sha256 = await contentHash(file, state.size);
  if (await hasChanged(file, seen)) return CHANGED;
  cacheHash(home, state, sha256);
  return { sha256 };
}

async function contentHash(file: FileHandle, size: number): Promise<string> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE, size + 1));
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
  }
}

async function hasChanged(file: FileHandle, seen: BigIntStats): Promise<boolean> {
  return fileState(await file.stat({ bigint: true })) !== fileState(seen);
}

/** Smaller files are read within a few milliseconds. */
const LARGE = 4 * 2 ** 20;

/** A file at this path, by all that changes with what is in it. */
interface FileState {
  readonly path: string;
  readonly state: string;
  readonly size: number;
}

/** The hash that an earlier run has found, while the file is in the same state. Only of large files. `home` is where caches are. */
export function cachedHash(home: string | undefined, file: FileState): string | undefined {
  if (file.size < LARGE) return undefined;
  try {
    const kept = cachePath(home, file.path);
    if (kept === undefined) return undefined;
    const [state, sha256] = readRegular(kept).toString().split('\n');
    return state === file.state && /^[\da-f]{64}$/.test(sha256 ?? '') ? sha256 : undefined;
  } catch {
    return undefined; // Not kept.
  }
}

/** For runs to come; the last one of each path is kept. Where nothing can be kept, it is read again. */
export function cacheHash(home: string | undefined, file: FileState, sha256: string): void {
  if (file.size < LARGE) return;
  try {
    const kept = cachePath(home, file.path);
    if (kept !== undefined) writeWhole(kept, `${file.state}\n${sha256}\n`, 0o600);
  } catch {
    // The hash is known all the same.
  }
}

/** In a folder of ours alone: whoever could write there could give a program the hash of another. */
function cachePath(home: string | undefined, path: string): string | undefined {
  if (home === undefined) return undefined;
  const folder = join(home, 'hashes');
  makeFolders(home, 0o755);
  makeFolders(folder, 0o700);
  const ours = privateFolder(folder);
  const name = process.getBuiltinModule('node:crypto').createHash('sha256').update(path).digest('hex');
  return ours === undefined ? undefined : join(ours, name);
}

export interface LastingFiles extends Disposable {
  /** Some of them were deleted, or made again, since the game began: a sandbox may have looked for them in between. */
  areOthers(): boolean;
}

/** As long as a player that opens its word list late may have to wait for it. */
const EVERY_MS = 200;

/**
 * What players are told the paths of is there while they play, whatever becomes of the cache: it is looked for before a
 * game and during it, and made again. Without it honest players would be to blame.
 */
export function lastingFiles(lexicon: Lexicon | undefined, hasCommand: boolean): LastingFiles {
  const makeSure = () => {
    if (lexicon) restoreFiles(lexicon);
    return hasCommand ? commandFolder(entryFile('wordhost')) : undefined;
  };
  let files: readonly string[];
  try {
    const folder = makeSure();
    files = [lexicon?.path ?? '', folder === undefined ? '' : join(folder, 'wordhost')].filter(Boolean);
  } catch (error) {
    throw new HostFailure(
      `the word list for the players was deleted and cannot be written again: ${faultWithPath(error as Error)}. The games after the last result were not played. Free some disk space, or set XDG_CACHE_HOME to another folder`,
    );
  }
  const states = files.map(stateOf);
  const timer = setInterval(() => {
    try {
      makeSure();
    } catch {
      // Those that play have it already, most likely; before the next game it is said.
    }
  }, EVERY_MS);
  return {
    areOthers: () => files.some((file, index) => stateOf(file) !== states[index]),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found && fileState(found);
}
