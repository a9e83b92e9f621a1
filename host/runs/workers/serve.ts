import type { AnyGame } from '../../games/game.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { GamePictures } from '../game-pictures.ts';
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
  readonly #pictures = new GamePictures((seen) => this.#tell({ is: 'seen', seen }));
  #table: Promise<Table> | undefined;

  constructor(gameNamed: (name: string) => Promise<AnyGame>, tell: (answer: Answer) => void) {
    this.#gameNamed = gameNamed;
    this.#tell = tell;
  }

  take(order: Order): void {
    if (order.is === 'setup') this.#table = this.#setUp(order.setup);
    else if (order.is === 'play') void this.#play(order);
    else if (order.is === 'look') this.#pictures.look(order.isLooking);
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
        pictures: setup.isWatched === true ? this.#pictures : undefined,
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
