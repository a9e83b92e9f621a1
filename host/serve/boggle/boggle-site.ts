import { metric, RequestMetrics } from '../http/metrics.ts';
import { probes } from '../http/probes.ts';
import type { Route } from '../http/route.ts';
import type { Answered } from '../http/server.ts';
import { apiRoutes } from './api/routes.ts';
import type { BoggleService } from './boggle-service.ts';
import { GameFeeds, type LookEvery } from './feeds/game-feeds.ts';

/** All that a server of Boggle answers, and what it counts. */
export class BoggleSite implements Disposable {
  readonly #service: BoggleService;
  readonly #feeds: GameFeeds;
  readonly #requests = new RequestMetrics();
  #guesses = 0;
  #made = 0;

  constructor(service: BoggleService, failed: (error: unknown) => void, look: LookEvery = {}) {
    this.#service = service;
    this.#feeds = new GameFeeds(service, { failed, ...look });
    service.onChange(({ game, move }) => {
      if (move) this.#guesses++;
      else if (game.changes === 0) this.#made++;
    });
  }

  get routes(): readonly Route[] {
    return [
      ...apiRoutes(this.#service),
      ...this.#feeds.routes,
      ...probes({
        check: async () => void (await this.#service.average()),
        requests: this.#requests,
        metrics: async () => await this.#metrics(),
      }),
    ];
  }

  readonly answered = (answered: Answered): void => this.#requests.take(answered);

  /** Whoever follows a game is let go. */
  [Symbol.dispose](): void {
    this.#feeds[Symbol.dispose]();
  }

  async #metrics(): Promise<readonly string[]> {
    const { games } = await this.#service.average();
    return [
      ...metric(
        'wordhost_boggle_guesses_total',
        'counter',
        'guesses that this server has taken',
        this.#guesses,
      ),
      ...metric('wordhost_boggle_games_total', 'counter', 'games that this server has made', this.#made),
      ...metric('wordhost_boggle_open_games', 'gauge', 'games in the store that are not over', games),
    ];
  }
}
