import { metric } from '../http/metrics.ts';
import type { Service } from '../http/site-env.ts';
import { eventsPath } from './api/open-api.ts';
import { apiService } from './api/routes.ts';
import type { BoggleService } from './boggle-service.ts';
import { GameFeeds, type LookEvery } from './feeds/game-feeds.ts';
import { confirmPage } from './reminders/confirm-page.ts';
import { isGuess } from './store/stored-game.ts';

const CHECK_MS = 2_000;

/** Where the API answers: the first is that of this project, the others are those of the service that it answers like. */
const mounts = ['/boggle', '/', '/_ah/api/boggle/v1'] as const;

/** All of Boggle on a server but its page, and what it counts. */
export class BoggleSite implements Disposable {
  /** One service, by each path that it is mounted on. */
  readonly mounted: readonly (readonly [path: string, service: Service])[];
  readonly #games: BoggleService;
  readonly #feeds: GameFeeds;
  #guesses = 0;
  #made = 0;

  constructor(games: BoggleService, failed: (error: unknown) => void, look: LookEvery = {}) {
    this.#games = games;
    this.#feeds = new GameFeeds(games, { failed, ...look });
    const service = apiService(games, mounts);
    service.route('/', confirmPage(games));
    service.get(eventsPath, (c) => this.#feeds.answer(c, c.req.param('key')));
    this.mounted = mounts.map((path) => [path, service]);
    games.onChange(({ game, move }) => {
      if (move && isGuess(move)) this.#guesses++;
      if (game.changes === 0) this.#made++;
    });
  }

  /** Fails where the database cannot be asked, soon enough for whoever looks after the server. */
  async check(): Promise<void> {
    await this.#games.average({ patienceMs: CHECK_MS });
  }

  /** Whoever follows a game is let go. */
  [Symbol.dispose](): void {
    this.#feeds[Symbol.dispose]();
  }

  async metrics(): Promise<readonly string[]> {
    const { games } = await this.#games.average();
    return [
      ...metric(
        'wordhost_boggle_guesses_total',
        'counter',
        'words, right or wrong, that this server has taken as guesses',
        this.#guesses,
      ),
      ...metric('wordhost_boggle_games_total', 'counter', 'games that this server has made', this.#made),
      ...metric('wordhost_boggle_open_games', 'gauge', 'games in the store that are not over', games),
    ];
  }
}
