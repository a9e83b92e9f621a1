import { once } from 'node:events';
import { execa } from 'execa';
import { firstMoveIn } from './read-move.ts';

/** What comes of a question: a move as it was printed, or a sentence why there is none. */
export type Answer = { readonly move: string } | { readonly problem: string };

/** Lines that are shown where there was no answer. */
const SHOWN_LINES = 3;
/** The longest part of a line without an end that is kept. */
const LONGEST_LINE = 65_536;
const LONGEST_SHOWN = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a console
const COLOURS = /\u001b\[[0-9;?]*[a-zA-Z]/g;
/** Engines say in this way that there will be no move. */
const PROBLEM = /^(?:\W*error\b|info string error\b|bestmove\b)/i;
/** Timers of more milliseconds fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** An engine that is still there then is killed: the host waits 250 ms for its player. */
const LONGEST_END_MS = 100;

/** It ends with this process, also where a signal ends that. */
const start = (command: string) =>
  execa(command, {
    shell: '/bin/sh',
    stderr: ['pipe', 'inherit'],
    buffer: false,
    reject: false,
    forceKillAfterDelay: LONGEST_END_MS,
  });

/** An engine as a process, which is asked in lines. Its standard error is passed on, and is read too: some print their moves there. */
export class Console implements AsyncDisposable {
  readonly #engine: ReturnType<typeof start>;
  readonly #gone: Promise<unknown>;
  #ended: string | undefined;
  /** Since the last question. */
  #said: string[] = [];
  /** What has no end of line yet, by its output. */
  readonly #unfinished = new Map<unknown, string>();
  #hear: (line: string) => void = () => {};
  #end: () => void = () => {};

  constructor(command: string) {
    this.#engine = start(command);
    this.#gone = once(this.#engine.nodeChildProcess, 'exit').catch(() => {});
    for (const output of [this.#engine.stdout, this.#engine.stderr]) this.#read(output.setEncoding('utf8'));
    void this.#engine.then(({ exitCode, signal, originalMessage }) => {
      if (signal !== undefined) this.#over(`was ended by ${signal}`);
      else if (exitCode !== undefined) this.#over(`exited with status ${exitCode}`);
      else this.#over(`could not start (${originalMessage})`);
    });
  }

  /** What the engine has started may live on, and keep its output open: that is not waited for. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#engine.stdin.end();
    this.#engine.kill();
    await this.#gone;
  }

  /** The first move that it prints after these lines, in so many milliseconds. */
  async ask(lines: readonly string[], withinMs: number): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const asked = `after "${lines.at(-1)}"`;
    const over = () => resolve({ problem: `the engine ${this.#ended} ${asked}${this.#lastLines()}` });
    this.#said = [];
    this.#end = over;
    this.#hear = (line) => {
      const move = firstMoveIn(line);
      if (move !== undefined) resolve({ move });
      else if (PROBLEM.test(line)) resolve({ problem: `the engine answered ${shown(line)} ${asked}` });
    };
    if (this.#ended !== undefined) over();
    else this.#engine.stdin.write(lines.map((line) => `${line}\n`).join(''));
    const timer = setTimeout(
      () => resolve({ problem: this.#nothingIn(withinMs, asked) }),
      Math.min(withinMs, LONGEST_TIMER),
    );
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#hear = () => {};
      this.#end = () => {};
    }
  }

  #nothingIn(withinMs: number, asked: string): string {
    const expected = `expected a line such as "bestmove 8H.CAT", or a list of moves that starts like "1: 8H CAT", ${asked} within ${(withinMs / 1000).toFixed(1)} s`;
    return `${expected}${this.#lastLines() || '; the engine wrote nothing'}`;
  }

  #lastLines(): string {
    const halves = [...this.#unfinished.values()].filter((half) => half.trim() !== '');
    const said = this.#said.length === 0 ? [] : [`its last output: ${this.#said.map(shown).join(', ')}`];
    const half = halves.map((text) => `a line without an end: ${shown(text)}`);
    return [...said, ...half].map((part) => `; ${part}`).join('');
  }

  #read(output: NodeJS.ReadableStream): void {
    output.on('data', (text: string) => {
      const lines = ((this.#unfinished.get(output) ?? '') + text).split('\n');
      this.#unfinished.set(output, lines.pop()!.slice(-LONGEST_LINE));
      for (const line of lines) this.#line(line.replaceAll(COLOURS, '').trim());
    });
  }

  #line(line: string): void {
    if (line === '') return;
    this.#said = [...this.#said, line].slice(-SHOWN_LINES);
    this.#hear(line);
  }

  #over(how: string): void {
    this.#ended ??= how;
    this.#end();
  }
}

export const shown = (line: string): string => JSON.stringify(line.slice(0, LONGEST_SHOWN));
