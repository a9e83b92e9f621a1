import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { attempt } from '../../../core/errors.ts';
import { Deadline } from '../../deadline.ts';
import { signal } from '../processes/player-processes.ts';
import { readProc } from '../processes/proc.ts';

type Answer = PromiseWithResolvers<string>;

/** A shell that executes orders and answers in lines. It always ends with the host. */
export class Dialogue {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #orders: Socket;
  readonly #answers: Socket;
  readonly #awaited: Answer[] = [];
  /** Lines that are no answers, by their first word. */
  readonly #heard = new Map<string, Answer>();
  #waiting = 0;
  #unfinished = '';
  /** Orders of this turn of the loop, sent together. */
  #untold = '';
  #over = false;

  private constructor(child: ChildProcess) {
    this.pid = child.pid!;
    this.#child = child;
    this.#orders = child.stdin as Socket;
    this.#answers = child.stdout as Socket;
    this.#orders.on('error', () => {});
    this.#answers.on('error', () => {}).on('data', (bytes) => this.#read(String(bytes)));
    this.#answers.once('close', () => this.#end());
    child.once('exit', () => this.#end());
    // The shell must not keep the host alive.
    for (const handle of [child, this.#orders, this.#answers]) handle.unref();
  }

  /** Synchronous where possible: the shell starts while the host works on. */
  static open(withheld: readonly number[]): Dialogue | Promise<never> {
    const child = startShell(withheld);
    return child.pid === undefined ? failure(child) : new Dialogue(child);
  }

  get over(): boolean {
    return this.#over;
  }

  tell(orders: string): void {
    if (this.#over) return;
    if (this.#untold === '') process.nextTick(() => this.tellNow());
    this.#untold += orders;
  }

  /** Waiting for a line keeps the event loop alive. */
  async ask(orders: string): Promise<string> {
    if (this.#over) throw ended();
    const answer: Answer = Promise.withResolvers();
    this.#awaited.push(answer);
    this.tell(orders);
    return await this.#wait(answer);
  }

  /** A line with this first word will come between answers. */
  expect(word: string): void {
    const line: Answer = Promise.withResolvers();
    // The line may have no reader.
    line.promise.catch(() => {});
    this.#heard.set(word, line);
  }

  /**
   * Returns the expected line, or an empty one after the time limit. Undefined: no such line was expected.
   */
  async hear(word: string, longestMs: number): Promise<string | undefined> {
    const line = this.#heard.get(word);
    if (line === undefined) return undefined;
    using _ = new Deadline(longestMs, () => line.resolve(''));
    return await this.#wait(line);
  }

  /** Sends the orders that wait for the end of this turn. */
  tellNow(): void {
    const orders = this.#untold;
    this.#untold = '';
    if (!this.#over && orders !== '') this.#orders.write(orders);
  }

  close(): void {
    this.#orders.destroy();
    this.#answers.destroy();
    this.#child.kill('SIGKILL');
  }

  /** Kills the shell and its children. Only valid before it has slots, which would end, too. */
  kill(): void {
    // The shell leads a process group because it was started detached.
    signal(-this.pid, 'SIGKILL');
  }

  async #wait({ promise }: Answer): Promise<string> {
    this.#waiting++;
    this.#answers.ref();
    try {
      return await promise;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#answers.unref();
    }
  }

  #read(text: string): void {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop()!;
    for (const line of lines) {
      const [word = ''] = line.split(' ', 1);
      (this.#heard.get(word) ?? this.#awaited.shift())?.resolve(line);
    }
  }

  #end(): void {
    this.#over = true;
    for (const { reject } of [...this.#awaited.splice(0), ...this.#heard.values()]) reject(ended());
  }
}

export const LAUNCHER_ENDED = 'the process that starts players (/bin/sh) exited';
const ended = () => new Error(LAUNCHER_ENDED);

// By execa the first player would start a tenth later (docs/decisions/0013-a-launcher-starts-the-players.md).
function startShell(withheld: readonly number[]): ChildProcess {
  const nowhere = withheld.length > 0 ? openSync('/dev/null', 'r+') : undefined;
  const child = spawn('/bin/sh', [], {
    stdio: ['pipe', 'pipe', 'ignore', ...(nowhere === undefined ? [] : closedStdio(nowhere, withheld))],
    // The rest of the host's environment is for players and acts only inside their sandbox.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    // A Ctrl-C at the terminal must not reach it.
    detached: true,
  });
  if (nowhere !== undefined) closeSync(nowhere);
  return child;
}

async function failure(child: ChildProcess): Promise<never> {
  const [error] = await once(child, 'error');
  throw error;
}

const CLOSED_ON_EXEC = 0o2000000;

let found: readonly number[] | undefined;

/** Inherited descriptors above 16 would be passed on to every program, such as `<(…)` of a shell. */
export function inheritedDescriptors(): readonly number[] {
  found ??= allDescriptors().filter((descriptor) => descriptor > 2 && isHandedOn(descriptor));
  return found;
}

function allDescriptors(): number[] {
  return attempt(() => readdirSync('/proc/self/fd').map(Number), []);
}

function isHandedOn(descriptor: number): boolean {
  const flags = /^flags:\s+([0-7]+)$/m.exec(readProc(`self/fdinfo/${descriptor}`) ?? '')?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
}

function closedStdio(nowhere: number, withheld: readonly number[]): ('ignore' | number)[] {
  const last = Math.max(2, ...withheld);
  return Array.from({ length: last - 2 }, (_, index) => (withheld.includes(index + 3) ? nowhere : 'ignore'));
}
