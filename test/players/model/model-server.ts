import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: object;
  readonly [field: string]: unknown;
}

/** A text of the model, or a whole response. */
export type Reply = string | ((response: ServerResponse) => void);

/** A server of our own that answers as OpenAI's API does. */
export class ModelServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;

  static async open(answer: (asked: Asked, number: number) => Reply | Promise<Reply>): Promise<ModelServer> {
    const opened = new ModelServer(answer);
    await new Promise<void>((resolve) => opened.#server.listen(0, '127.0.0.1', resolve));
    return opened;
  }

  private constructor(answer: (asked: Asked, number: number) => Reply | Promise<Reply>) {
    this.#server = createServer(async (request, response) => {
      const asked = await bodyOf(request);
      this.authorizations.push(request.headers.authorization);
      this.asked.push(asked);
      const reply = await answer(asked, this.asked.length);
      if (typeof reply === 'string') completion(reply)(response);
      else reply(response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return JSON.parse(text) as Asked;
}

/** The position: an answer without a move is asked for again in a message after it. */
export const last = ({ messages }: Asked): string =>
  messages.findLast(({ role, content }) => role === 'user' && !content.startsWith('Your answer has no move'))!
    .content;

/** A response with this text. A token is four characters. */
export function completion(content: string | null, finish = 'stop'): (response: ServerResponse) => void {
  const usage = { prompt_tokens: 100, completion_tokens: Math.ceil((content ?? '').length / 4) };
  const choices = [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }];
  return json(200, { id: 'x', object: 'chat.completion', choices, usage });
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}
