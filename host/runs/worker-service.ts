import { HostFailure } from '../core/errors.ts';
import type { AnyGame } from '../games/game.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import {
  type MatchPlan,
  type MatchRequest,
  type OptionsReading,
  planFromRequest,
  readOptionTexts,
} from '../match/plan.ts';
import { processSeats } from '../seats/process/process-seats.ts';
import { type Executor, LocalExecutor } from './executor.ts';
import { type Answer, failureOf, type Order, type Setup } from './worker-pool.ts';

/** Plays the games of one run from their requests. */
export interface RequestPlayer {
  readonly planner: Planner;
  readonly executor: Executor;
}

/** A worker: plays the games that it is told to, several at once, and tells what came of them. */
export class Service {
  readonly #gameNamed: (name: string) => Promise<AnyGame>;
  readonly #tell: (answer: Answer) => void;
  /** The running games by their id. */
  readonly #running = new Map<string, AbortController>();
  #player: Promise<RequestPlayer> | undefined;

  constructor(gameNamed: (name: string) => Promise<AnyGame>, tell: (answer: Answer) => void) {
    this.#gameNamed = gameNamed;
    this.#tell = tell;
  }

  take(order: Order): void {
    if (order.is === 'setup') this.#player = this.#setUp(order.setup);
    else if (order.is === 'play') void this.#play(order);
    else if (order.is === 'look') this.#look(order.isLooking);
    else this.#running.get(order.id)?.abort();
  }

  async #setUp(setup: Setup): Promise<RequestPlayer> {
    const game = await this.#gameNamed(setup.game);
    this.#tell({ is: 'ready' });
    const planner = new Planner(game, setup.lexicon);
    const executor = new LocalExecutor({
      ...setup.recording,
      openSeats: processSeats(setup.hosting),
      seen: setup.isWatched === true ? (seen) => this.#tell({ is: 'seen', seen }) : undefined,
    });
    return { planner, executor };
  }

  #look(isLooking: boolean): void {
    // If the setup failed, each game that is to be played reports it.
    this.#player!.then(({ executor }) => executor.look?.(isLooking)).catch(() => {});
  }

  async #play({ request, gates }: Order & { readonly is: 'play' }): Promise<void> {
    const { id } = request;
    const interruption = new AbortController();
    this.#running.set(id, interruption);
    try {
      const { planner, executor } = await this.#player!;
      const report = await executor.play(planner.plan(request), {
        interrupt: interruption.signal,
        gates,
        decided: () => this.#tell({ is: 'decided', id }),
      });
      this.#tell({ is: 'over', id, report });
    } catch (error) {
      this.#tell({ is: 'failed', id, failure: failureOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }
}

/** Plans the games of a run from their requests. Options with the same texts are read once, because a board may be long. */
export class Planner {
  readonly #game: AnyGame;
  readonly #lexicon: Lexicon | undefined;
  #last: { readonly texts: string; readonly reading: OptionsReading } | undefined;

  constructor(game: AnyGame, lexicon: Lexicon | undefined) {
    this.#game = game;
    this.#lexicon = lexicon;
  }

  plan(request: MatchRequest): MatchPlan {
    const games = { [this.#game.name]: this.#game };
    const reading = planFromRequest(
      request,
      () => this.#lexicon,
      games,
      (table, options) => {
        const texts = JSON.stringify(options);
        if (this.#last?.texts !== texts) this.#last = { texts, reading: readOptionTexts(table, options) };
        return this.#last.reading;
      },
    );
    if (reading.ok) return reading.plan;
    throw new HostFailure(`a game cannot be planned again: ${reading.problem}`);
  }
}
