import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { HostFailure, UsageError } from '../../core/errors.ts';

interface LineProcessOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** Standard error is not shown. Its last line after this text is the reason of a failure. */
  readonly reasonAfter?: string;
}

/** Another process of this program that answers each line with a line. */
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
      // A Ctrl-C at the terminal must not reach it.
      detached: true,
    });
    // A write after its end fails, and the missing answer reports that.
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

  /** It ends when its input ends. Whatever it started is killed then. */
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
      // No process is left, or this system has no process groups.
    }
  }

  kill(): void {
    this.#process.kill();
  }
}
