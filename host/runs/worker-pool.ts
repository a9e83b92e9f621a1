import type { ChildProcess } from 'node:child_process';
import { HostFailure, VoidMatch } from '../core/errors.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { GateHabits } from '../match/mailbox.ts';
import type { MatchRequest } from '../match/plan.ts';
import { defaultFarewell } from '../seats/process/process-options.ts';
import type { HostingRequest } from '../seats/process/process-seats.ts';
import { awaitGame, type Executor, type Match, type PlayOptions } from './executor.ts';
import { type GameReport, type Recording, recordPath, type SeenGame } from './play-game.ts';

/** A worker plays games until it ends. */
export interface WorkerHandle {
  readonly lives: boolean;
  play(request: MatchRequest, options: PlayOptions): Promise<GameReport>;
  /** Tells whether somebody watches the games. */
  look(isLooking: boolean): void;
  /** It ends, with all that it plays. */
  end(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

interface CountedWorker<Member extends WorkerHandle> {
  readonly worker: Member;
  /** Games that are being decided. */
  undecided: number;
  /** The number of games, with those whose players are being ended. */
  running: number;
}

/** After this number of deaths for each worker without a finished game, the next worker would die, too. */
const MOST_LOST = 2;

interface PoolOptions {
  /** Games at once. */
  readonly jobs: number;
  /** The largest number of workers. */
  readonly workers: number;
  /** The folder that they write records to. */
  readonly record?: string | undefined;
}

/** Starts a worker when it is needed, and another in the place of one that has died. */
export class Pool<Member extends WorkerHandle = WorkerHandle> implements Executor {
  readonly jobs: number;
  readonly overlap = true;
  readonly #record: string | undefined;
  readonly #most: number;
  readonly #start: () => Member;
  #members: CountedWorker<Member>[] = [];
  #isLooking = false;
  /** The number of processes that died since the last completed game. */
  #lost = 0;
  readonly #atExit = () => this.kill();

  constructor({ jobs, workers, record }: PoolOptions, start: () => Member) {
    this.jobs = jobs;
    this.#most = Math.min(jobs, workers);
    this.#record = record;
    this.#start = start;
    process.once('exit', this.#atExit);
  }

  async play({ request }: Match, { decided, ...options }: PlayOptions): Promise<GameReport> {
    const member = this.#freest();
    let isDecided = false;
    const decide = () => {
      if (!isDecided) member.undecided--;
      isDecided = true;
    };
    member.undecided++;
    member.running++;
    try {
      const report = await member.worker.play(request, {
        ...options,
        decided() {
          decide();
          decided?.();
        },
      });
      this.#lost = 0;
      return report;
    } finally {
      decide();
      member.running--;
    }
  }

  /** Tells whether somebody watches the games. */
  look(isLooking: boolean): void {
    this.#isLooking = isLooking;
    for (const { worker } of this.#members) worker.look(isLooking);
  }

  recordOf(id: string): string | undefined {
    return this.#record && recordPath(this.#record, id);
  }

  /** Kills all workers, whatever they are doing. */
  kill(): void {
    for (const { worker } of this.#members) worker.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map(({ worker }) => worker.end()));
    process.off('exit', this.#atExit);
  }

  #freest(): CountedWorker<Member> {
    const living = this.#members.filter(({ worker }) => worker.lives);
    this.#lost += this.#members.length - living.length;
    this.#members = living;
    if (this.#lost >= MOST_LOST * this.#most)
      throw new HostFailure(
        `the processes that play the games (--jobs) ended ${this.#lost} times without finishing a game. Is there enough memory? The games after the last result were not played`,
      );
    const [freest] = this.#members.toSorted(
      (one, other) => one.undecided - other.undecided || one.running - other.running,
    );
    if (freest && (freest.running === 0 || this.#members.length >= this.#most)) return freest;
    const started = { worker: this.#start(), undecided: 0, running: 0 };
    if (this.#isLooking) started.worker.look(true);
    this.#members.push(started);
    return started;
  }
}

/** The time from an interruption to the end of the game, besides what its players may take. */
const LONGEST_INTERRUPTION_MS = 30_000;
/** It has only to end itself: its players end with it. */
const LONGEST_END_MS = 5_000;

interface PendingGame extends PromiseWithResolvers<GameReport> {
  readonly decided: (() => void) | undefined;
}

/** Another process of this program that plays games, as the host sees it. */
export class Worker {
  readonly #process: ChildProcess;
  /** The games that it plays, by id. */
  readonly #games = new Map<string, PendingGame>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #seen: ((game: SeenGame) => void) | undefined;
  readonly #longestInterruptionMs: number;
  /** The reason why it was killed, or undefined. */
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
    // All answers of the process come before its disconnection.
    const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
    child.once(
      'exit',
      (code, signal) => void disconnected.then(() => this.#end(signal ?? `exit status ${code}`)),
    );
    this.#tell({ is: 'setup', setup });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get lives(): boolean {
    return this.#lives;
  }

  /** The number of games that it plays. */
  get games(): number {
    return this.#games.size;
  }

  async play(request: MatchRequest, { interrupt, decided, gates }: PlayOptions): Promise<GameReport> {
    const { id } = request;
    const game: PendingGame = { ...Promise.withResolvers<GameReport>(), decided };
    this.#games.set(id, game);
    this.#tell({ is: 'play', request, gates });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await awaitGame(game.promise, interrupt, () => {
        this.#tell({ is: 'interrupt', id });
        timer = setTimeout(() => this.#killHung(), this.#longestInterruptionMs);
      });
    } finally {
      clearTimeout(timer);
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
    // If the process has ended, `#end` says so.
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

/** The request of a worker for all games that it plays. */
export interface Setup {
  /** The name of the game. */
  readonly game: string;
  readonly lexicon: Lexicon | undefined;
  readonly hosting: HostingRequest;
  readonly recording: Recording;
  /** A person may watch the running games. */
  readonly isWatched?: boolean;
}

/** The messages to a worker. The setup comes first, and once. */
export type Order =
  | { readonly is: 'setup'; readonly setup: Setup }
  | { readonly is: 'play'; readonly request: MatchRequest; readonly gates?: GateHabits | undefined }
  | { readonly is: 'interrupt'; readonly id: string }
  /** Tells whether somebody watches now. */
  | { readonly is: 'look'; readonly isLooking: boolean };

/** The messages of a worker. */
export type Answer =
  | { readonly is: 'ready' }
  | { readonly is: 'decided'; readonly id: string }
  | { readonly is: 'seen'; readonly seen: SeenGame }
  | { readonly is: 'over'; readonly id: string; readonly report: GameReport }
  | { readonly is: 'failed'; readonly id: string; readonly failure: Failure };

/** `void` ends this game, `host` all games. With `bug`, `text` is a stack. */
export interface Failure {
  readonly of: 'void' | 'host' | 'bug';
  readonly text: string;
}

/** An error as data. */
export function failureOf(error: unknown): Failure {
  if (error instanceof VoidMatch) return { of: 'void', text: error.message };
  if (error instanceof HostFailure) return { of: 'host', text: error.message };
  return { of: 'bug', text: String((error as Error).stack ?? error) };
}

export function errorOf({ of, text }: Failure): Error {
  if (of === 'void') return new VoidMatch(text);
  if (of === 'host') return new HostFailure(text);
  return Object.assign(new Error(text), { stack: text });
}
