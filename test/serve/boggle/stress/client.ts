import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedHost } from './started-host.ts';

/** After a server has said that its database does not answer. */
const AGAIN_MS = 100;
const agent = new Agent({ keepAlive: true });

/** A user of the web, who asks one of the hosts. */
export class Client {
  readonly name: string;
  readonly #host: StartedHost;

  constructor(name: string, host: StartedHost) {
    this.name = name;
    this.#host = host;
  }

  /** What was answered; undefined: the host or its database ended before, and what became of it is not known. */
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say
  async ask(method: string, path: string, body?: object): Promise<any> {
    const url = new URL(`/boggle${path}`, await this.#host.address);
    try {
      const asked = request(url, {
        method,
        agent,
        headers: { 'content-type': 'application/json', accept: 'application/json; profile=typed' },
      });
      asked.end(body && JSON.stringify(body));
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const answer = await json(response);
      if (response.statusCode === 503) {
        await sleep(AGAIN_MS);
        return undefined;
      }
      if (response.statusCode !== 200)
        throw new Error(
          `${method} ${path}: ${response.statusCode} ${JSON.stringify(answer)}\n${this.#host.said.slice(-2000)}`,
        );
      return answer;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNRESET' || code === 'ECONNREFUSED' || code === 'EPIPE') return undefined;
      throw error;
    }
  }

  /** As often as is needed. */
  async read(path: string) {
    for (;;) {
      const answer = await this.ask('GET', path);
      if (answer !== undefined) return answer;
    }
  }
}
