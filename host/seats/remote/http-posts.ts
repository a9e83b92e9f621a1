import { type BlockList, isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { type HttpAnswer, ResponseReader } from './http-response.ts';
import { type Fault, fault } from './json-rpc.ts';

const MOST_BYTES = 1024 * 1024;
/** A connection on which nothing comes or goes. */
const IDLE_MS = 60_000;

export interface ConnectionOptions {
  /** Addresses that are not called, whatever name or number leads to them; none: all are called. */
  readonly blockList?: BlockList | undefined;
  /** Finds the addresses of a name (default: the system). */
  readonly lookup?: LookupFunction | undefined;
  /** Requests at once (default: 1, so that a server that serves one at a time answers, too). */
  readonly sockets?: number;
}

export type Reply = HttpAnswer | Fault;

/** A request, until its answer is here. */
interface Waiting {
  readonly text: string;
  readonly done: (reply: Reply) => void;
  connection: Connection | undefined;
  isAgain: boolean;
}

/**
 * Posts of JSON to one URL, by HTTP/1.1 on connections that are kept, of which each carries one request at a time. It takes a third of the
 * processor time of `node:http`. The list of addresses is asked for each connection, after the name is resolved. No redirect is followed, and
 * no proxy is asked.
 */
export class HttpPosts implements Disposable {
  readonly #open: () => Socket;
  readonly #head: string;
  readonly #idle: Connection[] = [];
  readonly #busy = new Set<Connection>();
  readonly #waiting: Waiting[] = [];
  #most: number;
  #isRetired = false;

  constructor(url: URL, { blockList, lookup, sockets = 1 }: ConnectionOptions) {
    this.#most = sockets;
    this.#head = headOf(url);
    this.#open = () => connectTo(url, { blockList, lookup });
  }

  set most(sockets: number) {
    this.#most = sockets;
    this.#sendNext();
  }

  /** `done` is told once, unless what is returned here is called before. */
  post(body: string, done: (reply: Reply) => void): () => void {
    const text = `${this.#head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const waiting: Waiting = { text, done, connection: undefined, isAgain: false };
    this.#waiting.push(waiting);
    this.#sendNext();
    return () => this.#giveUp(waiting);
  }

  /** What is on its way comes to its end, and no connection is kept. */
  retire(): void {
    this.#isRetired = true;
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  [Symbol.dispose](): void {
    this.retire();
    const given = [...this.#waiting.splice(0), ...[...this.#busy].map(({ request }) => request!)];
    for (const connection of this.#busy) connection.destroy();
    this.#busy.clear();
    for (const { done } of given) done(fault('transport', 'the connection was closed'));
  }

  #sendNext(): void {
    while (this.#waiting.length > 0 && this.#busy.size < this.#most) this.#send(this.#waiting.shift()!);
  }

  #send(request: Waiting): void {
    const connection = (request.isAgain ? undefined : this.#kept()) ?? this.#connect();
    this.#busy.add(connection);
    request.connection = connection;
    connection.send(request);
  }

  #kept(): Connection | undefined {
    const now = performance.now();
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection || connection.reusableUntil > now) return connection;
      connection.destroy();
    }
  }

  #connect(): Connection {
    return new Connection(this.#open(), {
      answered: (connection, reply) => this.#answered(connection, reply),
      failed: (connection, reason) => this.#failed(connection, reason),
    });
  }

  #answered(connection: Connection, reply: Reply): void {
    const { done } = connection.request!;
    connection.request = undefined;
    this.#busy.delete(connection);
    if (reply.ok && reply.reusableMs > 0 && !this.#isRetired) {
      connection.rest(reply.reusableMs);
      this.#idle.push(connection);
    } else connection.destroy();
    this.#sendNext();
    done(reply);
  }

  /** On a connection that the server has just closed, which only shows when it is used, it is posted once more. */
  #failed(connection: Connection, reason: NodeJS.ErrnoException): void {
    const { request } = connection;
    if (!request) {
      const index = this.#idle.indexOf(connection);
      if (index !== -1) this.#idle.splice(index, 1);
      return;
    }
    this.#busy.delete(connection);
    const { isUsedAgain, hasAnswer } = connection;
    if (isUsedAgain && !hasAnswer && !request.isAgain) {
      request.isAgain = true;
      this.#send(request);
      return;
    }
    this.#sendNext();
    if (hasAnswer)
      request.done(fault('transport', 'the connection was closed in the middle of the response'));
    else request.done(unanswered(isUsedAgain, reason));
  }

  #giveUp(request: Waiting): void {
    const { connection } = request;
    const index = this.#waiting.indexOf(request);
    if (index !== -1) this.#waiting.splice(index, 1);
    if (connection?.request !== request) return;
    connection.request = undefined;
    this.#busy.delete(connection);
    connection.destroy();
    this.#sendNext();
  }
}

/** A connection to the host of an http or https URL. */
export function connectTo(
  { hostname, port, protocol }: URL,
  { blockList, lookup }: Pick<ConnectionOptions, 'blockList' | 'lookup'>,
): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:';
  const to = { host, port: Number(port) || (isSecure ? 443 : 80) };
  const plain = plainConnect({ ...to, ...(blockList && { blockList }), ...(lookup && { lookup }) });
  return isSecure ? secured(plain, host) : plain;
}

/** Over a connection that was made before: `tls.connect` itself asks no list of addresses. */
function secured(plain: Socket, host: string): Socket {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = secureConnect({ socket: plain, host, ...name });
  plain.on('error', (error) => socket.destroy(error));
  return socket;
}

function unanswered(isUsedAgain: boolean, reason: NodeJS.ErrnoException): Fault {
  const failed = fault('transport', isUsedAgain ? 'the connection was closed' : reasonOf(reason));
  return reason.code === 'ERR_IP_BLOCKED' ? failed : { ...failed, isUnreachable: true };
}

/** All of a request up to the number of bytes of its body. */
function headOf({ pathname, search, host, username, password }: URL): string {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = user === ':' ? [] : [`authorization: Basic ${Buffer.from(user).toString('base64')}`];
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    'connection: keep-alive',
    'content-type: application/json',
    'accept: application/json',
    ...authorization,
    'content-length: ',
  ].join('\r\n');
}

interface ConnectionListener {
  answered(connection: Connection, reply: Reply): void;
  /** It has ended: in the middle of a request, or while nobody used it. */
  failed(connection: Connection, reason: NodeJS.ErrnoException): void;
}

/** One connection, and the request that it carries. */
class Connection {
  request: Waiting | undefined;
  reusableUntil = 0;
  isUsedAgain = false;
  readonly #socket: Socket;
  readonly #listener: ConnectionListener;
  #reader: ResponseReader | undefined;
  #isOver = false;

  constructor(socket: Socket, listener: ConnectionListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket.setNoDelay(true);
    socket.setTimeout(
      IDLE_MS,
      () => this.request ?? this.#end(new Error('the connection was idle for too long')),
    );
    socket.on('data', (piece: Buffer) => this.#read(piece));
    socket.on('end', () => this.#ended());
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#ended());
  }

  get hasAnswer(): boolean {
    return this.#reader?.hasBegun === true;
  }

  send(request: Waiting): void {
    this.request = request;
    this.#reader = new ResponseReader(MOST_BYTES);
    const socket = this.#socket;
    if (this.reusableUntil > 0) {
      this.isUsedAgain = true;
      socket.ref();
      socket.write(request.text);
    }
    // Not to a server whose certificate is another one's.
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => socket.write(request.text));
  }

  rest(ms: number): void {
    this.reusableUntil = performance.now() + ms;
    this.#socket.unref();
  }

  destroy(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #read(piece: Buffer): void {
    if (this.#isOver) return;
    const reply = this.request && this.#reader!.read(piece);
    if (reply) this.#listener.answered(this, reply);
    else if (!this.request) this.#end(new Error('the server sent data without a request'));
  }

  #ended(): void {
    const reply = this.request && !this.#isOver ? this.#reader!.end() : undefined;
    if (reply) this.#listener.answered(this, reply);
    else this.#end(new Error('the connection was closed without a response'));
  }

  #end(reason: Error): void {
    if (this.#isOver) return;
    this.destroy();
    this.#listener.failed(this, reason);
  }
}

/** Where a name has several addresses, the error has no message of its own. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ERR_IP_BLOCKED')
    return `this host does not call its address (--allow-endpoint): ${error.message}`;
  return error.message || (error.code ?? error.name);
}
