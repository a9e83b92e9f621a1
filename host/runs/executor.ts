import type { MatchPlan, MatchRequest } from '../match/plan.ts';
import {
  GamePictures,
  type GameReport,
  type GameTools,
  playGame,
  recordPath,
  type SeenGame,
} from './play-game.ts';

/** The settings of one game. */
export interface PlayOptions extends Pick<GameTools, 'interrupt' | 'decided' | 'gates'> {
  /** Aborted to take back a game that has not begun. The result is a `NotBegun`. */
  readonly stop?: AbortSignal | undefined;
}

/** A game to be played. Only the process that plays it itself makes a plan of a request. */
export type Match = MatchPlan | { readonly request: MatchRequest; plan(): MatchPlan };

export const planIn = (match: Match): MatchPlan => ('plan' in match ? match.plan() : match);

/** Settles when the signal is aborted, and never without a signal. */
export async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}

/** Waits for a game that another process plays. An interruption before its end is passed on by `interrupted`. */
export async function awaitGame<Outcome>(
  game: Promise<Outcome>,
  interrupt: AbortSignal | undefined,
  interrupted: () => void,
): Promise<Outcome> {
  if (interrupt?.aborted) interrupted();
  interrupt?.addEventListener('abort', interrupted, { once: true });
  try {
    return await game;
  } finally {
    interrupt?.removeEventListener('abort', interrupted);
  }
}

/** The run was stopped before anybody began the game. */
export class NotBegun extends Error {}

/** Plays games, several at once: this process, other processes of this machine, or other machines. */
export interface Executor extends AsyncDisposable {
  /** Games at once. */
  readonly jobs: number;
  /** Tells whether a game may begin while the players of another are ended. */
  readonly overlap: boolean;
  /**
   * Resolves when the players of the game have ended. Throws a `VoidMatch` for a void game, and a
   * `HostFailure` if no game can be played.
   */
  play(match: Match, options: PlayOptions): Promise<GameReport>;
  /** The path of the record of a game, whether or not it is there. Undefined where none is written to this machine. */
  recordOf?(id: string): string | undefined;
  /** The run calls it when the first person looks at the games, and when the last one stops. */
  look?(isLooking: boolean): void;
}

/** The tools with which this process plays games. */
export interface LocalTools extends Omit<GameTools, keyof PlayOptions | 'pictures'> {
  /** Games at once; 1 unless it is set. */
  readonly jobs?: number | undefined;
  /** Receives the pictures of games while somebody looks. */
  readonly seen?: ((game: SeenGame) => void) | undefined;
}

/** This process plays the games. */
export class LocalExecutor implements Executor {
  readonly jobs: number;
  readonly overlap: boolean;
  readonly #tools: LocalTools;
  readonly #pictures: GamePictures | undefined;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #either: { readonly of: AbortSignal; readonly signal: AbortSignal } | undefined;

  constructor(tools: LocalTools) {
    this.jobs = tools.jobs ?? 1;
    // A view of one game shows one at a time.
    this.overlap = !tools.watch && !tools.trace;
    this.#tools = tools;
    this.#pictures = tools.seen && new GamePictures(tools.seen);
  }

  async play(match: Match, { interrupt, decided, gates }: PlayOptions): Promise<GameReport> {
    const game = playGame(planIn(match), {
      ...this.#tools,
      pictures: this.#pictures,
      decided,
      gates,
      interrupt: this.#orClosing(interrupt),
    });
    this.#running.add(game);
    try {
      return await game;
    } finally {
      this.#running.delete(game);
    }
  }

  /** Games of one run have one signal, for which another is made once. */
  #orClosing(interrupt: AbortSignal | undefined): AbortSignal {
    const { signal } = this.#closing;
    if (interrupt === undefined) return signal;
    if (this.#either?.of !== interrupt)
      this.#either = { of: interrupt, signal: AbortSignal.any([signal, interrupt]) };
    return this.#either.signal;
  }

  recordOf(id: string): string | undefined {
    const { record } = this.#tools;
    return record && recordPath(record, id);
  }

  look(isLooking: boolean): void {
    this.#pictures?.look(isLooking);
  }

  /** Ends the games that run. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}
