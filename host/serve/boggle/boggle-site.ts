import { Hono } from 'hono';
import { type Markup, markup } from '../../views/html/markup.ts';
import { htmlPage, policyOf } from '../../views/html/page.ts';
import { type Context, type Service, textAnswer } from '../http/answers.ts';
import { sameOriginOnly } from '../http/clients.ts';
import { EventFeed, type ServerEvent } from '../http/event-feed.ts';
import { metric } from '../http/metrics.ts';
import { requestParameters } from '../http/parameters.ts';
import { gameContent, moveContent } from './api/answers.ts';
import { eventsPath } from './api/open-api.ts';
import { apiService, refusalAnswer } from './api/routes.ts';
import type { BoggleService } from './boggle-service.ts';
import { type Change, isGuess, type StoredGame, type StoredMove } from './store/games.ts';

const CHECK_MS = 2_000;

/**
 * The API has these prefixes: the first is that of this project, the others those of the original service.
 */
const mounts = ['/boggle', '/', '/_ah/api/boggle/v1'] as const;

/** App Engine described APIs here. */
const EXPLORER = '/_ah/api/explorer';

/** Everything of Boggle on a server except its page and metrics. */
export class BoggleSite implements Disposable {
  readonly mounted: readonly (readonly [path: string, service: Service])[];
  readonly #games: BoggleService;
  readonly #feeds: GameFeeds;
  #guesses = 0;
  #made = 0;

  constructor(games: BoggleService, failed: (error: unknown) => void, look: PollOptions = {}) {
    this.#games = games;
    this.#feeds = new GameFeeds(games, { failed, ...look });
    const service = apiService(games, mounts);
    service.route('/', confirmPage(games));
    service.get(eventsPath, (c) => this.#feeds.answer(c, c.req.param('key')));
    const explorer: Service = new Hono();
    explorer.get(EXPLORER, (c) => c.redirect(`${mounts[2]}/openapi.json`));
    this.mounted = [...mounts.map((path) => [path, service] as const), ['/', explorer]];
    games.onChange(({ game, move }) => {
      if (move && isGuess(move)) this.#guesses++;
      if (game.changes === 0) this.#made++;
    });
  }

  /** Fails early if the database does not answer. */
  async check(): Promise<void> {
    await this.#games.average({ patienceMs: CHECK_MS });
  }

  [Symbol.dispose](): void {
    this.#feeds[Symbol.dispose]();
  }

  async metrics(): Promise<readonly string[]> {
    const { games } = await this.#games.average();
    return [
      ...metric(
        'wordhost_boggle_guesses_total',
        'counter',
        'guesses received, right or wrong',
        this.#guesses,
      ),
      ...metric('wordhost_boggle_games_total', 'counter', 'games created', this.#made),
      ...metric('wordhost_boggle_open_games', 'gauge', 'open games in the store', games),
    ];
  }
}

/** With a shared database, this interval finds changes of other servers. */
const POLL_MS = 1000;

/** A slow reader with more unread bytes gets the current game, which is shorter. */
const MOST_UNREAD = 64 * 1024;

interface FollowedGame {
  readonly feed: EventFeed;
  game: StoredGame;
  /** It had no readers at the last look. */
  isIdle: boolean;
}

interface PollOptions {
  readonly everyMs?: number;
}

interface FeedOptions extends PollOptions {
  readonly failed: (error: unknown) => void;
}

/** Streams changes of games to their followers. */
class GameFeeds implements Disposable {
  readonly #service: BoggleService;
  readonly #failed: (error: unknown) => void;
  readonly #followed = new Map<string, FollowedGame>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(service: BoggleService, { everyMs = POLL_MS, failed }: FeedOptions) {
    this.#service = service;
    this.#failed = failed;
    service.onChange((change) => this.#changed(change));
    this.#timer = setInterval(() => void this.#look(), everyMs);
    this.#timer.unref();
  }

  async answer(c: Context, key: string): Promise<Response> {
    const known = this.#followed.get(key);
    if (known) return known.feed.answer(c);
    const notice = await this.#service.game(key);
    return 'refused' in notice ? refusalAnswer(c, notice) : this.#follow(notice.game).feed.answer(c);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { feed } of this.#followed.values()) feed.end();
    this.#followed.clear();
  }

  #follow(game: StoredGame): FollowedGame {
    const known = this.#followed.get(game.key);
    if (known) return known;
    const feed = new EventFeed(() => [gameEvent(followed.game)], { mostUnread: MOST_UNREAD });
    const followed: FollowedGame = { feed, game, isIdle: false };
    this.#followed.set(game.key, followed);
    return followed;
  }

  #changed({ game, move }: Change): void {
    const followed = this.#followed.get(game.key);
    // Two changes may be reported in the wrong order.
    if (!followed || game.changes !== followed.game.changes + 1) return;
    this.#send(followed, game, move ? [move] : []);
  }

