import type { EventFeed } from './event-feed.ts';

/** What may be asked for. `path` has names in it after colons, each for one part: `/games/:number`. */
export interface Route {
  readonly path: string;
  /** None: there is nothing of that name. */
  answer(parts: Parts): Answer | undefined | Promise<Answer | undefined>;
}

/** By their names in the path of the route. */
export type Parts = Readonly<Record<string, string>>;

export type Answer = TextAnswer | FeedAnswer;

export interface TextAnswer {
  readonly is: 'text';
  /** 200, unless it says another. */
  readonly status?: number;
  /** Its media type. */
  readonly type: 'text/html' | 'text/plain' | 'application/json' | 'image/svg+xml';
  readonly text: string;
  /** What a browser may run and load for it, as a Content-Security-Policy; none: nothing at all. */
  readonly policy?: string;
}

/** Events, as they happen. */
export interface FeedAnswer {
  readonly is: 'feed';
  readonly feed: EventFeed;
}

export interface Found {
  readonly route: Route;
  readonly parts: Parts;
}

/** The first route that the path fits. */
export function routeOf(routes: readonly Route[], path: string): Found | undefined {
  for (const route of routes) {
    const parts = partsOf(route.path.split('/'), path.split('/'));
    if (parts) return { route, parts };
  }
  return undefined;
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
    const decoded = decode(text);
    if (decoded === undefined || decoded === '') return undefined;
    parts[part.slice(1)] = decoded;
  }
  return parts;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
