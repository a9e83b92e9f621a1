import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answersTo, fileAnswer, type GameFile, type Methods, pathOf } from 'wordhost/web-bots';

const MOST_BYTES = 64 * 1024;
const MOST_CONNECTIONS = 64;
const limits = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 };
const LOOPBACK = '127.0.0.1';

/** Serves the files and methods of a game on a port of this machine. */
export class Served implements Disposable {
  readonly address: string;
  readonly #server: Server;

  static async on(port: number, files: readonly GameFile[], methods: Methods): Promise<Served> {
    const server = createServer(limits, (asked, answer) => void serve(asked, answer, files, methods));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.maxConnections = MOST_CONNECTIONS;
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
    await promise;
    return new Served(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  }

  urlOf(file: GameFile): string {
    return this.address + pathOf(file);
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function serve(
  asked: IncomingMessage,
  answer: ServerResponse,
  files: readonly GameFile[],
  methods: Methods,
): Promise<void> {
  const [path] = (asked.url ?? '').split('?', 1);
  const file = files.find((one) => pathOf(one) === path);
  if (file) {
    const header = (name: string) => asked.headers[name]?.toString();
    const { status, headers, body } = fileAnswer(asked.method, header, file);
    answer.writeHead(status, headers).end(body);
  } else if (path === '/rpc') await serveRequests(asked, answer, methods);
  else say(answer, 404, `${path} does not exist; this server has /rpc and ${files.map(pathOf).join(', ')}`);
}

async function serveRequests(
  asked: IncomingMessage,
  answer: ServerResponse,
  methods: Methods,
): Promise<void> {
  if (asked.method !== 'POST') return say(answer, 405, 'use POST', { allow: 'POST' });
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of asked as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > MOST_BYTES)
        return say(answer, 413, `the request is larger than ${MOST_BYTES} bytes`, { connection: 'close' });
      parts.push(part);
    }
  } catch {
    // The bot has gone, and nobody waits for an answer.
    return;
  }
  const answers = await answersTo(Buffer.concat(parts).toString(), methods);
  if (answers === undefined) answer.writeHead(204).end();
  else send(answer, 200, JSON.stringify(answers), { 'content-type': 'application/json' });
}

type Headers = Readonly<Record<string, string>>;

function say(answer: ServerResponse, status: number, sentence: string, headers: Headers = {}): void {
  send(answer, status, `${sentence}\n`, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
}

/** Node omits the body of an answer to HEAD. */
function send(answer: ServerResponse, status: number, body: string, headers: Headers): void {
  answer.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
