import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of the records of games that are played now, until they are in a store. What is in it of a run that was killed is of
 * games that are played again.
 */
export class RunningRecords implements Disposable {
  readonly folder: string;

  constructor(store: string) {
    this.folder = `${store}-running`;
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder)) if (name.endsWith('.jsonl')) rmSync(join(this.folder, name));
  }

  [Symbol.dispose](): void {
    try {
      rmdirSync(this.folder);
    } catch {
      // A record that is in no store stays there.
    }
  }
}
