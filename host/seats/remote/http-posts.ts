import { Agent, type IncomingMessage, request } from 'node:http';
import { type BlockList, isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { type Fault, fault } from './json-rpc.ts';

const MOST_BYTES = 1024 * 1024;
/** Chunks or packets of one response: each takes memory and time, however short it is. */
const MOST_PIECES = 4096;
/** Responses of the status 1xx, before the one that counts. */
const MOST_INTERIM = 8;
/** A connection on which nothing comes or goes. */
const IDLE_MS = 60_000;

export interface ConnectionOptions {
  /** Addresses that are not called, whatever name or number leads to them; none: all are called. */
  readonly blockList?: BlockList | undefined;
  /** The port on which this program listens: it does not call itself. */
  readonly ownPort?: (() => number | undefined) | undefined;
  /** Finds the addresses of a name (default: the system). */
  readonly lookup?: LookupFunction | undefined;
  /** Requests at once (default: 1, so that a server that serves one at a time answers, too). */
  readonly sockets?: number;
}

/** An answer by HTTP, read to its end. */
interface HttpAnswer {
  readonly ok: true;
  readonly status: number;
  readonly body: string;
}

export type Reply = HttpAnswer | Fault;

/** Posts of JSON to one URL on connections that are kept. No redirect is followed, and no proxy is asked. */
export class HttpPosts implements Disposable {
  readonly #agent: EndpointAgent;
  readonly #path: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Requests without an answer. */
  readonly #open = new Set<(reply: Reply) => void>();

  constructor(url: URL, options: ConnectionOptions) {
    this.#agent = new EndpointAgent(url, options);
    this.#path = url.pathname + url.search;
    this.#headers = headersFor(url);
  }

  set most(sockets: number) {
    this.#agent.maxSockets = sockets;
  }

  /** `done` is told once, unless what is returned here is called before. `most`: bytes of the answer. */
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
      // What comes after an answer does not change it.
      if (isOver || response?.complete) return;
      // A server may close a connection that is kept in the moment in which it is used again.
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
  response.on('end', () => end({ ok: true, status: response.statusCode!, body }));
}

function unanswered(reason: NodeJS.ErrnoException, hasBegun: boolean): Fault {
  const { code = reason.name, message } = reason;
  if (code === 'ERR_IP_BLOCKED')
    return fault('transport', `this host does not call its address (--allow-endpoint): ${message}`);
  if (code.startsWith('HPE_')) return fault('transport', `expected an HTTP/1.1 response: ${message}`);
  // Where a name has several addresses, the error has no message of its own.
  const failed = fault('transport', message || code);
  return hasBegun ? failed : { ...failed, isUnreachable: true };
}

function headersFor({ host, username, password }: URL): Record<string, string> {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    ...{ host, 'content-type': 'application/json', accept: 'application/json' },
    ...(user !== ':' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
}

/** Connections to one endpoint. The list of addresses is asked for each of them, after the name is resolved. */
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

/** A connection to the host of an http or https URL. */
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

/** Why a server does not call itself. */
export const OWN_ENDPOINT = 'the endpoint is this server';

/** Over a connection that was made before: `tls.connect` itself asks no list of addresses. */
function secured(plain: Socket, host: string): Socket {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = secureConnect({ socket: plain, host, ...name });
  plain.on('error', (error) => socket.destroy(error));
  // Nothing is sent to a server whose certificate is another one's.
  socket.cork();
  socket.once('secureConnect', () => socket.uncork());
  return socket;
}
