import { readFileSync, readlinkSync } from 'node:fs';
import { UsageError } from '../core/usage-error.ts';
import { printError } from './print.ts';

const LOST = 3;
/** As a shell says of a program that wrote to a pipe that nobody reads. */
const UNREAD = 141;

/** Watches whether what is printed as a result is taken. */
export class ResultOutput {
  #status: number | undefined;

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => this.#unwritten(error));
    // Notes that nobody can read are no reason to end a game.
    process.stderr.on('error', () => {});
  }

  /** The exit status where some of it was not taken. */
  get status(): number | undefined {
    return this.#status;
  }

  /** What was printed must not be lost, and that it was must not be overlooked. */
  async flush(): Promise<void> {
    for (const stream of [process.stdout, process.stderr])
      if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
    // That the last line could not be written is told in the next turn of the loop.
    await new Promise(setImmediate);
  }

  /** `wordhost … | head`: a command that has players ends them first, by a listener of its own. */
  #unwritten(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EPIPE') {
      printError(`standard output could not be written, results are lost: ${error.message}\n`);
      process.exit(LOST);
    }
    this.#status = UNREAD;
    if (process.stdout.listenerCount('error') === 1) process.exit(UNREAD);
  }
}

const READ_AND_WRITE = 0o2;

/**
 * Where standard output is closed, Node opens /dev/null in its place, to read and to write: results would be written
 * there and be gone, with an exit status as if all were well. `>/dev/null` is opened to write alone, and is meant.
 */
export function checkResultsAreTaken(option: string): void {
  if (!isNowhere()) return;
  throw new UsageError(
    `${option}: standard output is closed, and results are printed there. Let it go to a file or a program; to have none, leave ${option} out, or write >/dev/null`,
  );
}

function isNowhere(): boolean {
  try {
    const flags = /^flags:\s*0*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1];
    const isNull = readlinkSync('/proc/self/fd/1') === '/dev/null';
    return isNull && flags !== undefined && (Number.parseInt(flags, 8) & 0o3) === READ_AND_WRITE;
  } catch {
    return false; // Without /proc nobody can tell.
  }
}
