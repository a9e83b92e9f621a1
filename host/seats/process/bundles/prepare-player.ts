import { mkdirSync, type Stats } from 'node:fs';
import { chmod, lchown, lstat, mkdir, opendir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostFailure } from '../../../core/errors.ts';
import { drawId } from '../../../core/seed.ts';
import { LONGEST_TIMER_MS, seconds } from '../../../core/units.ts';
import { packFiles, unpackFiles } from '../../../files/file-bundle.ts';
import { faultWithPath } from '../../../files/file-fault.ts';
import { longHash } from '../../../files/long-hash.ts';
import { quoted } from '../../../files/shell.ts';
import { now } from '../../../match/clock.ts';
import type { SeatDeparture } from '../../../match/seat.ts';
import type { PlayerBundle } from '../player-files.ts';
import type { OwnProcessOptions } from '../process-options.ts';
import { type HostingRequest, openSeats } from '../process-seats.ts';
import { isRoot, leastRequest, NOBODY } from '../sandbox/sandbox.ts';
import {
  cacheBundle,
  cachedBundle,
  preparationFolder,
  readPreparation,
  touchPreparation,
  unusedFiles,
  writePreparation,
} from './bundle-cache.ts';

/** Limits of a command that prepares files, if the player has none of its own. */
export const prepareLimits = {
  time: seconds(120),
  memory: 2 ** 30,
  /** The limits of bytes and of files include those from before. */
  disk: 512 * 2 ** 20,
  files: 100_000,
} as const;

const LOOK_MS = 200;
/** Deleted files without names still take space, so a lack of free space counts, too. */
const [SHORT_OF_DISK, MOST_OF_DISK] = [2 ** 32, 2 * prepareLimits.disk];
const KEPT_OUTPUT = 16 * 1024;

