import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** None: it is not installed here. */
export const chromium = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(existsSync);

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** A page in Chromium without a window, driven through the pipes of its DevTools protocol. */
export class Browser implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wordhost-chromium-'));
  readonly #process;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #heard: Answer[] = [];
  #session: string | undefined;
  #count = 0;
  #left = '';

  constructor(program: string) {
    const own = [
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-pipe',
      `--user-data-dir=${this.#folder}`,
    ];
    this.#process = spawn(program, ['--headless=new', ...own, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.#folder },
    });
    (this.#process.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => this.#take(text));
  }

  /** What the page has requested and said since it was opened. */
  heard(method: string): readonly unknown[] {
    return this.#heard.filter((each) => each.method === method).map(({ params }) => params);
  }

  async open(url: string): Promise<void> {
    if (this.#session === undefined) await this.#attach();
    this.#heard.length = 0;
    const loaded = this.#event('Page.loadEventFired');
    await this.call('Page.navigate', { url });
    await loaded;
  }

  async call(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#count;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    const { result, error } = await promise;
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result ?? {};
  }

  /** The value of an expression in the page, once it has come. */
  async value(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.call('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value?: unknown }).value;
  }

  async press(key: string, code: string = key): Promise<void> {
    const text = key.length === 1 ? { text: key } : {};
    const windowsVirtualKeyCode = codes[code];
    const pressed = { key, code, windowsVirtualKeyCode };
    await this.call('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, ...text });
    await this.call('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  }

  async #attach(): Promise<void> {
    const { targetInfos } = await this.call('Target.getTargets');
    const page = (targetInfos as { readonly type: string; readonly targetId: string }[]).find(
      ({ type }) => type === 'page',
    );
    const { sessionId } = await this.call('Target.attachToTarget', {
      targetId: page!.targetId,
      flatten: true,
    });
    this.#session = String(sessionId);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await this.call(`${domain}.enable`);
  }

  async #event(method: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { method, resolve };
    await promise;
  }

  #awaited: { readonly method: string; readonly resolve: () => void } | undefined;

  #take(text: string): void {
    const messages = `${this.#left}${text}`.split('\0');
    this.#left = messages.pop()!;
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
      else this.#heard.push(answer);
      if (answer.method !== undefined && answer.method === this.#awaited?.method) this.#awaited.resolve();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const codes: Readonly<Record<string, number>> = {
  Space: 32,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowRight: 39,
  Tab: 9,
  Enter: 13,
};
