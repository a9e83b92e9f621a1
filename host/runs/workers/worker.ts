import type { ChildProcess } from 'node:child_process';
import { HostFailure, VoidMatch } from '../../core/host-failure.ts';
import type { MatchRequest } from '../../match/plan/request.ts';
import type { SeenGame } from '../game-pictures.ts';
import type { GameReport, GameTools } from '../play-game.ts';
import { errorOf } from './failure.ts';
import type { Answer, Order, Setup } from './messages.ts';

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
  #isReady = false;
  #lives = true;

  constructor(child: ChildProcess, setup: Setup, seen?: (game: SeenGame) => void) {
    this.#process = child;
    this.#seen = seen;
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
    const tellEnd = () => this.#tell({ is: 'interrupt', id });
    if (interrupt?.aborted) tellEnd();
    interrupt?.addEventListener('abort', tellEnd, { once: true });
    try {
      return await game.promise;
    } finally {
      interrupt?.removeEventListener('abort', tellEnd);
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
    const failure = this.#isReady
      ? new VoidMatch(`the process of wordhost that played it has ended (${how})`)
      : new HostFailure(`the processes that play the games (--jobs) cannot be started: ${how}`);
    for (const { reject } of this.#games.values()) reject(failure);
    this.#games.clear();
  }
}

export type Told = Pick<GameTools, 'interrupt' | 'decided' | 'gates'>;
