import { setTimeout as sleep } from 'node:timers/promises';
import { BotConnection } from '../../seats/remote/bot-calls.ts';
import type { ConnectionOptions } from '../../seats/remote/http-posts.ts';
import type { StoredBot } from './store-tables.ts';

const PING_WITHIN_MS = 30_000;
/** The interval of looks for a bot that left in its turn. */
const LOOK_MS = 250;
/** Parallel requests to a bot that allows several. */
const MOST_AT_ONCE = 64;

/** The share of its time that a bot waits for much slower ones, and the most that it saves of it. */
const [SLOW_SHARE, MOST_PATIENCE_MS] = [0.05, 30_000];

/** The time that a bot may wait for a much slower one. */
class Patience {
  #ms = 0;
  #at = performance.now();

  get ms(): number {
    return Math.min(MOST_PATIENCE_MS, this.#ms + SLOW_SHARE * (performance.now() - this.#at));
  }

  lose(ms: number): void {
    this.#ms = this.ms - ms;
    this.#at = performance.now();
  }
}

/** A version of a bot, with its state and games. */
export class LiveBot implements Disposable {
  readonly id: number;
  readonly connection: BotConnection;
  #stored: StoredBot;
  #problem: string | undefined = 'has not answered yet';
  #back = Promise.withResolvers<void>();
  #pinging: Promise<boolean> | undefined;
  #pingedAt = Number.NEGATIVE_INFINITY;
  readonly patience = new Patience();
  games = 0;
  /** False once a newer version is registered. */
  isCurrent = true;
  waitsSince = performance.now();

  constructor(stored: StoredBot, options: ConnectionOptions) {
    this.id = stored.id;
    this.#stored = stored;
    const sockets = stored.isConcurrent ? MOST_AT_ONCE : 1;
    this.connection = new BotConnection(stored.endpoint, { ...options, sockets });
  }

  get stored(): StoredBot {
    return this.#stored;
  }

  get isOnline(): boolean {
    return this.#problem === undefined;
  }

  /** Undefined while online. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get isFree(): boolean {
    return this.isOnline && (this.games === 0 || this.#stored.isConcurrent);
  }

  update(stored: StoredBot): void {
    this.#stored = stored;
    this.connection.moveTo(stored.endpoint, stored.isConcurrent ? MOST_AT_ONCE : 1);
    this.comeBack();
  }

  comeBack(): void {
    if (this.isOnline) return;
    this.waitsSince = performance.now();
    this.#problem = undefined;
    this.#back.resolve();
    this.#back = Promise.withResolvers();
  }

  goOffline(problem: string): void {
    this.#problem = problem;
    this.#pingedAt = performance.now();
  }

  /** It has no game and was not pinged for this time. */
  isDue(everyMs: number): boolean {
    const sincePing = performance.now() - this.#pingedAt;
    return (
      !this.#pinging && (this.games === 0 ? sincePing >= everyMs : sincePing === Number.POSITIVE_INFINITY)
    );
  }

  get isPinging(): boolean {
    return this.#pinging !== undefined;
  }

  async ping(): Promise<boolean> {
    this.#pinging ??= this.#ping(PING_WITHIN_MS);
    return await this.#pinging;
  }

  /** Waits until it registers or answers. */
  async comesBack(until: number, stop: AbortSignal): Promise<boolean> {
    this.goOffline('did not answer during a game');
    for (let left = until - performance.now(); left > 0 && !stop.aborted; left = until - performance.now()) {
      await Promise.race([this.#back.promise, sleep(Math.min(left, LOOK_MS))]);
      if (this.isOnline || (await this.#ping(Math.max(0, until - performance.now())))) return true;
    }
    return false;
  }

  [Symbol.dispose](): void {
    this.connection[Symbol.dispose]();
  }

  async #ping(withinMs: number): Promise<boolean> {
    const failed = await this.connection.ping(Math.min(PING_WITHIN_MS, withinMs));
    this.#pinging = undefined;
    this.#pingedAt = performance.now();
    if (failed) this.goOffline(`Status.Ping: ${failed.message}`);
    else this.comeBack();
    return !failed;
  }
}
