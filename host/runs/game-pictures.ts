import type { Seat } from '../core/units.ts';
import type { EventSink, NotedInAny } from '../events/noted.ts';
import { isPlatformEvent } from '../games/platform-events.ts';
import type { Panel, Picture } from '../games/shown.ts';
import type { MatchPlan } from '../match/plan/plan.ts';

/** What there is to see of a running game, as plain data: another process may play it. */
export interface SeenGame {
  readonly id: string;
  readonly panels: readonly Panel[];
  /** What happened last, without the name of its player. */
  readonly last: { readonly seat: Seat | undefined; readonly words: string } | undefined;
}

/** Of each game, while somebody looks. */
const EVERY_MS = 250;
/** Not all are worth a sentence. */
const LAST_EVENTS = 8;

interface Pictured {
  readonly plan: MatchPlan;
  readonly picture: Picture;
  /** The last events of the game itself. */
  readonly last: NotedInAny[];
  isNew: boolean;
}

/** The pictures of the games that run here: drawn only while somebody looks, and of each game some a second at most. */
export class GamePictures {
  readonly #show: (game: SeenGame) => void;
  readonly #everyMs: number;
  readonly #games = new Set<Pictured>();
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(show: (game: SeenGame) => void, everyMs = EVERY_MS) {
    this.#show = show;
    this.#everyMs = everyMs;
  }

  /** Told when somebody begins to look, who then sees all games as they are, and when nobody looks any more. */
  look(isLooking: boolean): void {
    this.#isLooking = isLooking;
    if (isLooking) for (const game of this.#games) game.isNew = true;
    this.#drawSoon();
  }

  /** Takes the events of a game, until it is disposed of. */
  of(plan: MatchPlan): EventSink & Disposable {
    const game: Pictured = { plan, picture: plan.game.picture(plan.players.length), last: [], isNew: true };
    this.#games.add(game);
    return {
      take: (event) => this.#take(game, event),
      [Symbol.dispose]: () => void this.#games.delete(game),
    };
  }

  #take(game: Pictured, event: NotedInAny): void {
    game.picture.take(event);
    if (isPlatformEvent(event)) return;
    game.last.push(event);
    if (game.last.length > LAST_EVENTS) game.last.shift();
    game.isNew = true;
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (!this.#isLooking || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, this.#everyMs);
    this.#timer.unref();
  }

  #draw(): void {
    if (!this.#isLooking) return;
    for (const game of this.#games) {
      if (!game.isNew) continue;
      game.isNew = false;
      const { plan, picture } = game;
      this.#show({ id: plan.request.id, panels: [...picture.panels()], last: lastOf(game) });
    }
  }
}

function lastOf({ plan, last }: Pictured): SeenGame['last'] {
  for (const event of last.toReversed()) {
    const words = plan.game.describe(event);
    if (words !== undefined) return { seat: event.seat, words };
  }
  return undefined;
}
