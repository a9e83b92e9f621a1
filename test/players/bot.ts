import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { binary } from '../cli/wordhost.ts';

/** A bot on pipes, for tests that speak the wire themselves. */
export class Bot {
  readonly #child: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  #heard = '';
  #ended = false;
  #wake: () => void = () => {};
  stderr = '';

  constructor(command: readonly string[], environment: Readonly<Record<string, string>>) {
    const [file = '', ...args] = command;
    this.#child = spawn(file, args, { env: { ...process.env, ...environment }, stdio: 'pipe' });
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#child.stdout.setEncoding('latin1').on('data', (text: string) => {
      this.#heard += text;
      this.#wake();
    });
    this.#child.stdout.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    this.#exit = once(this.#child, 'close').then(([code, signal]) => code ?? signal);
  }

  readonly #exit: Promise<number | string>;

  say(text: string): void {
    this.#child.stdin.write(text);
  }

  /** These lines, each with its end. */
  tell(...lines: readonly string[]): void {
    this.say(lines.map((line) => `${line}\n`).join(''));
  }

  hangUp(): void {
    this.#child.stdin.end();
  }

  /** The next so many bytes. */
  async read(count: number): Promise<string> {
    while (this.#heard.length < count) {
      if (this.#ended)
        throw new Error(`the bot has gone (${await this.#exit}) after "${this.#heard}": ${this.stderr}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    const text = this.#heard.slice(0, count);
    this.#heard = this.#heard.slice(count);
    return text;
  }

  /** The next line, without its end. */
  async line(): Promise<string> {
    let line = '';
    for (;;) {
      const next = await this.read(1);
      if (next === '\n') return line;
      line += next;
    }
  }

  /** What has come and nobody has read. */
  get unread(): string {
    return this.#heard;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit status, or the signal that ended it. */
  get exit(): Promise<number | string> {
    return this.#exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }
}

/** `wordhost player NAME`, as it was built. */
export const player = (name: string, ...args: string[]): string[] => [
  process.execPath,
  binary,
  'player',
  name,
  ...args,
];
