import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { faultWithPath } from '../../files/output/fault-in-words.ts';
import { MailFault } from './mail-fault.ts';
import { type Reply, ReplyReader } from './reply-reader.ts';
import { isOnThisMachine, type SmtpAddress } from './smtp-address.ts';

/** A command and its answer, one after the other, with a server of mail. */
export class Dialogue {
  readonly #address: SmtpAddress;
  readonly #signal: AbortSignal;
  #socket: Socket;
  #answers: AsyncGenerator<Reply>;
  isEncrypted: boolean;

  private constructor(address: SmtpAddress, socket: Socket, signal: AbortSignal) {
    this.#address = address;
    this.#signal = signal;
    this.#socket = socket;
    // Whoever asks next is told of it.
    socket.on('error', () => {});
    this.#answers = answersFrom(socket);
    this.isEncrypted = address.isSecure;
  }

  /** All of it, up to its end, before the signal says that it takes too long. */
  static async begin(address: SmtpAddress, signal: AbortSignal): Promise<Dialogue> {
    const { host, port, isSecure } = address;
    const socket = isSecure ? connectTls({ port, ...trust(address) }) : connectPlain({ host, port });
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', stop));
    try {
      await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
      return new Dialogue(address, socket, signal);
    } catch (error) {
      socket.destroy();
      throw lost(error as Error, address);
    }
  }

  /** What is said now goes over TLS. */
  async encrypt(): Promise<void> {
    // What came before would else be taken for what comes over TLS.
    await this.#answers.return(undefined);
    const secure = connectTls({ socket: this.#socket, ...trust(this.#address) });
    try {
      await once(secure, 'secureConnect', { signal: this.#signal });
    } catch (error) {
      secure.destroy();
      throw lost(error as Error, this.#address);
    }
    this.#socket = secure;
    secure.on('error', () => {});
    this.#answers = answersFrom(secure);
    this.isEncrypted = true;
  }

  /** The answer to what is sent; to nothing, the greeting. */
  async ask(sent: string | Buffer): Promise<Reply> {
    try {
      if (sent.length > 0) this.#socket.write(sent);
      const { value, done } = await this.#answers.next();
      if (!done) return value;
    } catch (error) {
      if (!this.#signal.aborted) throw lost(error as Error, this.#address);
    }
    throw new MailFault(`the server ${this.#signal.aborted ? 'took too long' : CLOSED}`, 'later');
  }

  end(): void {
    this.#socket.destroy();
  }
}

async function* answersFrom(socket: Socket): AsyncGenerator<Reply> {
  const reader = new ReplyReader();
  for await (const piece of socket.iterator({ destroyOnReturn: false })) yield* reader.read(piece as Buffer);
}

function trust(address: SmtpAddress): ConnectionOptions {
  const { host, ca } = address;
  try {
    return {
      host,
      ...(!isIP(host) && { servername: host }),
      ...(ca === undefined ? { rejectUnauthorized: !isOnThisMachine(address) } : { ca: readFileSync(ca) }),
    };
  } catch (error) {
    throw new MailFault(`ca: ${faultWithPath(error as Error)}`, 'later', error);
  }
}

const CLOSED = 'closed the connection';

function lost(error: Error, { host, port }: SmtpAddress): MailFault {
  if (error instanceof MailFault) return error;
  const { code } = error as NodeJS.ErrnoException;
  const what =
    error.name === 'AbortError'
      ? 'did not answer in time'
      : code === 'ECONNREFUSED'
        ? 'takes no connection: nothing listens there'
        : code === 'ERR_STREAM_PREMATURE_CLOSE'
          ? CLOSED
          : `failed: ${error.message}`;
  return new MailFault(`${host}:${port} ${what}`, 'later', error);
}
