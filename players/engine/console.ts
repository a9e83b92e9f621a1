import { once } from 'node:events';
import { execa } from 'execa';
import { firstMoveIn } from './read-move.ts';

/** A move as it was printed, or the reason of a failure. */
export type Answer = { readonly move: string } | { readonly problem: string };

/** Lines that an error shows. */
const SHOWN_LINES = 3;
/** The limit of an incomplete line. */
const LONGEST_LINE = 65_536;
const LONGEST_SHOWN = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a console
const COLOURS = /\u001b\[[0-9;?]*[a-zA-Z]/g;
/** Engines announce failures in these forms. */
const PROBLEM = /^(?:\W*error\b|info string error\b|bestmove\b)/i;
/** Timers of more milliseconds fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** The engine is killed after this time, because the host waits 250 ms for its player. */
const LONGEST_END_MS = 100;

/** The engine ends with this process, even after a signal. */
const start = (command: string) =>
  execa(command, {
    shell: '/bin/sh',
    stderr: ['pipe', 'inherit'],
    buffer: false,
    reject: false,
    forceKillAfterDelay: LONGEST_END_MS,
  });

/** A console engine. Some print moves on standard error, so that is read and passed on. */
export class Console implements AsyncDisposable {
  readonly #engine: ReturnType<typeof start>;
  readonly #gone: Promise<unknown>;
  #ended: string | undefined;
  /** Lines since the last question. */
  #said: string[] = [];
  /** Incomplete lines of each output. */
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

  /** Children of the engine may keep its output open, which is ignored. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#engine.stdin.end();
    this.#engine.kill();
    await this.#gone;
  }

  /** Returns the first move printed after these lines. */
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
    const halves = [...this.#unfinished.values()]
      .map((half) => half.replaceAll(COLOURS, ''))
      .filter((half) => half.trim() !== '' && !PROMPT.test(half));
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

/** A console such as macondo's writes a prompt without a line end while it waits. It says nothing of what is wrong. */
const PROMPT = /^\s*\w+> *$/;

export const shown = (line: string): string => JSON.stringify(line.slice(0, LONGEST_SHOWN));
