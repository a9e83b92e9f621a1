import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { HostFailure, UsageError } from '../../core/errors.ts';

interface LineProcessOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** What it writes on standard error is not shown, but the last line is the reason where it cannot go on. */
  readonly reasonAfter?: string;
}

/** A process of this very program that answers each line on its standard input with a line on its standard output. */
export class LineProcess implements AsyncDisposable {
  readonly #process;
  readonly #lines: AsyncIterator<string>;
  #reason: string | undefined;

  constructor(words: readonly string[], { variables = {}, reasonAfter }: LineProcessOptions = {}) {
    const [, program] = process.argv;
    if (program === undefined)
      throw new UsageError('expected a program in a file, which is started again; this one has none');
    this.#process = execa(process.execPath, [...process.execArgv, program, ...words], {
      env: variables,
      stderr: reasonAfter === undefined ? 'inherit' : 'pipe',
      buffer: false,
      reject: false,
      // A Ctrl-C at the terminal is for the process that started it.
      detached: true,
    });
    // It may have ended: then there is no answer.
    this.#process.stdin.on('error', () => {});
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    const { stderr } = this.#process;
    if (stderr && reasonAfter !== undefined)
      createInterface({ input: stderr }).on('line', (line) => {
        this.#reason = `${reasonAfter}${line}`;
      });
  }

  async ask(line: string): Promise<string> {
    this.#process.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done !== true) return value;
    const { exitCode, signal } = await this.#process;
    if (this.#reason !== undefined) throw new UsageError(this.#reason);
    throw new HostFailure(`a process has ended with ${signal ?? `exit status ${exitCode}`}`);
  }

  /** It ends by itself when its input is over; what it has started and is still there then is killed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin.end();
    await this.#process;
    this.#killGroup();
  }

  #killGroup(): void {
    const { pid } = this.#process;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody is left, or this system has no groups of processes.
    }
  }

  kill(): void {
    this.#process.kill();
  }
}
