import type { IncomingHttpHeaders } from 'node:http';
import type { EventFeed } from './event-feed.ts';

export const methods = ['GET', 'POST', 'PUT'] as const;
export type Method = (typeof methods)[number];

/** What may be asked for. `path` has names in it after colons, each for one part: `/games/:number`. */
export interface Route {
  /** GET, unless it says another. HEAD is GET without a text. */
  readonly method?: Method;
  readonly path: string;
  /** None: there is nothing of that name. */
  answer(parts: Parts, asked: Asked): Answer | undefined | Promise<Answer | undefined>;
}

/** By their names in the path of the route. */
export type Parts = Readonly<Record<string, string>>;

export interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** What the query says, and the body of a request that has one: texts, or any value where it was JSON. */
  readonly parameters: Parameters;
}

export type Parameters = ReadonlyMap<string, unknown>;

export type Answer = TextAnswer | FeedAnswer;

export interface TextAnswer {
  readonly is: 'text';
  /** 200, unless it says another. */
  readonly status?: number;
  /** Its media type. */
  readonly type:
    | 'text/html'
    | 'text/plain'
    | 'text/css'
    | 'text/javascript'
    | 'application/json'
    | 'image/svg+xml';
  readonly text: string;
  /** What a browser may run and load for it, as a Content-Security-Policy; none: nothing at all. */
  readonly policy?: string;
  /** Beside those that every answer has; in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Events, as they happen. */
export interface FeedAnswer {
  readonly is: 'feed';
  readonly feed: EventFeed;
}

export function jsonAnswer(status: number, content: unknown): TextAnswer {
  return { is: 'text', status, type: 'application/json', text: `${JSON.stringify(content)}\n` };
}

/** A part of a page, which is always the same. */
export function fileRoute(path: string, type: TextAnswer['type'], text: string, policy?: string): Route {
  return { path, answer: () => ({ is: 'text', type, text, ...(policy !== undefined && { policy }) }) };
}

export type Found =
  | { readonly is: 'route'; readonly route: Route; readonly parts: Parts }
  /** The path is known, but not with this method. */
  | { readonly is: 'other-method'; readonly allowed: readonly string[] }
  | { readonly is: 'nothing' };

/** The first route that the path and the method fit. */
export function routeOf(routes: readonly Route[], method: string, path: string): Found {
  const came = path.split('/');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed = new Set<string>();
  for (const route of routes) {
    const parts = partsOf(route.path.split('/'), came);
    if (!parts) continue;
    const { method: its = 'GET' } = route;
    if (its === wanted) return { is: 'route', route, parts };
    for (const each of its === 'GET' ? ['GET', 'HEAD'] : [its]) allowed.add(each);
  }
  return allowed.size > 0 ? { is: 'other-method', allowed: [...allowed] } : { is: 'nothing' };
}

function partsOf(wanted: readonly string[], came: readonly string[]): Parts | undefined {
  if (wanted.length !== came.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = came[index]!;
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
      continue;
    }
    if (text === '') return undefined;
    parts[part.slice(1)] = decode(text);
  }
  return parts;
}

/** What is not encoded right is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
