import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** How a server of mail behaves. */
interface Behaviour {
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** From the first byte; else by STARTTLS, if there is a certificate. */
  readonly isSecure?: boolean;
  readonly login?: { readonly user: string; readonly password: string };
  /** How users may log in. */
  readonly ways?: readonly string[];
  /**
   * The answer at `connect`, to `MAIL` and `RCPT` with an address, and to a whole `mail`, instead of the usual one; `drop` ends the
   * connection, `silence` says nothing.
   */
  answer?(command: string, mails: number): string | undefined;
}

/** What it was handed. */
interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Its headers, and its text decoded; each byte as a character. */
  readonly text: string;
  readonly isEncrypted: boolean;
  readonly hasUtf8Address: boolean;
  readonly user: string | undefined;
}

type Call = (error?: Error | null) => void;

/** A server that speaks SMTP on a free port of this machine. */
export class SmtpServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #behaviour: Behaviour;
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#server = new SMTPServer(this.#options());
    this.#server.on('error', () => {});
  }

  static async start(behaviour: Behaviour = {}): Promise<SmtpServer> {
    const server = new SmtpServer(behaviour);
    const listening = server.#server.listen(0, '127.0.0.1') as Server;
    listening.on('connection', (socket) => server.#sockets.add(socket));
    await once(listening, 'listening');
    server.#port = (listening.address() as { port: number }).port;
    return server;
  }

  get url(): string {
    return `smtp${this.#behaviour.isSecure ? 's' : ''}://127.0.0.1:${this.#port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    // Those to which it has said nothing yet, too: it would wait for them.
    for (const socket of this.#sockets) socket.destroy();
    await promise;
  }

  #options(): SMTPServerOptions {
    const { certificate, isSecure = false, login, ways = ['PLAIN', 'LOGIN'] } = this.#behaviour;
    return {
      ...{ ...certificate, secure: isSecure, hideSTARTTLS: !certificate, disableReverseLookup: true },
      ...(login === undefined ? { disabledCommands: ['AUTH'] } : { authMethods: [...ways] }),
      ...{ authOptional: login === undefined, allowInsecureAuth: true },
      onAuth: ({ username, password }, _session, done) => {
        if (username === login?.user && password === login?.password) done(null, { user: username });
        else done(refusal('535 wrong'));
      },
      onConnect: (session, done) => this.#answer('connect', session, done),
      onMailFrom: ({ address }, session, done) => this.#answer(`MAIL ${address}`, session, done),
      onRcptTo: ({ address }, session, done) => this.#answer(`RCPT ${address}`, session, done),
      onData: async (stream, session, done) => {
        const mail = await buffer(stream);
        const answer = this.#behaviour.answer?.('mail', this.received.length);
        if (answer === undefined || answer === 'drop') this.received.push(received(mail, session));
        this.#tell(answer, session, done);
      },
    };
  }

  #answer(command: string, session: SMTPServerSession, done: Call): void {
    this.#tell(this.#behaviour.answer?.(command, this.received.length), session, done);
  }

  #tell(answer: string | undefined, { id }: SMTPServerSession, done: Call): void {
    if (answer === undefined) done();
    else if (answer === 'drop')
      for (const connection of this.#server.connections) {
        if (connection.id === id) connection._socket.destroy();
      }
    else if (answer !== 'silence') done(refusal(answer));
  }
}

function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function received(mail: Buffer, { envelope, secure, user }: SMTPServerSession): Received {
  const [head = '', ...rest] = mail.toString('latin1').split('\r\n\r\n');
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    text: `${head}\r\n\r\n${decoded(head, rest.join('\r\n\r\n'))}`,
    isEncrypted: secure,
    hasUtf8Address: envelope.smtpUtf8 ?? false,
    user,
  };
}

/** As a program that reads mail decodes it. */
function decoded(head: string, body: string): string {
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(head)?.[1]?.trim();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
