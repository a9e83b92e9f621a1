import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '../deadline.ts';
import { type ConnectionOptions, HttpPosts, type Reply as HttpReply } from './http-posts.ts';
import { type Answer, type Fault, fault, faults, readAnswer, requestText } from './json-rpc.ts';

const PING_AGAIN_MS = 100;
/** Nobody reads the answer to a ping. */
const MOST_PING_BYTES = 64 * 1024;
type Reply = { readonly ok: true; readonly body: string } | Fault;

/** A web bot: its address and its open connections. */
export class BotConnection implements Disposable {
  readonly #options: ConnectionOptions;
  #href: string;
  #posts: HttpPosts;
  #id = 0;
  /** Counts requests to all bots. */
  static calls = 0;
  /** The known name of each method, by its first name. */
  readonly known = new Map<string, string>();

  constructor(url: URL, options: ConnectionOptions = {}) {
    this.#options = options;
    this.#href = url.href;
    this.#posts = new HttpPosts(url, options);
  }

  /** Applies from the next request on. */
  moveTo(url: URL, sockets: number): void {
    if (url.href === this.#href) {
      this.#posts.most = sockets;
      return;
    }
    // Requests that are under way finish.
    this.#href = url.href;
    this.#posts = new HttpPosts(url, { ...this.#options, sockets });
  }

  [Symbol.dispose](): void {
    this.#posts[Symbol.dispose]();
  }

  /** Whether it answers. A bot that is starting gets more time. */
  async ping(withinMs: number, againForMs = 0): Promise<Fault | undefined> {
    const again = performance.now() + againForMs;
    for (;;) {
      const reply = await this.post('Status.Ping', null, withinMs, MOST_PING_BYTES).reply;
      if (reply.ok) return undefined;
      if (reply.errorcode !== faults.transport || performance.now() >= again) return reply;
      await sleep(PING_AGAIN_MS);
    }
  }

  post(method: string, params: unknown, withinMs: number, most?: number): Post {
    BotConnection.calls++;
    return new Post(this.#posts, requestText(method, params, ++this.#id), withinMs, most);
  }
}

class Post {
  readonly reply: Promise<Reply>;
  readonly #resolve: (reply: Reply) => void;
  readonly #deadline: Deadline;
  readonly #giveUp: () => void;
  #isOver = false;

  constructor(posts: HttpPosts, body: string, withinMs: number, most: number | undefined) {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.reply = promise;
    this.#resolve = resolve;
    const late = () => this.#stop(fault('late', `no answer within ${(withinMs / 1000).toFixed(1)} s`));
    this.#deadline = new Deadline(withinMs, late);
    const answered = (reply: HttpReply) => {
      if (!reply.ok || reply.status === 200) this.#end(reply);
      else this.#end(fault('transport', `expected HTTP status 200; got ${reply.status}`));
    };
    this.#giveUp = posts.post(body, answered, most);
  }

  /** Ends the wait for the answer. */
  abort(): void {
    this.#stop(fault('transport', 'the host canceled the call'));
  }

  #stop(why: Fault): void {
    if (this.#isOver) return;
    this.#giveUp();
    this.#end(why);
  }

  #end(reply: Reply): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deadline[Symbol.dispose]();
    this.#resolve(reply);
  }
}

/** Calls about one game, one at a time. */
export class BotCalls {
  readonly #connection: BotConnection;
  /** A call whose answer nobody waits for. */
  #telling: Post | undefined;
  #asking: Post | undefined;

  constructor(connection: BotConnection) {
    this.#connection = connection;
  }

  async call(method: string, params: unknown, withinMs: number): Promise<Answer> {
    this.#telling?.abort();
    this.#asking = this.#connection.post(method, params, withinMs);
    const reply = await this.#asking.reply;
    return reply.ok ? readAnswer(reply.body) : reply;
  }

  /** The bot may know only one name of the method, which later calls use. */
  async callByAny(names: readonly [string, string], params: unknown, withinMs: number): Promise<Answer> {
    const until = performance.now() + withinMs;
    const { known } = this.#connection;
    const [first, second] = names;
    const answer = await this.call(known.get(first) ?? first, params, withinMs);
    if (answer.ok || !answer.isUnknownMethod || known.has(first)) return answer;
    const again = await this.call(second, params, until - performance.now());
    if (again.ok) known.set(first, second);
    return again.ok ? again : answer;
  }

  /** The last call, which does not wait for the answers of earlier ones. */
  async tellLast(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#asking?.abort();
    await this.tell(method, params, withinMs);
  }

  /** Does not wait for the answer, nor does the next call. */
  async tell(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#telling?.abort();
    this.#telling = this.#connection.post(method, params, withinMs);
    await this.#telling.reply;
  }

  /** Ends all calls. */
  end(): void {
    this.#telling?.abort();
    this.#asking?.abort();
  }
}