export interface PrepareTools {
  readonly hosting: HostingRequest;
  /** Fetches packed files that are not on this machine. */
  readonly fetch: (sha256: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

const running = new Map<string, Promise<void>>();
/** Each run tries earlier failures once more. */
const runBegan = Date.now();

/** Unpacks and prepares the files of a player, once on each machine. The cache has the result. */
export async function preparePlayer(
  bundle: PlayerBundle,
  own: OwnProcessOptions,
  tools: PrepareTools,
): Promise<void> {
  const folder = preparationFolder(bundle, tools.hosting, own);
  const found = readPreparation(folder);
  if (found?.folder !== undefined || (found && found.at >= runBegan)) {
    touchPreparation(folder);
    return;
  }
  let preparing = running.get(folder);
  if (preparing === undefined) {
    preparing = prepareIn(folder, bundle, own, tools).finally(() => running.delete(folder));
    running.set(folder, preparing);
  }
  await preparing;
}

async function prepareIn(
  folder: string,
  bundle: PlayerBundle,
  own: OwnProcessOptions,
  tools: PrepareTools,
): Promise<void> {
  await removeUnused();
  const name = drawId();
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    await unpack(bundle, path, tools);
    const { problem, output } =
      bundle.prepare === undefined
        ? { problem: undefined, output: '' }
        : await runCommand(bundle, path, own, tools);
    if (tools.signal.aborted) return await remove(path);
    if (problem === undefined) await close(path);
    else await remove(path);
    writePreparation(folder, {
      ...(problem === undefined ? { folder: name } : { problem }),
      output,
      at: Date.now(),
    });
  } catch (error) {
    await remove(path);
    if (error instanceof HostFailure || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new HostFailure(`cannot unpack the files of a player: ${faultWithPath(error as Error)}`);
  }
}

async function unpack(
  { sha256, files }: PlayerBundle,
  path: string,
  { fetch }: Pick<PrepareTools, 'fetch'>,
): Promise<void> {
  let packed = cachedBundle(sha256);
  if (packed === undefined) {
    packed = await fetch(sha256);
    if (packed === undefined || longHash(packed) !== sha256)
      throw new HostFailure(`the packed files of a player (${files}, ${sha256}) are missing or changed`);
    cacheBundle(packed);
  }
  await mkdir(path, { mode: 0o755 });
  const problem = await unpackFiles(packed, path);
  if (problem !== undefined)
    throw new HostFailure(`cannot unpack the files of a player (${files}): ${problem}`);
  const again = packFiles([path], '/');
  if (!again.ok || longHash(again.bundle) !== sha256)
    throw new HostFailure(`the unpacked files of a player (${files}) differ from the packed ones: ${path}`);
}

interface CommandOutcome {
  readonly problem: string | undefined;
  readonly output: string;
}

/** Runs in the players' sandbox, which can write to this folder meanwhile. */
async function runCommand(
  { prepare = '', time = prepareLimits.time }: PlayerBundle,
  path: string,
  own: OwnProcessOptions,
  { hosting, signal }: PrepareTools,
): Promise<CommandOutcome> {
  const { commandFolder: _, own: __, ...options } = hosting;
  const strict = hosting.strict ?? leastRequest;
  const isLimited = (own.memoryCap ?? hosting.memoryCap) !== undefined;
  if (hosting.sandbox === 'strict' && isRoot()) await giveTo(NOBODY, path);
  const over = Promise.withResolvers<string | undefined>();
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const timer = setTimeout(
    () => over.resolve(`took longer than ${time / 1e9} s (prepare-timeout)`),
    Math.min(time / 1e6, LONGEST_TIMER_MS),
  );
  const stop = () => over.resolve('was interrupted');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const watch = new AbortController();
  void watchDisk(path, watch.signal, over.resolve);
  try {
    const opened = await openSeats(
      [
        {
          // Standard output and standard error are stored together.
          ...{
            seat: 1,
            name: 'prepare',
            command: `${quoted(hosting.shell)} -c ${quoted(prepare)} >&2; exit $?`,
          },
          own: {
            ...own,
            cwd: path,
            cpuCap: Number.POSITIVE_INFINITY,
            bundle: undefined,
            strict: { ...strict, writable: [...strict.writable, path] },
            ...(!isLimited && { memoryCap: prepareLimits.memory }),
          },
        },
      ],
      {
        ...options,
        game: drawId(),
        environment: () => ({}),
        clock: now,
        stderr: 'discard',
        requireBatch: false,
        stderrCap: KEPT_OUTPUT,
        keptStderr: undefined,
        pollsMemory: !isLimited,
      },
      () => ({
        read: () => {},
        gone: (departure) => over.resolve(faultOf(departure)),
        caught: ({ detail }) => over.resolve(detail),
        lost: (problem) => lost.reject(new HostFailure(problem)),
      }),
    );
    const [seat] = opened.seats;
    let problem: string | undefined;
    try {
      seat!.hangUp();
      problem = await Promise.race([over.promise, lost.promise]);
    } finally {
      await opened[Symbol.asyncDispose]();
    }
    const { processes } = await seat!.ended;
    const left = processes?.survivors ?? 0;
    if (left > 0) problem ??= 'left processes that the host could not end';
    problem ??= await excessOn(path, true);
    const { stderr = '', stderrStart } = processes ?? {};
    const output = stderrStart === undefined ? stderr : `${stderrStart}\n…\n${stderr}`;
    return { problem: problem && `\`${prepare}\` (prepare) ${problem}`, output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    watch.abort();
  }
}

function faultOf({ code, signal, problem }: SeatDeparture): string | undefined {
  if (code === 0) return undefined;
  const why = problem === undefined ? '' : `: ${problem}`;
  if (code !== null) return `exited with status ${code}${why}`;
  return signal === null ? `could not run${why}` : `was killed by ${signal}`;
}

async function watchDisk(path: string, end: AbortSignal, tell: (problem: string) => void): Promise<void> {
  const free = await freeBytes(path);
  while (!end.aborted) {
    const left = await freeBytes(path);
    const isFull = left < SHORT_OF_DISK && free - left > MOST_OF_DISK;
    const problem = (await excessOn(path)) ?? (isFull ? FULL : undefined);
    if (problem !== undefined) return tell(problem);
    await sleep(LOOK_MS, undefined, { signal: end }).catch(() => {});
  }
}

const FULL = `wrote more than ${prepareLimits.disk / 2 ** 20} MiB, or other programs filled the disk`;

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
  return bavail * bsize;
}

/** Returns what exceeds the limit of the disk. */
async function excessOn(path: string, opens = false): Promise<string | undefined> {
  let [bytes, files] = [0, 0];
  for await (const { stats } of walk(path, opens)) {
    bytes += 512 * Number(stats.blocks);
    files++;
    if (bytes > prepareLimits.disk) return `wrote more than ${prepareLimits.disk / 2 ** 20} MiB`;
    if (files > prepareLimits.files) return `created more than ${prepareLimits.files} files and folders`;
  }
  return undefined;
}

interface Entry {
  readonly path: string;
  readonly stats: Stats;
}

/** Looking at files one after another could be slower than making them. */
const AT_ONCE = 256;

/**
 * Lists a folder and everything in it. Missing files are skipped. `opens` also enters folders without rights.
 */
async function* walk(top: string, opens = false): AsyncGenerator<Entry> {
  const waiting = [top];
  while (waiting.length > 0) {
    const paths = waiting.splice(-AT_ONCE);
    const found = await Promise.all(paths.map(async (path) => await lstat(path).catch(() => undefined)));
    for (const [index, stats] of found.entries()) {
      if (stats === undefined) continue;
      const path = paths[index]!;
      yield { path, stats };
      if (!stats.isDirectory()) continue;
      if (opens) await chmod(path, 0o700);
      // The folder is gone or closed. Then only the free space tells its size.
      await addNames(path, waiting).catch(() => {});
    }
  }
}

async function addNames(folder: string, paths: string[]): Promise<void> {
  for await (const { name } of await opendir(folder, { bufferSize: AT_ONCE })) {
    paths.push(join(folder, name));
    if (paths.length > prepareLimits.files) return;
  }
}

async function giveTo(user: number, path: string): Promise<void> {
  for await (const entry of walk(path)) await lchown(entry.path, user, user);
}

const [READ, EXECUTE] = [0o444, 0o111];

/** The folder belongs to the host from now on. No process of the command runs any more. */
async function close(path: string): Promise<void> {
  // A pipe or a socket is a way to other players.
  for await (const { path: each, stats } of walk(path, true))
    if (!(stats.isDirectory() || stats.isFile() || stats.isSymbolicLink())) await rm(each);
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  for await (const { path: each, stats } of walk(path)) {
    if (isRoot()) await lchown(each, user, group);
    if (stats.isDirectory()) await chmod(each, READ | EXECUTE);
    else if (stats.isFile()) await chmod(each, (stats.mode & 0o100) === 0 ? READ : READ | EXECUTE);
  }
}

let isSwept = false;

async function removeUnused(): Promise<void> {
  if (isSwept) return;
  isSwept = true;
  for (const path of unusedFiles()) await remove(path);
}

/**
 * Removes a folder of any depth and rights. A failed removal is repeated when the folder was unused for long.
 */
async function remove(path: string): Promise<void> {
  const { execa } = await import('execa');
  const script = 'chmod -R u+rwX -- "$1" 2>/dev/null; rm -rf -- "$1"';
  await execa('/bin/sh', ['-c', script, 'remove', path], { reject: false, stdio: 'ignore' });
}
