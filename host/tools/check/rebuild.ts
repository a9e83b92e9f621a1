import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { attempt, UsageError } from '../../core/errors.ts';

const LONGEST_BUILD_MS = 600_000;
const MOST_OUTPUT = 2 ** 16;

/** Runs the command that builds a bot. Returns what it wrote and how it ended, unless it succeeded. */
export async function rebuild(
  command: string,
  {
    shell,
    folder,
    signal,
  }: { readonly shell: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<readonly string[] | undefined> {
  const ended = await execa(shell, ['-c', command], {
    cwd: folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    timeout: LONGEST_BUILD_MS,
    maxBuffer: MOST_OUTPUT,
  });
  if (!ended.failed) return undefined;
  const how = ended.exitCode === undefined ? ended.shortMessage : `exit status ${ended.exitCode}`;
  return [...ended.all.split('\n').filter((line) => line !== ''), `--rebuild failed: ${how}`];
}

/** The files of a folder with their times and sizes. */
export type Snapshot = ReadonlyMap<string, string>;

const MOST_FILES = 20_000;
/** Folders that tools fill. */
const NO_SOURCES = /^(?:\.|node_modules$|__pycache__$)/;

export function snapshotOf(folder: string): Snapshot {
  const files = new Map<string, string>();
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    // A folder can be deleted between two looks.
    for (const entry of attempt(() => readdirSync(next, { withFileTypes: true }), [])) {
      const path = join(next, entry.name);
      if (NO_SOURCES.test(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      else files.set(path, stateOf(path));
      if (files.size > MOST_FILES)
        throw new UsageError(
          `--again: ${folder} has more than ${MOST_FILES} files. Use --cwd with the bot's folder`,
        );
    }
  return files;
}

function stateOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.mtimeNs} ${stats.size}`;
}

const LOOK_EVERY_MS = 200;

/** Waits until a file of the folder changes, comes or goes, and then until a whole look finds nothing new. */
export async function changeSince(before: Snapshot, folder: string, signal: AbortSignal): Promise<void> {
  let last = before;
  let changed = false;
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    const now = snapshotOf(folder);
    const isSame = now.size === last.size && [...now].every(([path, state]) => last.get(path) === state);
    if (changed && isSame) return;
    changed ||= !isSame;
    last = now;
  }
}
