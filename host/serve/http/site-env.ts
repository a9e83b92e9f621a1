import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';

/** What a service knows of a request besides the request. */
interface SiteEnv {
  /** None, where it is not asked over a connection of Node's. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: { body?: Body };
}

/** What was sent with a request; none: more than is read. */
export type Body = Uint8Array | 'too large';

export type Service = Hono<SiteEnv>;
export type Context = HonoContext<SiteEnv>;
export type Middleware = MiddlewareHandler<SiteEnv>;
