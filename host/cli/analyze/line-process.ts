import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { HostFailure, UsageError } from '../../core/errors.ts';

/** A process of this very program that answers each line on its standard input with a line on its standard output. */
export class LineProcess implements AsyncDisposable {
  readonly #process;
  readonly #lines: AsyncIterator<string>;

  constructor(words: readonly string[]) {
    const [, program] = process.argv;
    if (program === undefined)
      throw new UsageError('expected a program in a file, which is started again; this one has none');
    this.#process = execa(process.execPath, [...process.execArgv, program, ...words], {
      stderr: 'inherit',
      buffer: false,
      reject: false,
      // A Ctrl-C at the terminal is for the process that started it.
      detached: true,
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async ask(line: string): Promise<string> {
    this.#process.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done !== true) return value;
    const { exitCode, signal } = await this.#process;
    if (exitCode === 2) throw new UsageError('it could not go on: its reason is above');
    throw new HostFailure(
      `a process that was started for it has ended, with ${signal ?? `exit status ${exitCode}`}`,
    );
  }

  /** It ends by itself when its input is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin.end();
    await this.#process;
  }

  kill(): void {
    this.#process.kill();
  }
}
