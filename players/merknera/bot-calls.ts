import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { type Fault, fault, faults } from './fault.ts';
import { type Answer, readAnswer } from './read-answer.ts';

const MOST_BYTES = 1024 * 1024;

const PING_AGAIN_MS = 100;

type Reply = { readonly ok: true; readonly body: string } | Fault;

/** A bot that is a web server. It is called on one connection: a server that serves one at a time answers, too. */
export class BotCalls implements Disposable {
  readonly #url: URL;
  readonly #agent: Agent;
  #id = 0;
  /** A call whose answer nobody waits for. */
  #telling: AbortController | undefined;
  #asking: AbortController | undefined;

  constructor(url: URL) {
    this.#url = url;
    const kept = { keepAlive: true, maxSockets: 1 };
    this.#agent = url.protocol === 'https:' ? new SecureAgent(kept) : new Agent(kept);
  }

  /** Ends all calls. */
  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async call(method: string, params: unknown, withinMs: number): Promise<Answer> {
    this.#telling?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const reply = await this.#post(method, params, withinMs, asking.signal);
    return reply.ok ? readAnswer(reply.body) : reply;
  }

  /** Whether it answers at all. One that is just being started is asked again for a while. */
  async ping(withinMs: number, againForMs = 0): Promise<Fault | undefined> {
    const again = performance.now() + againForMs;
    for (;;) {
      const reply = await this.#post('Status.Ping', null, withinMs);
      if (reply.ok) return undefined;
      if (reply.errorcode !== faults.transport || performance.now() >= again) return reply;
      await setTimeout(PING_AGAIN_MS);
    }
  }

  /** The last that it is told: it need not answer what it was asked before. */
  async tellLast(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#asking?.abort();
    await this.tell(method, params, withinMs);
  }

  /** What it answers does not count: the next call does not wait for it. */
  async tell(method: string, params: unknown, withinMs: number): Promise<void> {
    this.#telling?.abort();
    const telling = new AbortController();
    this.#telling = telling;
    await this.#post(method, params, withinMs, telling.signal);
  }

  /** On a connection that the bot has just closed, which only shows when it is used, once more. */
  async #post(method: string, params: unknown, withinMs: number, signal?: AbortSignal): Promise<Reply> {
    const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: ++this.#id });
    const until = performance.now() + withinMs;
    const first = await this.#postOnce(body, withinMs, signal);
    if (first !== CLOSED_BEFORE) return first;
    const again = await this.#postOnce(body, until - performance.now(), signal);
    return again === CLOSED_BEFORE ? fault('transport', 'the connection was closed') : again;
  }

  async #postOnce(
    body: string,
    withinMs: number,
    given: AbortSignal | undefined,
  ): Promise<Reply | typeof CLOSED_BEFORE> {
    const late = AbortSignal.timeout(Math.max(0, Math.floor(withinMs)));
    const asked = this.#request(body, given ? AbortSignal.any([late, given]) : late);
    try {
      const [response] = (await once(asked.end(body), 'response')) as [IncomingMessage];
      return await readReply(response);
    } catch (error) {
      if (late.aborted) return fault('late', `no answer within ${(withinMs / 1000).toFixed(1)} s`);
      const { code } = error as NodeJS.ErrnoException;
      return asked.reusedSocket && code === 'ECONNRESET'
        ? CLOSED_BEFORE
        : fault('transport', reason(error as Error));
    } finally {
      // What comes later is for nobody.
      asked.on('error', () => {});
    }
  }

  #request(body: string, signal: AbortSignal): ClientRequest {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const options = { method: 'POST', agent: this.#agent, headers, signal };
    return this.#url.protocol === 'https:' ? secureRequest(this.#url, options) : request(this.#url, options);
  }
}

/** On a connection of the call before. */
const CLOSED_BEFORE = Symbol('closed');

async function readReply(response: IncomingMessage): Promise<Reply> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return fault('unreadable', `the answer has more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  if (response.statusCode !== 200)
    return fault('transport', `expected the HTTP status 200; got ${response.statusCode}`);
  return { ok: true, body: Buffer.concat(parts).toString() };
}

/** Where a name has several addresses, the error has no message of its own. */
function reason(error: Error & { readonly code?: string }): string {
  return error.message || (error.code ?? error.name);
}
