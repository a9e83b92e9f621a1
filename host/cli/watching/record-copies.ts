import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordPath } from '../../runs/play-game.ts';
import { isStill, nameOf } from '../../seats/process/processes/marked.ts';

/** The newest games whose records are kept. */
const MOST = 200;

/** Of such a folder: whose it is. */
const NAME = /^wordhost-watch-(?<namespace>\d*)-(?<pid>\d+)-(?<start>\d*)-/;

/** A folder for the records of the newest games of a run, where nobody else keeps them. It goes with the command. */
export class RecordCopies implements Disposable {
  readonly folder: string;
  /** By number, the oldest first. */
  readonly #over = new Map<number, string>();
  readonly #remove = () => rmSync(this.folder, { recursive: true, force: true });

  constructor() {
    removeLeft();
    const { pid, start = '' } = nameOf(process.pid);
    this.folder = mkdtempSync(join(tmpdir(), `wordhost-watch-${pidNamespace()}-${pid}-${start}-`));
    process.once('exit', this.#remove);
  }

  /** The record of this game is whole; that of the oldest goes, where there are too many. */
  keep(number: number, id: string): void {
    this.#over.set(number, id);
    if (this.#over.size <= MOST) return;
    const [oldest, oldId] = this.#over.entries().next().value!;
    this.#over.delete(oldest);
    this.remove(oldId);
  }

  remove(id: string): void {
    rmSync(recordPath(this.folder, id), { force: true });
  }

  /** None: the game is not over, or it is long over. */
  pathOf(number: number): string | undefined {
    const id = this.#over.get(number);
    return id === undefined ? undefined : recordPath(this.folder, id);
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** What commands that were killed have left. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const { namespace, pid, start } = NAME.exec(name)?.groups ?? {};
    if (namespace !== pidNamespace()) continue;
    if (isStill({ pid: Number(pid), start: start === '' ? undefined : Number(start) })) continue;
    try {
      if (isOwn(join(tmpdir(), name))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another command has removed it.
    }
  }
}

function isOwn(path: string): boolean {
  const there = lstatSync(path);
  return there.isDirectory() && there.uid === process.getuid?.();
}

/** In another container the same number is another process, and the folder may be shared. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}
