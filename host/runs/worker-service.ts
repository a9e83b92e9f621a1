import { HostFailure } from '../core/errors.ts';
import type { AnyGame } from '../games/game.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import { type MatchPlan, type MatchRequest, planFromRequest, planMatch, playersFrom } from '../match/plan.ts';
import { processSeats } from '../seats/process/process-seats.ts';
import { type Executor, LocalExecutor } from './executor.ts';
import { type Answer, failureOf, type Order, type Setup } from './worker-pool.ts';

interface Table {
  readonly planner: Planner;
  readonly executor: Executor;
}

/** A worker: plays the games that it is told to, several at once, and tells what came of them. */
export class Service {
  readonly #gameNamed: (name: string) => Promise<AnyGame>;
  readonly #tell: (answer: Answer) => void;
  /** By id. */
  readonly #running = new Map<string, AbortController>();
  #table: Promise<Table> | undefined;

  constructor(gameNamed: (name: string) => Promise<AnyGame>, tell: (answer: Answer) => void) {
    this.#gameNamed = gameNamed;
    this.#tell = tell;
  }

  take(order: Order): void {
    if (order.is === 'setup') this.#table = this.#setUp(order.setup);
    else if (order.is === 'play') void this.#play(order);
    else if (order.is === 'look') this.#look(order.isLooking);
    else this.#running.get(order.id)?.abort();
  }

  async #setUp(setup: Setup): Promise<Table> {
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
    // Where there is no game, each that is to be played tells it.
    this.#table!.then(({ executor }) => executor.look?.(isLooking)).catch(() => {});
  }

  async #play({ request, gates }: Order & { readonly is: 'play' }): Promise<void> {
    const { id } = request;
    const interruption = new AbortController();
    this.#running.set(id, interruption);
    try {
      const { planner, executor } = await this.#table!;
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

/** Plans the games of a run from their requests. Their options are the same texts, and are read once: a board may be a long one. */
export class Planner {
  readonly #game: AnyGame;
  readonly #lexicon: Lexicon | undefined;
  #last: { readonly texts: string; readonly plan: MatchPlan } | undefined;

  constructor(game: AnyGame, lexicon: Lexicon | undefined) {
    this.#game = game;
    this.#lexicon = lexicon;
  }

  plan(request: MatchRequest): MatchPlan {
    const texts = JSON.stringify(request.options);
    if (this.#last?.texts === texts) {
      const { setup, limits } = this.#last.plan;
      const { dictionary: _, options: __, game: ___, ...match } = request;
      const { options } = setup;
      const read = playersFrom(request, this.#game, options);
      if (!read.ok) throw unplannable(read.problem);
      const { players } = read;
      return planMatch({ ...match, game: this.#game, options, lexicon: this.#lexicon, limits, players });
    }
    const game = this.#game;
    const reading = planFromRequest(request, () => this.#lexicon, { [game.name]: game });
    if (!reading.ok) throw unplannable(reading.problem);
    this.#last = { texts, plan: reading.plan };
    return reading.plan;
  }
}

function unplannable(problem: string): HostFailure {
  return new HostFailure(`a game cannot be planned again: ${problem}`);
}
