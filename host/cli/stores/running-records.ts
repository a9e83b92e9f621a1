import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HostFailure } from '../../core/host-failure.ts';
import { faultWithPath } from '../../files/output/fault-in-words.ts';

/** A store takes the result alone of a game whose record is larger than any that it gives out. */
export function recordLeft(game: number, path: string): string {
  return `note: the record of game ${game} is larger than a store takes; until the next run it is in ${path}`;
}

/**
 * The folder of the records of games that are played now, until they are in a store. All others in it are of games that are played
 * again: those of a run that was killed are removed by the next one.
 */
export class RunningRecords implements Disposable {
  readonly folder: string;
  readonly #left = new Set<string>();

  constructor(store: string) {
    this.folder = `${store}-running`;
    try {
      mkdirSync(this.folder, { recursive: true });
      this.#clear();
    } catch (error) {
      throw new HostFailure(`the folder of running games: ${faultWithPath(error as Error)}`);
    }
  }

  /** Somebody is told of this record: it stays until the next run. */
  leave(path: string): void {
    this.#left.add(basename(path));
  }

  [Symbol.dispose](): void {
    try {
      this.#clear();
      rmdirSync(this.folder);
    } catch {
      // There is something in it that is not ours, or that was left.
    }
  }

  #clear(): void {
    for (const name of readdirSync(this.folder))
      if (name.endsWith('.jsonl') && !this.#left.has(name)) rmSync(join(this.folder, name));
  }
}
