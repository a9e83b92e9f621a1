import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { binary } from '../cli/wordhost.ts';
import { until } from './until.ts';

/** A terminal of its own, in which a shell runs: what a person does is typed, and what a person sees is read. */
export class Tmux implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wordhost-tmux-'));

  constructor(columns = 80, rows = 24) {
    const shell = `env PS1='$ ' PATH='${dirname(process.execPath)}:${process.env.PATH ?? ''}' bash --norc --noprofile`;
    this.#tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), '-s', 'test', shell);
  }

  /** A line for the shell; `wordhost` is the command line of this checkout. */
  runs(line: string): void {
    this.enters(line.replaceAll(/\bwordhost(?= (bananagrams|scrabble|boggle|play)\b)/g, `node ${binary}`));
  }

  enters(text: string): void {
    this.types(text);
    this.presses('Enter');
  }

  types(text: string): void {
    this.#tmux('send-keys', '-t', 'test', '-l', '--', text);
  }

  /** By their names in tmux: `Enter`, `C-c`. */
  presses(...keys: readonly string[]): void {
    this.#tmux('send-keys', '-t', 'test', ...keys);
  }

  get screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'test');
  }

  get hasBell(): boolean {
    return this.#tmux('display-message', '-p', '-t', 'test', '#{window_bell_flag}').trim() === '1';
  }

  /** All of it at once: a screen is drawn in several pieces. */
  async shows(...patterns: readonly (RegExp | string)[]): Promise<string> {
    let screen = '';
    const isSeen = (pattern: RegExp | string) =>
      typeof pattern === 'string' ? screen.includes(pattern) : pattern.test(screen);
    const areSeen = () => {
      screen = this.screen;
      return patterns.every(isSeen);
    };
    const missing = () => patterns.filter((pattern) => !isSeen(pattern)).join(' and ');
    await until(areSeen, () => `${missing()} on the screen\n${screen}`);
    return screen;
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-t', 'test', '-x', String(columns), '-y', String(rows));
  }

  /** As when the window of a terminal is closed. */
  close(): void {
    this.#tmux('kill-session', '-t', 'test');
  }

  [Symbol.dispose](): void {
    try {
      this.#tmux('kill-server');
    } catch {
      // With its last session it has ended.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #tmux(...words: readonly string[]): string {
    const environment = { ...process.env, TERM: 'xterm-256color' };
    return execFileSync('tmux', ['-S', join(this.#folder, 'socket'), '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
