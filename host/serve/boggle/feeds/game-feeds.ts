import { EventFeed, type ServerEvent } from '../../http/event-feed.ts';
import type { Context } from '../../http/site-env.ts';
import { gameContent, moveContent } from '../api/answers.ts';
import { refusalAnswer } from '../api/routes.ts';
import type { BoggleService } from '../boggle-service.ts';
import type { Change } from '../store/keep-change.ts';
import type { StoredGame, StoredMove } from '../store/stored-game.ts';

/** How often it is looked whether another server has changed a game, where several have the same database. */
const LOOK_MS = 1000;

/** Who has not read so much gets the game as it is then, which is shorter. */
const MOST_UNREAD = 64 * 1024;

interface Followed {
  readonly feed: EventFeed;
  game: StoredGame;
  /** Nobody read it when it was looked last. */
  isIdle: boolean;
}

export interface LookEvery {
  readonly everyMs?: number;
}

interface Look extends LookEvery {
  /** Told when it could not be looked. */
  readonly failed: (error: unknown) => void;
}

/** Games as they change, for those who follow them. */
export class GameFeeds implements Disposable {
  readonly #service: BoggleService;
  readonly #failed: (error: unknown) => void;
  /** By key. */
  readonly #followed = new Map<string, Followed>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(service: BoggleService, { everyMs = LOOK_MS, failed }: Look) {
    this.#service = service;
    this.#failed = failed;
    service.onChange((change) => this.#changed(change));
    this.#timer = setInterval(() => void this.#look(), everyMs);
    this.#timer.unref();
  }

  /** Of the game of this key. */
  async answer(c: Context, key: string): Promise<Response> {
    const known = this.#followed.get(key);
    if (known) return known.feed.answer(c);
    const told = await this.#service.game(key);
    return 'refused' in told ? refusalAnswer(c, told) : this.#follow(told.game).feed.answer(c);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { feed } of this.#followed.values()) feed.end();
    this.#followed.clear();
  }

  #follow(game: StoredGame): Followed {
    const known = this.#followed.get(game.key);
    if (known) return known;
    const feed = new EventFeed(() => [gameEvent(followed.game)], { mostUnread: MOST_UNREAD });
    const followed: Followed = { feed, game, isIdle: false };
    this.#followed.set(game.key, followed);
    return followed;
  }

  #changed({ game, move }: Change): void {
    const followed = this.#followed.get(game.key);
    // Two changes one after the other can be told the other way round.
    if (!followed || game.changes !== followed.game.changes + 1) return;
    this.#send(followed, game, move ? [move] : []);
  }

  #send(followed: Followed, game: StoredGame, moves: readonly StoredMove[]): void {
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

  async #catchUp(followed: Followed): Promise<void> {
    const { key, changes } = followed.game;
    const told = await this.#service.history(key, changes);
    if ('refused' in told || told.game.changes <= followed.game.changes) return;
    this.#send(followed, told.game, told.moves.slice(followed.game.changes - changes));
  }

  /** One that nobody has read for two looks: whoever asked for it has come by then. */
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
