import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { TerminalLock, type TerminalRequest } from 'wordhost/terminal';
import { type Key, keysIn } from './keys.ts';
import { ownScreen, plainScreen, type Screen, type Shown, type Size } from './screen.ts';

interface Listener {
  pressed(key: Key): void;
  /** Another program wants the terminal. */
  asked(request: TerminalRequest): void;
  /** The terminal was closed. */
  lost(): void;
}

/** Resources while this program has the terminal. */
interface Open {
  readonly lock: TerminalLock;
  readonly descriptor: number;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly screen: Screen;
  readonly restore: () => void;
}

/** A person's terminal, which others may use in between. */
export class PersonTerminal {
  readonly path: string;
  readonly #isPlain: boolean;
  readonly #listener: Listener;
  #open: Open | undefined;

  constructor(path: string, isPlain: boolean, listener: Listener) {
    this.path = path;
    this.#isPlain = isPlain;
    this.#listener = listener;
  }

  get isOurs(): boolean {
    return this.#open !== undefined;
  }

  get isThere(): boolean {
    return existsSync(this.path);
  }

  get size(): Size {
    const { output } = this.#open ?? {};
    // A program of another session gets no signal about the size and must poll.
    (output as (WriteStream & { _refreshSize?(): void }) | undefined)?._refreshSize?.();
    return { columns: output?.columns || 80, rows: output?.rows || 24, isPlain: this.#isPlain };
  }

  /** Waits for the terminal. Returns whether another person had it before. */
  async take(): Promise<boolean> {
    const asked = (request: TerminalRequest) => this.#listener.asked(request);
    const lock = await TerminalLock.take(this.path, { owner: 'person', request: 'after your turn', asked });
    try {
      this.#open = this.#opened(lock);
    } catch (error) {
      lock.release();
      throw error;
    }
    return lock.metPerson;
  }

  forget(): void {
    this.#open?.screen.forget();
  }

  draw(shownFor: (size: Size) => Shown): void {
    if (!this.#open) return;
    const { size } = this;
    try {
      this.#open.screen.draw(shownFor(size), size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
      this.#listener.lost();
    }
  }

  /** Restores its previous state. */
  release(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    try {
      open.screen.leave();
    } catch {
      // The terminal has been closed.
    }
    open.restore();
    open.input.destroy();
    open.output.destroy();
    closeSync(open.descriptor);
    open.lock.release();
  }

  #opened(lock: TerminalLock): Open {
    const flags = constants.O_RDWR | constants.O_NOCTTY;
    const descriptor = openSync(this.path, flags);
    const screen = this.#isPlain ? plainScreen(descriptor) : ownScreen(descriptor);
    const restore = screen.byKeys ? setToKeys(descriptor) : () => {};
    const input = new ReadStream(openSync(this.path, flags));
    const output = new WriteStream(openSync(this.path, flags));
    input.setEncoding('utf8').on('data', (text) => {
      for (const key of keysIn(String(text))) if (this.#open) this.#listener.pressed(key);
    });
    for (const end of ['end', 'error'])
      input.on(end, () => this.#open?.input === input && this.#listener.lost());
    output.on('error', () => {});
    screen.enter();
    return { lock, descriptor, input, output, screen, restore };
  }
}

/**
 * Keys come one by one without echo. Ctrl-C and Ctrl-Z stay signals for the host, and Ctrl-\ ends nothing.
 */
const KEY_BY_KEY = ['-icanon', '-echo', 'min', '1', 'time', '0', 'quit', 'undef'];

/** Returns a function that restores the modes. Throws a sentence. */
function setToKeys(descriptor: number): () => void {
  const before = stty(descriptor, ['-g']);
  stty(descriptor, KEY_BY_KEY);
  return () => {
    try {
      stty(descriptor, [before]);
    } catch {
      // The terminal has been closed.
    }
  };
}

// execa passes on only the terminals at 0, 1 and 2.
function stty(descriptor: number, words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('stty', words, {
    stdio: [descriptor, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (error) throw new Error(`cannot run stty, which sets terminal modes: ${error.message}`);
  if (status !== 0) throw new Error(stderr.trim() || `stty exited with status ${status}`);
  return stdout.trim();
}
