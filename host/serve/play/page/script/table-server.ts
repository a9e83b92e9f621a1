import type { GameEvent, GameView, MoveAnswer, ViewChange } from '../../contract.ts';
import { viewAfter } from '../table-state.ts';

/** The files of the page are beside it. */
export const API = new URL('../api/v1', import.meta.url).href;

const AGAIN_MS = 3000;

/** A sentence for the player. */
export class Refused extends Error {}

/** Requests of a page about one game. */
export class TableServer {
  readonly #key: string;
  #events: EventSource | undefined;
  #view: GameView | undefined;
  #roundTripMs = timeOfPage();
  /** Only the answer to the last check counts. */
  #check: AbortController | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  /** Tells each new view, and whether the connection is there. It reconnects by itself. */
  follow(changed: (view: GameView) => void, connected: (isThere: boolean) => void): void {
    this.#events?.close();
    const events = new EventSource(`${API}/games/${this.#key}/events`);
    this.#events = events;
    const listen = <Name extends GameEvent['name']>(
      name: Name,
      take: (data: (GameEvent & { name: Name })['data']) => GameView | undefined,
    ) =>
      events.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const view = take(JSON.parse(data));
        if (!view) return;
        this.#view = view;
        connected(true);
        changed(view);
      });
    listen('view', (view) => view);
    listen('change', (change: ViewChange) => this.#view && viewAfter(this.#view, change));
    events.onopen = () => connected(true);
    events.onerror = () => {
      connected(false);
      // Browsers do not reconnect after a refusal, such as by a proxy.
      if (events.readyState !== EventSource.CLOSED) return;
      setTimeout(() => this.#events === events && this.follow(changed, connected), AGAIN_MS);
    };
  }

  async view(): Promise<GameView> {
    return (await this.#request('GET', '')) as GameView;
  }

  leave(): void {
    this.#events?.close();
    this.#events = undefined;
  }

  async join(name: string): Promise<GameView> {
    return (await this.#request('POST', '/join', name === '' ? {} : { name })) as GameView;
  }

  async claim(): Promise<unknown> {
    return await this.#request('POST', '/claim', {});
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
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(`${API}/${path}`, { method, headers, signal, ...sent });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused('The server cannot be reached. Try again in a moment.');
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  const { problem, message } = (answer ?? {}) as { problem?: string; message?: string };
  throw new Refused(
    sentence(problem ?? message ?? `the server refused the request (status ${response.status})`),
  );
}

function timeOfPage(): number {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming ? page.responseStart - page.requestStart : 0;
}

/** Problems are parts of sentences. */
const sentence = (words: string) => `${words[0]?.toUpperCase() ?? ''}${words.slice(1).replace(/\.$/, '')}.`;
