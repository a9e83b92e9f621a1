import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { BlockList, LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { type Answer, type Fault, fault, faults, readAnswer } from './json-rpc.ts';

const MOST_BYTES = 1024 * 1024;
const PING_AGAIN_MS = 100;
/** Timers of more milliseconds fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** A connection that is not used. */
const KEEP_MS = 60_000;

type Reply = { readonly ok: true; readonly body: string } | Fault;

interface ConnectionOptions {
  /** Addresses that are not called, whatever name or number leads to them; none: all are called. */
  readonly blockList?: BlockList | undefined;
  /** Finds the addresses of a name (default: the system). */
  readonly lookup?: LookupFunction | undefined;
  /** Requests at once (default: 1, so that a server that serves one at a time answers, too). */
  readonly sockets?: number;
}

/** A bot that is a web server: where it is, and its open connections. No redirect is followed, and no proxy is asked. */
export class BotConnection implements Disposable {
  #target: RequestOptions;
  #id = 0;
  /** Requests that were posted, of all bots. */
  static calls = 0;
  readonly #plain: Agent;
  readonly #secure: SecureAgent;
  /** By the first of its names, the one by which the bot knows a method. */
  readonly known = new Map<string, string>();

  constructor(url: URL, { blockList, lookup, sockets = 1 }: ConnectionOptions = {}) {
    this.#target = urlToHttpOptions(url);
    // On the agent: a list that is given with a request is not heeded on a connection that is kept.
    const options = {
      keepAlive: true,
      maxSockets: sockets,
      timeout: KEEP_MS,
      ...(blockList && { blockList }),
      ...(lookup && { lookup }),
    };
    this.#plain = new Agent(options);
    this.#secure = new SecureAgent(options);
  }

  /** From the next request on. */
  moveTo(url: URL, sockets: number): void {
    this.#target = urlToHttpOptions(url);
    this.#plain.maxSockets = sockets;
    this.#secure.maxSockets = sockets;
  }

  /** Ends all calls. */
  [Symbol.dispose](): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  /** Whether it answers at all. One that is just being started is asked again for a while. */
  async ping(withinMs: number, againForMs = 0): Promise<Fault | undefined> {
    const again = performance.now() + againForMs;
    for (;;) {
      const reply = await this.post('Status.Ping', null, withinMs).reply;
      if (reply.ok) return undefined;
      if (reply.errorcode !== faults.transport || performance.now() >= again) return reply;
      await sleep(PING_AGAIN_MS);
    }
  }

  /** On a connection that the bot has just closed, which only shows when it is used, it is posted once more. */
  post(method: string, params: unknown, withinMs: number): Post {
    BotConnection.calls++;
    // As a text it is written with the head, in one piece.
    const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: ++this.#id });
    return new Post(() => this.#request(Buffer.byteLength(body)), body, withinMs);
  }

  #request(length: number): ClientRequest {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': length,
    };
    const about = { ...this.#target, method: 'POST', headers };
    return about.protocol === 'https:'
      ? secureRequest({ ...about, agent: this.#secure })
      : request({ ...about, agent: this.#plain });
  }
}

/** One request, until its answer is read, its time is over, or nobody wants the answer any more. */
class Post {
  readonly reply: Promise<Reply>;
  readonly #resolve: (reply: Reply) => void;
  readonly #open: () => ClientRequest;
  readonly #body: string;
  readonly #timer: NodeJS.Timeout;
  #request: ClientRequest;
  #isAgain = false;
  #isOver = false;

  constructor(open: () => ClientRequest, body: string, withinMs: number) {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.reply = promise;
    this.#resolve = resolve;
    this.#open = open;
    this.#body = body;
    const ms = Math.min(Math.max(0, Math.floor(withinMs)), LONGEST_TIMER);
    const late = () => this.#end(fault('late', `no answer within ${(withinMs / 1000).toFixed(1)} s`));
    this.#timer = setTimeout(late, ms);
    this.#request = this.#send();
  }

  /** Nobody waits for the answer any more. */
  abort(): void {
    this.#end(fault('transport', 'the call was given up'));
  }

  #send(): ClientRequest {
    const sent = this.#open();
    sent.on('response', (response) => this.#read(response));
    sent.on('error', (error: NodeJS.ErrnoException) => this.#failed(sent, error));
    sent.end(this.#body);
    return sent;
  }

  #failed(sent: ClientRequest, error: NodeJS.ErrnoException): void {
    if (this.#isOver || sent !== this.#request) return;
    if (sent.reusedSocket && error.code === 'ECONNRESET' && !this.#isAgain) {
      this.#isAgain = true;
      this.#request = this.#send();
      return;
    }
    const failed = fault('transport', sent.reusedSocket ? 'the connection was closed' : reasonOf(error));
    this.#end(error.code === 'ERR_IP_BLOCKED' ? failed : { ...failed, isUnreachable: true });
  }

  #read(response: IncomingMessage): void {
    const parts: Buffer[] = [];
    let length = 0;
    response.on('data', (part: Buffer) => {
      length += part.length;
      if (length > MOST_BYTES) this.#end(fault('unreadable', `the answer has more than ${MOST_BYTES} bytes`));
      else parts.push(part);
    });
    response.on('error', (error) => this.#end(fault('transport', reasonOf(error))));
    response.on('end', () => {
      const { statusCode } = response;
      if (statusCode !== 200)
        this.#end(fault('transport', `expected the HTTP status 200; got ${statusCode}`));
      else this.#end({ ok: true, body: Buffer.concat(parts).toString() });
    });
  }

  #end(reply: Reply): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    // What comes later is for nobody.
    if (!reply.ok) this.#request?.destroy();
    this.#resolve(reply);
  }
}

/** What a bot is asked about one game: one thing at a time. */
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

  /** The bot may know the method by one of its names only: it is called by that from then on. */
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

  /** The last that it is told: it need not answer what it was asked before. */
  async tellLast(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#asking?.abort();
    await this.tell(method, params, withinMs);
  }

  /** What it answers does not count: the next call does not wait for it. */
  async tell(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#telling?.abort();
    this.#telling = this.#connection.post(method, params, withinMs);
    await this.#telling.reply;
  }

  /** Nothing more is asked, and no answer is waited for. */
  end(): void {
    this.#telling?.abort();
    this.#asking?.abort();
  }
}

/** Where a name has several addresses, the error has no message of its own. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ERR_IP_BLOCKED')
    return `its address is not one that this host calls (--allow-endpoint): ${error.message}`;
  return error.message || (error.code ?? error.name);
}
