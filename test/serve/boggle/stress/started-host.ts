import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { binary } from '../../../cli/wordhost.ts';

/** `wordhost serve` in a process of its own, which can be killed and started again on the same database. */
export class StartedHost implements AsyncDisposable {
  readonly #where: string;
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;
  #address: Promise<string>;
  /** On standard error, by all of its processes. */
  said = '';

  constructor(where: string, options: readonly string[]) {
    this.#where = where;
    this.#options = options;
    this.#address = this.#start();
  }

  /** Of the process that runs now, or of the next one. */
  get address(): Promise<string> {
    return this.#address;
  }

  /** At once, in the middle of whatever it does; the next one is started. */
  async killAndStartAgain(): Promise<void> {
    const next = Promise.withResolvers<string>();
    this.#address = next.promise;
    await this.#kill();
    next.resolve(this.#start());
    await this.#address;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kill();
  }

  async #kill(): Promise<void> {
    const child = this.#child!;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<string> {
    const words = ['serve', '--listen', '127.0.0.1:0', '--json', '--store', this.#where, ...this.#options];
    const child = spawn(process.execPath, [binary, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    const [said] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
    if (typeof said !== 'string') throw new Error(`wordhost serve ended: ${said}: ${this.said}`);
    return JSON.parse(said).listening;
  }
}
