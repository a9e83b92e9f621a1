import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt } from '../../../core/errors.ts';
import { cacheHome } from '../../../files/cache.ts';
import { launcherFor } from '../launcher/launcher.ts';
import { readProc } from '../processes/proc.ts';
import { tryInside } from './probe-sandbox.ts';
import type { Surroundings } from './sandbox.ts';
import { contains, homeOfUser, realOf, strict } from './strict.ts';

export interface StrictObstacle {
  readonly problem: string;
  /** Concerns the working directory only. */
  readonly ofFolder: boolean;
}

/** Returns why players could not be held in it, or could not play in it. */
export async function strictObstacle(surroundings: Surroundings): Promise<StrictObstacle | undefined> {
  const ofAll = obstacleOfAll(surroundings);
  if (ofAll !== undefined) return { problem: ofAll, ofFolder: false };
  const revealing = whatItReveals(surroundings.cwd);
  if (revealing !== undefined) {
    const problem = `players can see the working directory, but ${surroundings.cwd} ${revealing}. Start in the folder of the bots, or name that folder with --cwd`;
    return { problem, ofFolder: true };
  }
  const failure = await tryInside('strict', lookAt(surroundings), surroundings);
  if (failure?.of === 'level') {
    const problem = `${failure.problem}. Without it, the bots could read your files`;
    return { problem, ofFolder: false };
  }
  const { names } = await launcherFor('strict');
  if (names !== 'none') {
    const problem =
      '/bin/sh cannot create unnamed pipes on this machine, and players could open the named pipes of others. Use dash, busybox, or bash 5.1 or later as /bin/sh';
    return { problem, ofFolder: false };
  }
  return failure && unusable(failure.problem, surroundings);
}

function obstacleOfAll({ cwd, strict: request }: Surroundings): string | undefined {
  const shown = [cwd, ...request.readable, ...request.writable].map(realOf);
  const both = request.hidden.find((path) => shown.includes(path));
  if (both !== undefined)
    return `players would see ${both}, where the host writes files that they must not see (--record, --stderr). Name a folder that has no other purpose`;
  const cache = cacheHome(process.env);
  const open = request.writable.find((path) => cache !== undefined && contains(realOf(path), realOf(cache)));
  if (open !== undefined)
    return `players could write to ${open}, which contains ${cache}, the cache of the host. Name another folder with --writable, or set XDG_CACHE_HOME for the host to another folder`;
  return undefined;
}

function whatItReveals(cwd: string): string | undefined {
  if (cwd === '/') return 'contains all files';
  const own = ['/tmp', '/dev', '/dev/shm'];
  if (own.includes(cwd) || contains('/proc', cwd)) return 'is private to each player';
  const homes = [process.env.HOME, homeOfUser()].filter((home) => home !== undefined);
  return homes.some((home) => contains(cwd, realOf(home))) ? 'contains the home folder' : undefined;
}

// Only a look from within is reliable: rights are more than the mode of a file.
const LOOK = `writable=$1 places=$2; shift 2
while [ $((places -= 1)) -ge 0 ]; do
if [ -d "$1" ] && ! [ -x "$1" ] || ! [ -r "$1" ]; then echo "read $1" >&2; exit 1; fi
if [ $((writable -= 1)) -ge 0 ] && ! [ -w "$1" ]; then echo "write to $1" >&2; exit 1; fi
shift
done
exec "$@"`;

/** A command that fails unless players can read and write what they should, and then runs its operands. */
function lookAt({ cwd, dictionary, strict: request }: Surroundings): string[] {
  const readable = [cwd, ...request.readable, ...(dictionary === undefined ? [] : [dictionary])];
  const places = [...request.writable, ...readable].map((path) => resolve(path));
  return ['/bin/sh', '-c', LOOK, 'look', `${request.writable.length}`, `${places.length}`, ...places];
}

function unusable(problem: string, { cwd }: Surroundings): StrictObstacle {
  const [, act, path] = /^(read|write to) ([^\n]*)$/.exec(problem) ?? [];
  if (act === undefined)
    return { problem: `the sandbox does not work with these folders: ${problem}`, ofFolder: false };
  const who = strict.takeUser === undefined ? 'players' : 'players run as the user nobody, who';
  return {
    problem: `${who} cannot ${act} ${path}. Change its permissions (chmod), or use another path`,
    ofFolder: path === cwd,
  };
}

const LONGEST_MS = 1_000;

/**
 * Sockets and named pipes below these folders, by which a player could reach other programs without a
 * network. Folders that are slow to search yield only the sockets that the kernel can name.
 */
export function specialFilesBelow(folders: readonly string[], but: readonly string[]): string[] {
  const from = folders.map((path) => realpathSync(path));
  const left = but.map((path) => realpathSync(path));
  const found = [...walkFolders(from, performance.now() + LONGEST_MS), ...boundSockets()];
  const isMeant = (path: string) => from.includes(path) || left.some((folder) => contains(folder, path));
  return [...new Set(found)].filter((path) => !isMeant(path));
}

function walkFolders(folders: readonly string[], end: number): string[] {
  const found: string[] = [];
  const waiting = [...folders];
  for (const folder of waiting) {
    if (performance.now() > end) break;
    for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true }), [])) {
      if (entry.isDirectory()) waiting.push(join(folder, entry.name));
      else if (entry.isSocket() || entry.isFIFO()) found.push(join(folder, entry.name));
    }
  }
  return found;
}

/** Sockets of this network namespace with a path. */
function boundSockets(): string[] {
  const paths = [...(readProc('net/unix') ?? '').matchAll(/ (\/.*)$/gm)].map(([, path]) => path!);
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}
