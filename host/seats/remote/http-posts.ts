import { Agent, type IncomingMessage, request } from 'node:http';
import { type BlockList, isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { type Fault, fault } from './json-rpc.ts';

const MOST_BYTES = 1024 * 1024;
/** The limit of chunks or packets of a response, which all cost memory and time. */
const MOST_PIECES = 4096;
/** The limit of responses with status 1xx before the final one. */
const MOST_INTERIM = 8;
const IDLE_MS = 60_000;

export interface ConnectionOptions {
  /** Forbidden addresses, after names are resolved. */
  readonly blockList?: BlockList | undefined;
  /** The port of this program, which does not call itself. */
  readonly ownPort?: (() => number | undefined) | undefined;
  /** Resolves names (default: the system). */
  readonly lookup?: LookupFunction | undefined;
  /** Parallel requests (default: 1, for servers that handle one at a time). */
  readonly sockets?: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface HttpAnswer {
  readonly ok: true;
  readonly status: number;
  readonly body: string;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

export type Reply = HttpAnswer | Fault;

/** Posts JSON to one URL on connections that stay open. It follows no redirect and uses no proxy. */
export class HttpPosts implements Disposable {
  readonly #agent: EndpointAgent;
  readonly #path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #open = new Set<(reply: Reply) => void>();

  constructor(url: URL, options: ConnectionOptions) {
    this.#agent = new EndpointAgent(url, options);
    this.#path = url.pathname + url.search;
    this.#headers = { ...headersFor(url), ...options.headers };
  }

  set most(sockets: number) {
    this.#agent.maxSockets = sockets;
  }

  /**
   * Calls `done` once, unless the returned function cancels before. `most` limits the bytes of the answer.
   */
  post(body: string, done: (reply: Reply) => void, most = MOST_BYTES): () => void {
    let isOver = false;
    const headers = { ...this.#headers, 'content-length': Buffer.byteLength(body) };
    const sent = request({ agent: this.#agent, method: 'POST', path: this.#path, headers });
    let stop = () => {
      isOver = true;
      this.#open.delete(end);
      sent.destroy();
    };
    const end = (reply: Reply) => {
      if (isOver) return;
      if (reply.ok) {
        isOver = true;
        this.#open.delete(end);
      } else stop();
      done(reply);
    };
    this.#open.add(end);
    let response: IncomingMessage | undefined;
    let interim = 0;
    sent.on('information', () => {
      if (++interim > MOST_INTERIM)
        end(fault('transport', `more than ${MOST_INTERIM} responses came with a status of 1xx`));
    });
    sent.on('response', (came) => {
      response = came;
      readBody(came, most, end);
    });
    sent.on('error', (reason: NodeJS.ErrnoException) => {
      // Later events do not change an answer.
      if (isOver || response?.complete) return;
      // A server may close an open connection at the moment of its reuse.
      if (sent.reusedSocket && !response) {
        stop();
        stop = this.post(body, done, most);
      } else end(unanswered(reason, response !== undefined));
    });
    sent.on('close', () => {
      if (response?.complete) return;
      const when = response ? 'in the middle of the response' : 'without a response';
      end(fault('transport', `the connection was closed ${when}`));
    });
    sent.end(body);
    return () => stop();
  }

  [Symbol.dispose](): void {
    for (const end of this.#open) end(fault('transport', 'the connection was closed'));
    this.#agent.destroy();
  }
}

function readBody(response: IncomingMessage, most: number, end: (reply: Reply) => void): void {
  let [body, bytes, pieces] = ['', 0, 0];
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    body += piece;
    bytes += Buffer.byteLength(piece);
    if (bytes > most) end(fault('unreadable', `the response has more than ${most} bytes`));
    else if (++pieces > MOST_PIECES)
      end(fault('unreadable', `the response has more than ${MOST_PIECES} chunks`));
  });
  response.on('end', () => {
    const retryAfter = response.headers['retry-after'];
    end({ ok: true, status: response.statusCode!, body, ...(retryAfter !== undefined && { retryAfter }) });
  });
}

function unanswered(reason: NodeJS.ErrnoException, hasBegun: boolean): Fault {
  const { code = reason.name, message } = reason;
  if (code === 'ERR_IP_BLOCKED')
    return fault('transport', `this host does not call its address (--allow-endpoint): ${message}`);
  if (code.startsWith('HPE_')) return fault('transport', `expected an HTTP/1.1 response: ${message}`);
  // The error of a name with several addresses has no message of its own.
  const failed = fault('transport', message || code);
  return hasBegun ? failed : { ...failed, isUnreachable: true };
}

function headersFor({ host, username, password }: URL): Record<string, string> {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host,
    'content-type': 'application/json',
    accept: 'application/json',
    ...(user !== ':' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
}

/** Checks the addresses of each connection after the name is resolved. */
class EndpointAgent extends Agent {
  readonly #open: () => Socket;

  constructor(url: URL, { sockets = 1, ...options }: ConnectionOptions) {
    super({ keepAlive: true, maxSockets: sockets, timeout: IDLE_MS });
    this.#open = () => connectTo(url, options);
  }

  override createConnection(): Socket {
    return this.#open();
  }
}

export function connectTo(
  { hostname, port, protocol }: URL,
  { blockList, lookup, ownPort }: Pick<ConnectionOptions, 'blockList' | 'lookup' | 'ownPort'>,
): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:';
  const to = { host, port: Number(port) || (isSecure ? 443 : 80), noDelay: true };
  const plain = plainConnect({ ...to, ...(blockList && { blockList }), ...(lookup && { lookup }) });
  plain.once('connect', () => {
    const isOwn = plain.remotePort === ownPort?.() && plain.remoteAddress === plain.localAddress;
    if (isOwn) plain.destroy(new Error(OWN_ENDPOINT));
  });
  return isSecure ? secured(plain, host) : plain;
}

export const OWN_ENDPOINT = 'the endpoint is this server';

/** Uses an existing connection, because `tls.connect` checks no list of addresses. */
function secured(plain: Socket, host: string): Socket {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = secureConnect({ socket: plain, host, ...name });
  plain.on('error', (error) => socket.destroy(error));
  // Sends nothing to a server with a wrong certificate.
  socket.cork();
  socket.once('secureConnect', () => socket.uncork());
  return socket;
}
