import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { RecentValues } from '../recent-values.ts';

/** A key is a method and a path. */
const [MOST_PATHS, LONGEST_KEY] = [2_000, 100];

/** A router that keeps the handlers of recent paths. A search takes a tenth of the time of a short answer. */
export class RememberedRoutes<Handler> implements Router<Handler> {
  readonly name = 'RememberedRoutes';
  readonly #routes = new TrieRouter<Handler>();
  readonly #recent = new RecentValues<Result<Handler>>(MOST_PATHS, LONGEST_KEY);

  add(method: string, path: string, handler: Handler): void {
    this.#routes.add(method, path, handler);
  }

  match(method: string, path: string): Result<Handler> {
    return this.#recent.get(`${method} ${path}`, () => this.#routes.match(method, path));
  }
}
