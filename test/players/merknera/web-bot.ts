import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came, whatever it is
  readonly params: any;
  readonly id: number;
}

/** What a bot answers: a result, or the whole body of an answer. */
export type Reply =
  | { readonly result: unknown }
  | { readonly body: string; readonly status?: number }
  | 'nothing';

/** A bot that is a web server, and all that it was asked. */
export class WebBot implements Disposable {
  readonly asked: Asked[] = [];
  readonly #server: Server;

  /** `act`: what it answers; none: as a bot that is ready and passes. */
  static async start(act: (asked: Asked) => Reply | undefined = () => undefined): Promise<WebBot> {
    const bot = new WebBot(act);
    bot.#server.listen(0, '127.0.0.1');
    await once(bot.#server, 'listening');
    return bot;
  }

  private constructor(act: (asked: Asked) => Reply | undefined) {
    this.#server = createServer(async (request, answer) => {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked;
      this.asked.push(asked);
      const reply = act(asked) ?? { result: usual[asked.method] ?? null };
      if (reply === 'nothing') return;
      const body =
        'body' in reply
          ? reply.body
          : JSON.stringify({ jsonrpc: '2.0', ...reply, error: null, id: asked.id });
      answer
        .writeHead('body' in reply ? (reply.status ?? 200) : 200, { 'content-type': 'application/json' })
        .end(body);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`;
  }

  of(method: string): Asked[] {
    return this.asked.filter((one) => one.method === method);
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const usual: Readonly<Record<string, unknown>> = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
  'Scrabble.NextMove': { type: 'PASS' },
};
