import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { GameFile } from '../told/game-files.ts';
import { answersTo, type Methods } from './requests.ts';

const MOST_BYTES = 64 * 1024;
const LOOPBACK = '127.0.0.1';

/** The files of a game, and what a bot may ask, on a port of this machine alone. */
export class Served implements Disposable {
  readonly address: string;
  readonly #server: Server;

  static async on(port: number, files: readonly GameFile[], methods: Methods): Promise<Served> {
    const server = createServer((asked, answer) => void serve(asked, answer, files, methods));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
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

const pathOf = ({ sha1, name }: GameFile): string => `/scrabble/${sha1}/${name}`;

async function serve(
  asked: IncomingMessage,
  answer: ServerResponse,
  files: readonly GameFile[],
  methods: Methods,
): Promise<void> {
  const [path] = (asked.url ?? '').split('?', 1);
  const file = files.find((one) => pathOf(one) === path);
  if (file) serveFile(asked, answer, file);
  else if (path === '/rpc') await serveRequests(asked, answer, methods);
  else say(answer, 404, `there is nothing at ${path}, only /rpc and ${files.map(pathOf).join(', ')}`);
}

async function serveRequests(
  asked: IncomingMessage,
  answer: ServerResponse,
  methods: Methods,
): Promise<void> {
  if (asked.method !== 'POST') return say(answer, 405, 'expected POST', { allow: 'POST' });
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of asked as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > MOST_BYTES)
        return say(answer, 413, `expected up to ${MOST_BYTES} bytes`, { connection: 'close' });
      parts.push(part);
    }
  } catch {
    // The bot has gone, and nobody waits for an answer.
    return;
  }
  const answers = answersTo(Buffer.concat(parts).toString(), methods);
  if (answers === undefined) answer.writeHead(204).end();
  else send(answer, 200, Buffer.from(JSON.stringify(answers)), { 'content-type': 'application/json' });
}

function serveFile(asked: IncomingMessage, answer: ServerResponse, { sha1, type, bytes }: GameFile): void {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') {
    say(answer, 405, 'expected GET or HEAD', { allow: 'GET, HEAD' });
    return;
  }
  const etag = `"${sha1}"`;
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
  };
  if (isKnown(asked.headers['if-none-match'], etag)) {
    answer.writeHead(304, headers).end();
    return;
  }
  const range =
    asked.headers['if-range'] === undefined || asked.headers['if-range'] === etag
      ? asked.headers.range
      : undefined;
  const part = range === undefined ? undefined : partOf(range, bytes.length);
  if (part === 'outside')
    say(answer, 416, `expected a part of ${bytes.length} bytes`, {
      'content-range': `bytes */${bytes.length}`,
    });
  else if (part)
    send(answer, 206, bytes.subarray(part.from, part.to + 1), {
      ...headers,
      'content-range': `bytes ${part.from}-${part.to}/${bytes.length}`,
    });
  else if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(asked.headers['accept-encoding'] ?? '')))
    send(answer, 200, gzipSync(bytes), { ...headers, 'content-encoding': 'gzip' });
  else send(answer, 200, bytes, headers);
}

function isKnown(known: string | undefined, etag: string): boolean {
  return (known ?? '').split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim()));
}

interface Part {
  readonly from: number;
  /** The last byte. */
  readonly to: number;
}

/** None: all of it, since several parts, or a form that is not known, may be answered so. */
function partOf(range: string, length: number): Part | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return from >= length || (first === '' && Number(last) === 0) ? 'outside' : { from, to };
}

type Headers = Readonly<Record<string, string>>;

function say(answer: ServerResponse, status: number, sentence: string, headers: Headers = {}): void {
  send(answer, status, Buffer.from(`${sentence}\n`), {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
  });
}

/** Of an answer to HEAD Node leaves the body out. */
function send(answer: ServerResponse, status: number, body: Buffer, headers: Headers): void {
  answer.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}
