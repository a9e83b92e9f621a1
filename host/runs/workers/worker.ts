import type { ChildProcess } from 'node:child_process';
import { HostFailure, VoidMatch } from '../../core/host-failure.ts';
import type { MatchRequest } from '../../match/plan/request.ts';
import { defaultFarewell } from '../../seats/process/hosting.ts';
import type { SeenGame } from '../game-pictures.ts';
import type { GameReport, GameTools } from '../play-game.ts';
import { errorOf } from './failure.ts';
import type { Answer, Order, Setup } from './messages.ts';

/** From an interruption to the end of its games, besides what players may take for it. All that it waits for has an end before. */
const LONGEST_INTERRUPTION_MS = 30_000;
/** It has only to end itself: its players end with it. */
const LONGEST_END_MS = 5_000;

interface Awaited extends PromiseWithResolvers<GameReport> {
  readonly decided: (() => void) | undefined;
}

/** Another process of this program that plays games, as the host sees it. */
export class Worker {
  readonly #process: ChildProcess;
  /** By id: those that it plays. */
  readonly #games = new Map<string, Awaited>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #seen: ((game: SeenGame) => void) | undefined;
  readonly #longestInterruptionMs: number;
  /** Why it was killed; none: it was not. */
  #hung: string | undefined;
  #isReady = false;
  #lives = true;

  constructor(child: ChildProcess, setup: Setup, seen?: (game: SeenGame) => void) {
    this.#process = child;
    this.#seen = seen;
    const { graceNs, farewellNs = defaultFarewell } = setup.hosting;
    this.#longestInterruptionMs = LONGEST_INTERRUPTION_MS + (farewellNs + graceNs) / 1e6;
    child.on('message', (answer) => this.#take(answer as Answer));
    child.on('error', (error) => this.#end(error.message));
    // What it has told comes before that.
    const told = new Promise((resolve) => child.once('disconnect', resolve));
    child.once('exit', (code, signal) => void told.then(() => this.#end(signal ?? `exit status ${code}`)));
    this.#tell({ is: 'setup', setup });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get lives(): boolean {
    return this.#lives;
  }

  /** How many games it plays. */
  get games(): number {
    return this.#games.size;
  }

  async play(request: MatchRequest, { interrupt, decided, gates }: Told): Promise<GameReport> {
    const { id } = request;
    const game: Awaited = { ...Promise.withResolvers<GameReport>(), decided };
    this.#games.set(id, game);
    this.#tell({ is: 'play', request, gates });
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      this.#tell({ is: 'interrupt', id });
      timer = setTimeout(() => this.#killHung(), this.#longestInterruptionMs);
    };
    if (interrupt?.aborted) end();
    interrupt?.addEventListener('abort', end, { once: true });
    try {
      return await game.promise;
    } finally {
      clearTimeout(timer);
      interrupt?.removeEventListener('abort', end);
    }
  }

  look(isLooking: boolean): void {
    this.#tell({ is: 'look', isLooking });
  }

  /** It ends, with all that it plays. */
  async end(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.kill(), LONGEST_END_MS);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** It may be stopped, or hang in the kernel. */
  #killHung(): void {
    const longest = `${Math.round(this.#longestInterruptionMs / 1_000)} s`;
    this.#hung = `did not end it within ${longest} after an interruption, and was killed`;
    this.kill();
  }

  #tell(order: Order): void {
    // Where it has ended, that is told by its end.
    if (this.#process.connected) this.#process.send(order, () => {});
  }

  #take(answer: Answer): void {
    if (answer.is === 'ready') this.#isReady = true;
    else if (answer.is === 'decided') this.#games.get(answer.id)?.decided?.();
    else if (answer.is === 'seen') this.#seen?.(answer.seen);
    else {
      const game = this.#games.get(answer.id);
      this.#games.delete(answer.id);
      if (answer.is === 'over') game?.resolve(answer.report);
      else game?.reject(errorOf(answer.failure));
    }
  }

  #end(how: string): void {
    this.#lives = false;
    this.#ended.resolve();
    const failure =
      this.#isReady || this.#hung !== undefined
        ? new VoidMatch(`the process of wordhost that played it ${this.#hung ?? `has ended (${how})`}`)
        : new HostFailure(`the processes that play the games (--jobs) cannot be started: ${how}`);
    for (const { reject } of this.#games.values()) reject(failure);
    this.#games.clear();
  }
}

export type Told = Pick<GameTools, 'interrupt' | 'decided' | 'gates'>;
