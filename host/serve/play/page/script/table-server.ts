import { followEvents, requestJson } from '../../../../views/parts/script/server.ts';
import type { GameView, MoveAnswer, ViewChange } from '../../contract.ts';
import { viewAfter } from '../table-state.ts';

/** The files of the page are beside it. */
export const API = new URL('../api/v1', import.meta.url).href;

/** Requests of a page about one game. */
export class TableServer {
  readonly #key: string;
  #unfollow: () => void = () => {};
  #view: GameView | undefined;
  #roundTripMs = timeOfPage();
  /** Only the answer to the last check counts. */
  #check: AbortController | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  /** Tells each new view, and whether the connection is there. It reconnects by itself. */
  follow(changed: (view: GameView) => void, connected: (isThere: boolean) => void): void {
    this.leave();
    const take = (view: GameView) => {
      this.#view = view;
      connected(true);
      changed(view);
    };
    this.#unfollow = followEvents(
      `${API}/games/${this.#key}/events`,
      {
        view: take,
        change: (change: ViewChange) => this.#view && take(viewAfter(this.#view, change)),
      },
      connected,
    );
  }

  async view(): Promise<GameView> {
    return (await this.#request('GET', '')) as GameView;
  }

  leave(): void {
    this.#unfollow();
  }

  async join(name: string): Promise<GameView> {
    return (await this.#request('POST', '/join', name === '' ? {} : { name })) as GameView;
  }

  async claim(): Promise<unknown> {
    return await this.#request('POST', '/claim', {});
  }

  /** Moves of a finished game that nobody made. None if the server has no analysis of it. */
  async missed(): Promise<readonly string[]> {
    try {
      return ((await this.#request('GET', '/analysis')) as { readonly missed: readonly string[] }).missed;
    } catch {
      return [];
    }
  }

  /** Tells how long the last measurement took. The first is that of the page itself. */
  measure(): void {
    const start = performance.now();
    this.#request('POST', '/seen', { roundTripMs: this.#roundTripMs }).then(
      () => (this.#roundTripMs = performance.now() - start),
      () => {}, // The event stream shows that there is no connection.
    );
  }

  async play(move: unknown): Promise<MoveAnswer> {
    this.#check?.abort();
    return (await this.#request('POST', '/moves', move)) as MoveAnswer;
  }

  /** Undefined if a later check or move has replaced it. */
  async check(move: unknown): Promise<MoveAnswer | undefined> {
    this.#check?.abort();
    const { signal } = (this.#check = new AbortController());
    try {
      return (await this.#request('POST', '/moves?check=1', move, signal)) as MoveAnswer;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  async #request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    return await request(method, `games/${this.#key}${path}`, body, signal);
  }
}

export async function request(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  return await requestJson(method, `${API}/${path}`, body, signal);
}

function timeOfPage(): number {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming ? page.responseStart - page.requestStart : 0;
}
