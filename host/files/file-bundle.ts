import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { parseJson } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import { listOf, Misfit, object, oneOf, readShape, text, type ValueOf, whole } from '../core/shape.ts';
import { abbreviate, visibleJson } from '../core/text.ts';
import { faultInWords } from './file-fault.ts';

/*
 * Packs files into bytes that do not depend on place and time: sorted names, executable flags and contents;
 * no times, owners, links or empty folders. The first line is JSON, and the contents follow without
 * separators.
 */

/** Limits of files, folders, bytes, paths, names, the first line and nesting. */
export const bundleLimits = {
  files: 10_000,
  folders: 10_000,
  depth: 64,
  bytes: 64 * 2 ** 20,
  path: 1_000,
  name: 255,
  header: 16 * 2 ** 20,
} as const;
/** The limit of the packed form. */
export const LARGEST_BUNDLE = bundleLimits.header + bundleLimits.bytes;

const packedFile = object({ path: text(), bytes: whole(0), isExecutable: oneOf(true, false) });
const header = object({ wordhost: oneOf(1), files: listOf(packedFile) });

type PackedFile = ValueOf<typeof packedFile>;

export type Packing = Reading<{ bundle: Uint8Array }>;

/** Packs a folder, or files and folders below `base`. A problem names what cannot be packed. */
export function packFiles(names: readonly string[], base = '.'): Packing {
  try {
    const [only] = names;
    const whole = isAbsolute(only!) ? only! : join(base, only!);
    if (names.length === 1 && statSync(whole).isDirectory()) return { ok: true, bundle: packed(whole, ['']) };
    for (const name of names) refuseOutside(name);
    return { ok: true, bundle: packed(base, names.map(normalize)) };
  } catch (error) {
    if (error instanceof Unpackable) return { ok: false, problem: error.message };
    const { path, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return { ok: false, problem: `${path ?? names.join(', ')}: ${faultInWords(error as Error)}` };
  }
}

class Unpackable extends Error {}

function refuse(problem: string): never {
  throw new Unpackable(problem);
}

function refuseOutside(name: string): void {
  if (isAbsolute(name) || normalize(name).split('/').includes('..'))
    refuse(
      `${name}: expected one folder, or a list of files that lie below the folder that their names are relative to`,
    );
}

function packed(root: string, names: readonly string[]): Uint8Array {
  const found = new Map<string, Stats>();
  for (const name of names) collect(root, name, found);
  const paths = [...found.keys()].sort();
  if (paths.length === 0) refuse(`${root}: expected files; it has none`);
  const excess = excessOf(paths.map((path) => ({ path, bytes: found.get(path)!.size })));
  if (excess !== undefined) refuse(`${root}: ${excess}`);
  const contents = paths.map((path) => readFileSync(join(root, path)));
  const files = paths.map((path, index): PackedFile => {
    const isExecutable = (found.get(path)!.mode & 0o100) !== 0;
    return { path, bytes: contents[index]!.length, isExecutable };
  });
  const line = Buffer.from(`${JSON.stringify({ wordhost: 1, files })}\n`);
  if (line.length > bundleLimits.header) refuse(`${root}: expected shorter paths`);
  return Buffer.concat([line, ...contents]);
}

function excessOf(files: readonly Pick<PackedFile, 'path' | 'bytes'>[]): string | undefined {
  const most = bundleLimits;
  if (files.length > most.files) return `expected at most ${most.files} files; it has more`;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > most.bytes)
    return `expected at most ${most.bytes / 2 ** 20} MiB in all; it has ${Math.ceil(bytes / 2 ** 20)} MiB`;
  const folders = new Set<string>();
  for (const { path } of files) {
    const shown = visibleJson(abbreviate(path, LONGEST_SHOWN));
    const parts = path.split('/');
    if (Buffer.byteLength(path) > most.path)
      return `expected a path of at most ${most.path} bytes; got ${shown}`;
    if (parts.some((part) => Buffer.byteLength(part) > most.name))
      return `expected names of at most ${most.name} bytes; got ${shown}`;
    if (parts.length > most.depth) return `expected at most ${most.depth} nested folders; got ${shown}`;
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
    if (folders.size > most.folders) return `expected at most ${most.folders} folders; it has more`;
  }
  return undefined;
}

const LONGEST_SHOWN = 100;

function collect(root: string, name: string, found: Map<string, Stats>): void {
  const path = join(root, name);
  if (name.includes('\u{fffd}')) refuse(`${path}: expected a name in UTF-8`);
  const own = lstatSync(path);
  const stats = own.isSymbolicLink() ? behindLink(root, path) : own;
  if (stats.isDirectory()) {
    for (const entry of entriesOf(path)) collect(root, join(name, entry.name), found);
    return;
  }
  if (!stats.isFile()) refuse(`${path}: expected a file or a folder; it is a device, a pipe or a socket`);
  found.set(name, stats);
  if (found.size > bundleLimits.files)
    refuse(`${root}: expected at most ${bundleLimits.files} files; it has more`);
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

/** The target of a link inside is packed as a file. */
function behindLink(root: string, path: string): Stats {
  const [real, top] = [realpathSync(path), realpathSync(root)];
  const inside = relative(top, real);
  if (inside === '..' || inside.startsWith('../'))
    refuse(`${path} is a symbolic link that leads out, to ${real}: copy what it leads to`);
  const stats = statSync(path);
  if (stats.isDirectory()) refuse(`${path} is a symbolic link to a folder: copy the folder`);
  return stats;
}

/** Unpacks into an empty folder. Returns the problem of a bundle, which may come from a stranger. */
export async function unpackFiles(bundle: Uint8Array, folder: string): Promise<string | undefined> {
  const files = readHeader(bundle);
  if (typeof files === 'string') return files;
  const { mkdir, writeFile } = process.getBuiltinModule('node:fs/promises');
  const made = new Set<string>();
  let offset = bundle.indexOf(NEWLINE) + 1;
  for (const { path, bytes, isExecutable } of files) {
    const target = join(folder, path);
    if (!made.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true, mode: 0o755 });
      made.add(dirname(target));
    }
    const mode = isExecutable ? 0o755 : 0o644;
    await writeFile(target, bundle.subarray(offset, offset + bytes), { flag: 'wx', mode });
    offset += bytes;
  }
  return undefined;
}

const NEWLINE = 0x0a;

function readHeader(bundle: Uint8Array): readonly PackedFile[] | string {
  const end = bundle.indexOf(NEWLINE);
  if (bundle.length > LARGEST_BUNDLE || end > bundleLimits.header)
    return 'it is too large for a bundle of files';
  const files = filesIn(Buffer.from(bundle.subarray(0, Math.max(0, end))).toString());
  if (files === undefined) return 'it is not a bundle of files that this version of wordhost knows';
  const odd = files.find(({ path }) => !isInside(path));
  if (odd) return `it has a file outside of its folder: ${visibleJson(abbreviate(odd.path, LONGEST_SHOWN))}`;
  const excess = excessOf(files);
  if (excess !== undefined) return excess;
  if (new Set(files.map(({ path }) => path)).size < files.length) return 'it has a file twice';
  const bytes = files.reduce((sum, file) => sum + file.bytes, end + 1);
  return bytes === bundle.length ? files : `expected ${bytes} bytes; got ${bundle.length}`;
}

function filesIn(line: string): readonly PackedFile[] | undefined {
  try {
    const read = readShape(header, parseJson(line));
    return read instanceof Misfit ? undefined : read.files;
  } catch {
    return undefined;
  }
}

function isInside(path: string): boolean {
  return (
    !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
