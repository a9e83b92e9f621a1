import type { AnyGame } from '../../games/game.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { playGame } from '../play-game.ts';
import { failureOf } from './failure.ts';
import type { Answer, Order, Setup } from './messages.ts';
import { Planner } from './planner.ts';

interface Table {
  readonly planner: Planner;
  readonly setup: Setup;
  readonly openSeats: OpenSeats;
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
    else this.#running.get(order.id)?.abort();
  }

  async #setUp(setup: Setup): Promise<Table> {
    const game = await this.#gameNamed(setup.game);
    this.#tell({ is: 'ready' });
    const planner = new Planner(game, setup.lexicon);
    return { planner, setup, openSeats: processSeats(setup.hosting) };
  }

  async #play({ request, gates }: Order & { readonly is: 'play' }): Promise<void> {
    const { id } = request;
    const interruption = new AbortController();
    this.#running.set(id, interruption);
    try {
      const { planner, setup, openSeats } = await this.#table!;
      const report = await playGame(planner.plan(request), {
        openSeats,
        interrupt: interruption.signal,
        gates,
        events: undefined,
        ...setup.recording,
        trace: undefined,
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