  #send(followed: FollowedGame, game: StoredGame, moves: readonly StoredMove[]): void {
    followed.game = game;
    for (const move of moves) followed.feed.send({ name: 'move', data: moveContent(game, move) });
    followed.feed.send(gameEvent(game));
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.#forgetIdle();
      const counts = await this.#service.changesOf([...this.#followed.keys()]);
      for (const [key, changes] of counts) {
        const followed = this.#followed.get(key);
        if (followed && changes > followed.game.changes) await this.#catchUp(followed);
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #catchUp(followed: FollowedGame): Promise<void> {
    const { key, changes } = followed.game;
    const notice = await this.#service.history(key, changes);
    if ('refused' in notice || notice.game.changes <= followed.game.changes) return;
    this.#send(followed, notice.game, notice.moves.slice(followed.game.changes - changes));
  }

  /** A game without readers for two looks can be forgotten, because any requester has arrived by then. */
  #forgetIdle(): void {
    for (const [key, followed] of this.#followed) {
      if (followed.isIdle && followed.feed.readers === 0) this.#followed.delete(key);
      followed.isIdle = followed.feed.readers === 0;
    }
  }
}

function gameEvent(game: StoredGame): ServerEvent {
  return { name: 'game', data: gameContent({ game, message: game.message }) };
}

/** The path is below that of the API, beside the files of the page. */
const PATH = '/confirm';
const TOKEN = /^[\w-]{1,100}$/;

/** Opening the link changes nothing, because virus scanners open links, too. A button confirms. */
function confirmPage(games: Pick<BoggleService, 'confirmAddress'>): Service {
  const service: Service = new Hono();
  service.get(PATH, async (c) => {
    const { token } = await requestParameters(c);
    if (!isToken(token)) return unknownLink(c);
    const content = markup`<p>You will get an email when it is your turn.</p>
<form method="post" action="confirm"><input type="hidden" name="token" value="${token}"><button>Confirm</button></form>`;
    return page(c, 200, 'Confirm your address', content);
  });
  service.post(PATH, sameOriginOnly, async (c) => {
    const { token } = await requestParameters(c);
    if (!isToken(token) || !(await games.confirmAddress(token))) return unknownLink(c);
    return page(
      c,
      200,
      'Your address is confirmed',
      markup`<p>You will get an email when it is your turn and you have not played for a while.</p>`,
    );
  });
  return service;
}

const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text);

function unknownLink(c: Context): Response {
  const help = markup`<p>Use the complete link from the email, within a week. Without it, you will not get reminders.</p>`;
  return page(c, 404, 'This link is invalid or has expired', help);
}

function page(c: Context, status: number, title: string, content: Markup): Response {
  const body = markup`<h1>${title}</h1>${content}`;
  const page = { kind: 'Boggle', title, body, styles: ['drawings', 'pages'], asksServer: true } as const;
  return textAnswer(c, 'text/html', htmlPage(page), { status, policy: policyOf(page) });
}
