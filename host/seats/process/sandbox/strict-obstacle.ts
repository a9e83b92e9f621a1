import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { cacheHome } from '../../../files/cache-home.ts';
import { launcherFor } from '../launcher/this-run.ts';
import { probeSandbox } from './probe-sandbox.ts';
import type { Surroundings } from './sandbox.ts';
import { strict } from './strict.ts';
import { homeOfUser } from './strict-mounts.ts';
import { tryHeld } from './try-sandbox.ts';
import { holds } from './within.ts';

/** Why these players could not be held so, or could not play then. */
export async function strictObstacle(surroundings: Surroundings): Promise<string | undefined> {
  const { cwd, strict: request } = surroundings;
  const shown = [cwd, ...request.readable, ...request.writable].map(realOf);
  const both = request.hidden.find((path) => shown.includes(path));
  if (both !== undefined)
    return `${both} is to be seen by players, and it is where the host keeps what they must not see (--record, --stderr): name a folder that holds nothing else`;
  const cache = cacheHome(process.env);
  const open = request.writable.find((path) => cache !== undefined && holds(realOf(path), realOf(cache)));
  if (open !== undefined)
    return `players could write to ${open}, and the host keeps what it runs in ${cache}: name another folder with --writable, or set XDG_CACHE_HOME to another for the host`;
  const revealing = whatItReveals(cwd);
  if (revealing !== undefined)
    return `players would see the working directory, and ${cwd} ${revealing}: start in the folder of the bots, or name it with --cwd`;
  const sandbox = await probeSandbox('strict');
  if ('problem' in sandbox)
    return `${sandbox.problem}. Without it these bots would not be kept from your files`;
  const { names } = await launcherFor('strict');
  if (names !== 'none')
    return 'the shell /bin/sh makes no pipes without names here, and players could open those of others: it takes dash, busybox, or bash 5.1 or later';
  return await unusable(surroundings);
}

function whatItReveals(cwd: string): string | undefined {
  if (cwd === '/') return 'is everything';
  const own = ['/tmp', '/proc', '/dev', '/dev/shm'];
  if (own.includes(cwd)) return 'is a place of which each player has its own';
  const homes = [process.env.HOME, homeOfUser()].filter((home) => home !== undefined);
  return homes.some((home) => holds(cwd, realOf(home))) ? 'holds the home folder' : undefined;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

// It is found out from within: rights are more than what the mode of a file says.
const LOOK = `n=$1; shift; for p; do
if [ -d "$p" ] && ! [ -x "$p" ] || ! [ -r "$p" ]; then echo "read $p" >&2; exit 1; fi
if [ $n -gt 0 ]; then n=$((n - 1)); if ! [ -w "$p" ]; then echo "write to $p" >&2; exit 1; fi; fi
done`;

async function unusable(surroundings: Surroundings): Promise<string | undefined> {
  const { cwd, dictionary, strict: request } = surroundings;
  const readable = [cwd, ...request.readable, ...(dictionary === undefined ? [] : [dictionary])];
  const places = [...request.writable, ...readable].map((path) => resolve(path));
  const look = ['/bin/sh', '-c', LOOK, 'look', String(request.writable.length), ...places];
  const failed = await tryHeld(strict, look, surroundings);
  if (failed === undefined) return undefined;
  const failure = failed.problem;
  if (!/^(read|write to) [^\n]*$/.test(failure)) return `it does not work with these folders: ${failure}`;
  const who = strict.takeUser === undefined ? 'players' : 'players are nobody there, who';
  return `${who} cannot ${failure}: change the rights of it (chmod), or name another place`;
}
