import { type BigIntStats, statSync } from 'node:fs';
import type { PlayedFile } from '../../../match/process-facts.ts';
import { hashOf } from './file-hash.ts';
import { pathsInCommand } from './paths-in-command.ts';

interface SeenFile {
  readonly name: string;
  readonly path: string;
  readonly stats: BigIntStats;
}

/** More are not looked at. */
const MOST_FILES = 64;
const MOST_NAMES = 1_000;

/** The files that the command of one player names. They are looked at when it starts, and read when its part is over. */
export class NamedFiles {
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
    const named = pathsInCommand(this.#command, this.#folder, process.env.HOME).slice(0, MOST_NAMES);
    for (const { name, path } of named) {
      if (files.size === MOST_FILES) break;
      const stats = files.has(path) ? undefined : regularAt(path);
      if (stats) files.set(path, { name, path, stats });
    }
    this.#seen = [...files.values()];
  }

  /** Never rejects. */
  async hashes(): Promise<readonly PlayedFile[]> {
    return await Promise.all(
      this.#seen.map(async ({ name, path, stats }) => ({ file: name, ...(await hashOf(path, stats)) })),
    );
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
