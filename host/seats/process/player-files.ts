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
import { useFiles } from '../../lexicon/permuted.ts';
import { restoreFiles } from '../../lexicon/restore-files.ts';
import type { PlayedFile } from '../../match/seat.ts';

interface SeenFile {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
}

const MOST_FILES = 64;
const MOST_NAMES = 1_000;

/** Files that a player brings to any machine. */
export interface PlayerBundle {
  readonly sha256: string;
  readonly files: string;
  /** A command for the shell that runs in a copy of the files, once on each machine. */
  readonly prepare?: string | undefined;
  readonly time?: Nanos | undefined;
}

/** The files of a player, for its results. */
export interface PlayerFiles {
  look(): void;
  /** Never rejects. */
  hashes(): Promise<readonly PlayedFile[]>;
}

/** One hash identifies packed files, whatever this machine has made of them. */
export const packedFiles = ({ files, sha256 }: PlayerBundle): PlayerFiles => ({
  look() {},
  hashes: async () => [{ file: files, sha256 }],
});

/** Files in a player's command, found at its start, and read after its end. */
export class NamedFiles implements PlayerFiles {
  readonly #command: string;
  readonly #folder: string;
  #seen: readonly SeenFile[] = [];

  /** Names are relative to the working directory. */
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
    // An invalid path names no file, nor does a path in a closed folder.
    return undefined;
  }
}

interface PathInCommand {
  readonly name: string;
  readonly path: string;
}

/** Words before the program of a command. */
const BEFORE = /^(?:exec|command|env|[A-Za-z_]\w*=.*)$/s;
const SHELLS: readonly string[] = ['sh', 'bash', 'dash', 'ksh', 'zsh'];

/** Programs given by a path, other words, and what follows `=`. `cd FOLDER` affects later ones. */
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

/** Tells whether a command starts a player of this host, which is the program wordhost in its version. */
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

function commandOfShell([program = '', ...words]: readonly ShellWord[]): string | undefined {
  if (!SHELLS.includes(basename(program))) return undefined;
  const option = words.findIndex((word) => word !== undefined && /^-[a-z]*c$/.test(word));
  return option === -1 ? undefined : words[option + 1];
}

/** The hash of a file, or the reason for its absence as a part of a sentence. */
type FileHash =
  | { readonly sha256: string; readonly problem?: undefined }
  | { readonly sha256: null; readonly problem: string };

/** A larger file would delay a result by seconds. */
const LARGEST = 2 ** 30;
const PIECE = 256 * 1024;
const MOST_KEPT = 1_000;

const CHANGED: FileHash = { sha256: null, problem: 'it changed during the game' };

/** Hashes of this run, by path and state. */
const known = new Map<string, Promise<FileHash>>();

/** The hash of a file as it was observed, read once in small pieces. Never rejects. */
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
  // The path may name something else by now, such as a pipe without a writer.
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

/** Everything that changes with the content of a file. */
interface FileState {
  readonly path: string;
  readonly state: string;
  readonly size: number;
}

/** The hash from an earlier run, for large unchanged files. `home` is the cache folder. */
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

/** Stores the last hash of each path for later runs. Failures are ignored. */
export function cacheHash(home: string | undefined, file: FileState, sha256: string): void {
  if (file.size < LARGE) return;
  try {
    const kept = cachePath(home, file.path);
    if (kept !== undefined) writeWhole(kept, `${file.state}\n${sha256}\n`, 0o600);
  } catch {
    // The hash is known anyway.
  }
}

/** Only this user may write there: others could give a program a wrong hash. */
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
  /** Some files are missing, or were deleted or replaced since the game began: a sandbox may have missed them. */
  areOthers(): boolean;
}

/** A player that opens its word list late may wait this long. */
const EVERY_MS = 200;

/** Restores deleted files that players were told of. Otherwise honest players would be blamed. */
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
  const used = lexicon && useFiles(lexicon);
  const states = files.map(stateOf);
  const timer = setInterval(() => {
    try {
      makeSure();
    } catch {
      // Current players probably have the file open. The next game reports the error.
    }
  }, EVERY_MS);
  return {
    // A file that was deleted before its state was read has none, and may still have none.
    areOthers: () =>
      files.some((file, index) => states[index] === undefined || stateOf(file) !== states[index]),
    [Symbol.dispose]() {
      clearInterval(timer);
      used?.[Symbol.dispose]();
    },
  };
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found && fileState(found);
}
