import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandFolder } from '../../../files/command-folder.ts';
import { entryFile, packageRoot } from '../../../files/package-root.ts';
import type { StrictRequest, Surroundings } from './sandbox.ts';

/** Where systems keep programs, and what these need. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix/store',
  '/gnu/store',
];
const TMP_BYTES = String(64 * 2 ** 20);
/** Of these each player has its own to write to. */
const OWN = ['/dev/shm', '/tmp'];

interface Mount {
  readonly at: string;
  readonly words: readonly string[];
  /** Nothing is written to it, once all that lies in it is there. */
  readonly closed?: true;
}

/** What a player sees of the files, as options of bubblewrap: all else is hidden. */
export function strictMounts(surroundings: Surroundings, proc: readonly string[]): string[] {
  const shownMounts: Mount[] = [
    ...SYSTEM.flatMap(systemFolder),
    ...hiddenHomes().map((at) => ({ at, words: ['--tmpfs', at], closed: true as const })),
    { at: '/proc', words: proc },
    { at: '/dev', words: ['--dev', '/dev'], closed: true },
    ...OWN.map((at) => ({ at, words: ['--perms', '1777', '--size', TMP_BYTES, '--tmpfs', at] })),
    ...readablePlaces(surroundings).flatMap((path) => shown('--ro-bind', path)),
    ...surroundings.strict.writable.flatMap((path) => shown('--bind', path)),
  ];
  const mounts = [...shownMounts, ...coversOf(surroundings.strict.hidden, shownMounts)];
  // What lies in another comes after it, or would be covered by it.
  const inOrder = [...mounts, ...foldersAbove(mounts)]
    .map(({ at, words }) => ({ words, depth: depth(at) }))
    .toSorted((one, other) => one.depth - other.depth);
  const closed = [...mounts.filter((mount) => mount.closed).map(({ at }) => at), '/'].filter(
    (at) => !surroundings.strict.writable.includes(at),
  );
  return [...inOrder.flatMap(({ words }) => words), ...closed.flatMap((at) => ['--remount-ro', at])];
}

/** Those of its own that no folder of the host's stands in for. */
export function ownFolders({ readable, writable }: StrictRequest): string[] {
  const shown = [...readable, ...writable].map((path) => resolve(path));
  return OWN.filter((at) => !shown.includes(at));
}

/** Left to itself, bubblewrap makes folders that only root can enter. What is there already stays as it is. */
function foldersAbove(mounts: readonly Mount[]): Mount[] {
  const above = new Set(mounts.flatMap(({ at }) => ancestorsOf(at)));
  return [...above].map((at) => ({ at, words: ['--perms', '0755', '--dir', at] }));
}

const depth = (path: string) => path.split('/').filter(Boolean).length;

function systemFolder(at: string): Mount[] {
  const found = lstatSync(at, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isSymbolicLink()) return [{ at, words: ['--symlink', readlinkSync(at), at] }];
  return [{ at, words: ['--ro-bind', at, at] }];
}

/** Homes lie elsewhere, mostly, where nothing is to be seen anyway. */
function hiddenHomes(): string[] {
  const homes = [process.env.HOME, homeOfUser()].flatMap((home) => (home ? [resolve(home)] : []));
  const inSystem = (home: string) => SYSTEM.some((folder) => home.startsWith(`${folder}/`));
  return [...new Set(homes)].filter((home) => inSystem(home) && existsSync(home));
}

export function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined; // A user without an entry in the list of users has no home.
  }
}

/** What was deleted meanwhile is left to bubblewrap, which says what it does not find. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** By the name that it was given, and by its real one. */
function shown(option: '--bind' | '--ro-bind', path: string): Mount[] {
  const real = realPath(path);
  return [...new Set([real, resolve(path)])].map((at) => ({ at, words: [option, real, at] }));
}

function readablePlaces({ cwd, strict, dictionary, kwg }: Surroundings): string[] {
  const resolver = strict.network && existsSync('/etc/resolv.conf') ? [realpathSync('/etc/resolv.conf')] : [];
  return [cwd, ...strict.readable, ...ownPlaces(dictionary, kwg), ...resolver];
}

/** What the built-in players need, wherever it lies. */
function ownPlaces(dictionary: string | undefined, kwg: string | undefined): string[] {
  const root = packageRoot();
  const parts = ['package.json', 'dist', ...(entryFile('wordhost').endsWith('.ts') ? SOURCES : [])];
  const places = [
    process.execPath,
    commandFolder(entryFile('wordhost')),
    ...(root === undefined ? [] : parts.map((part) => join(root, part))),
    dictionary,
    dictionary?.replace(/\.txt$/, '.lex'),
    kwg,
  ];
  return places.filter((place) => place !== undefined).filter((place) => existsSync(place));
}

const SOURCES = ['host', 'players', 'node_modules'];

/** Covers files that players must not see or reach, under each name by which players would see them. */
function coversOf(hidden: readonly string[], mounts: readonly Mount[]): Mount[] {
  const covers = hidden.flatMap((path) => namesOf(path, mounts).map((at) => coverOf(path, at)));
  return covers.filter((cover) => cover !== undefined);
}

function namesOf(path: string, mounts: readonly Mount[]): string[] {
  const names = mounts.flatMap(({ at, words: [option = '', source = ''] }) =>
    /^--(ro-)?bind$/.test(option) && contains(source, path) ? [at + path.slice(source.length)] : [],
  );
  return [...new Set(names)];
}

function coverOf(path: string, at: string): Mount | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { at, words: ['--perms', '0755', '--tmpfs', at], closed: true };
  if (found?.isFile() || found?.isSocket() || found?.isFIFO())
    return { at, words: ['--ro-bind', '/dev/null', at] };
  return undefined;
}

/** The folders that this lies in, but for the root. */
function ancestorsOf(path: string): string[] {
  const above = dirname(path);
  return above === '/' || above === path ? [] : [above, ...ancestorsOf(above)];
}

/** The folder that holds this one, or is it. */
export function contains(folder: string, inner: string): boolean {
  return inner === folder || ancestorsOf(inner).includes(folder) || folder === '/';
}
