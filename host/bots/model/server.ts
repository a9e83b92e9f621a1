import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../core/json.ts';
import {
  anyOf,
  listOf,
  Misfit,
  object,
  optional,
  orNull,
  readShape,
  text,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { cut } from '../../core/text.ts';
import { LONGEST_TIMER_MS } from '../../core/units.ts';
import { HttpPosts, type Reply } from '../../seats/remote/http-posts.ts';
import { faults } from '../../seats/remote/json-rpc.ts';

export interface ServerOptions {
  /** The base of an API that has `POST /chat/completions`. */
  readonly url: URL;
  readonly model: string;
  readonly key?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly reasoning?: string | undefined;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A JSON schema with its name. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: object;
}

/** What one request has brought. */
export interface Completion {
  readonly ms: number;
  /** The text of the model. Undefined if the response has none. */
  readonly content?: string | undefined;
  readonly finish?: string | undefined;
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  /** Why there is no text. */
  readonly problem?: string | undefined;
  /** Set if the server did not answer the question at all. */
  readonly isUnanswered?: true;
  /** Another request of this kind would fail, too. */
  readonly isFinal?: true;
  /** This machine has no network. */
  readonly isWithoutNetwork?: true;
  /** The response, if it is no completion. */
  readonly body?: string | undefined;
}

const [count, sentence] = [optional(orNull(whole(0))), optional(orNull(text()))];

const completion = object({
  choices: listOf(
    object({
      finish_reason: sentence,
      message: object({ content: optional(orNull(anyOf(text(), listOf(object({ text: sentence }))))) }),
    }),
    1,
  ),
  usage: optional(orNull(object({ prompt_tokens: count, completion_tokens: count }))),
});

/** The limit for a request of a turn without a limit. */
const LONGEST_REQUEST_MS = 600_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Statuses of servers that refuse a field of the request. */
const REFUSED_FIELD: readonly number[] = [400, 404, 415, 422, 501];
const NO_NETWORK = /ENETUNREACH|ENETDOWN|EAI_AGAIN|EAFNOSUPPORT|EADDRNOTAVAIL|EPERM|EACCES/;

/** In a sandbox without the network, a program can reach only itself, and may not list interfaces. */
function isWithoutNetwork(problem: string): boolean {
  if (!/ECONNREFUSED/.test(problem)) return NO_NETWORK.test(problem);
  try {
    return Object.values(networkInterfaces()).every((each) => each?.every(({ internal }) => internal));
  } catch {
    return true;
  }
}

export const NETWORK_IS_MISSING =
  'this player has no network, or its server does not run here: for a player in the sandbox strict, say `network: true` in the tournament file, or use --network';

/** A server of language models that speaks the API of OpenAI. */
export class ModelServer implements Disposable {
  readonly #options: ServerOptions;
  readonly #posts: HttpPosts;
  #takesSchema = true;

  constructor(options: ServerOptions) {
    const { url, key } = options;
    this.#options = options;
    const path = `${url.pathname.replace(/\/+$/, '')}/chat/completions${url.search}`;
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    this.#posts = new HttpPosts(new URL(path, url), { headers });
  }

  [Symbol.dispose](): void {
    this.#posts[Symbol.dispose]();
  }

  /** Asks until there is an answer or the time is over. `note` is called after each request. */
  async complete(
    messages: readonly ChatMessage[],
    schema: AnswerSchema,
    until: number,
    note: (completion: Completion) => void,
  ): Promise<Completion | undefined> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const hasSchema = this.#takesSchema;
      const began = performance.now();
      if (until <= began) return undefined;
      const reply = await this.#post(this.#body(messages, hasSchema ? schema : undefined), until);
      const read = { ms: Math.round(performance.now() - began), ...this.#read(reply) };
      if (hasSchema && reply?.ok && REFUSED_FIELD.includes(reply.status)) {
        this.#takesSchema = false;
        note(read);
        continue;
      }
      if (!isTemporary(reply)) return read;
      const pause = reply.ok ? (retryAfterMs(reply.retryAfter) ?? wait) : wait;
      if (read.isWithoutNetwork || performance.now() + pause >= until) return read;
      note(read);
      await sleep(pause);
    }
  }

  #body(messages: readonly ChatMessage[], schema: AnswerSchema | undefined): string {
    const { model, temperature, maxTokens, seed, reasoning } = this.#options;
    return JSON.stringify({
      model,
      messages,
      temperature,
      max_tokens: maxTokens,
      seed,
      reasoning_effort: reasoning,
      response_format: schema && { type: 'json_schema', json_schema: { ...schema, strict: true } },
    });
  }

  /** Undefined if the time was over first. */
  async #post(body: string, until: number): Promise<Reply | undefined> {
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
    const cancel = this.#posts.post(body, resolve);
    const left = Math.min(until - performance.now(), LONGEST_REQUEST_MS, LONGEST_TIMER_MS);
    const timer = setTimeout(() => {
      cancel();
      resolve(undefined);
    }, left);
    const reply = await promise;
    clearTimeout(timer);
    return reply;
  }

  #read(reply: Reply | undefined): Omit<Completion, 'ms'> {
    if (!reply) return { problem: 'the answer did not end in time', isUnanswered: true, isFinal: true };
    if (!reply.ok) {
      const { message, errorcode } = reply;
      if (errorcode !== faults.transport) return { problem: message };
      const isMissing = isWithoutNetwork(message) && { isWithoutNetwork: true as const };
      return { problem: message, isUnanswered: true, ...isMissing };
    }
    const { status, body } = reply;
    if (status < 200 || status > 299) {
      const redirect = status >= 300 && status <= 399 ? ', and redirects are not followed' : '';
      return { problem: `status ${status}${redirect}`, body, isUnanswered: true, isFinal: true };
    }
    return readCompletion(body);
  }
}

function readCompletion(body: string): Omit<Completion, 'ms'> {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return { problem: 'the response is not JSON', body };
  }
  const read = readShape(completion, value);
  if (read instanceof Misfit) return { problem: cut(`the response: ${read.inWords()}`, 200), body };
  const { finish_reason: finish, message } = read.choices[0]!;
  const { prompt_tokens: prompt, completion_tokens: completed } = read.usage ?? {};
  return {
    content: contentOf(message),
    ...(finish != null && { finish: cut(finish, 40) }),
    ...(prompt != null && { promptTokens: prompt }),
    ...(completed != null && { completionTokens: completed }),
  };
}

function contentOf({ content }: ValueOf<typeof completion>['choices'][number]['message']): string {
  if (content == null) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

function isTemporary(reply: Reply | undefined): reply is Reply {
  if (!reply) return false;
  return reply.ok ? reply.status === 429 || reply.status >= 500 : reply.errorcode === faults.transport;
}

/** Seconds or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
