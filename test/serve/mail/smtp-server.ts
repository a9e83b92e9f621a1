import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';

/** How a server of mail behaves. */
interface Behaviour {
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** From the first byte; else by STARTTLS, if there is a certificate. */
  readonly isSecure?: boolean;
  /** Words after EHLO. */
  readonly abilities?: readonly string[];
  readonly login?: { readonly user: string; readonly password: string };
  /** The answer to a command instead of the usual one; `drop` ends the connection, `silence` says nothing. */
  answer?(command: string, mails: number): string | undefined;
}

/** What it was handed. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Each byte as a character. */
  readonly text: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** A server that speaks SMTP on a free port of this machine. */
export class SmtpServer implements AsyncDisposable {
  readonly received: Received[] = [];
  /** All commands, in order, of all clients. */
  readonly commands: string[] = [];
  readonly #server: Server;
  readonly #behaviour: Behaviour;
  readonly #sockets = new Set<Socket>();

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    const { certificate, isSecure } = behaviour;
    const serve = (socket: Socket) => this.#serve(socket, isSecure ?? false);
    this.#server = isSecure ? createTlsServer(certificate!, serve) : createServer(serve);
  }

  static async start(behaviour: Behaviour = {}): Promise<SmtpServer> {
    const server = new SmtpServer(behaviour);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get url(): string {
    return `smtp${this.#behaviour.isSecure ? 's' : ''}://127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(socket: Socket, isEncrypted: boolean, greets = true): Promise<void> {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    const session = new Session(this, this.#behaviour, socket, isEncrypted);
    await session.run(greets).catch(() => socket.destroy());
    if (session.wantsTls) {
      const secureContext = createSecureContext(this.#behaviour.certificate);
      await this.#serve(new TLSSocket(socket, { isServer: true, secureContext }), true, false);
    }
  }
}

class Session {
  readonly #server: SmtpServer;
  readonly #behaviour: Behaviour;
  readonly #socket: Socket;
  readonly #isEncrypted: boolean;
  wantsTls = false;
  #user: string | undefined;
  #from = '';
  #to: string[] = [];

  constructor(server: SmtpServer, behaviour: Behaviour, socket: Socket, isEncrypted: boolean) {
    this.#server = server;
    this.#behaviour = behaviour;
    this.#socket = socket;
    this.#isEncrypted = isEncrypted;
  }

  async run(greets: boolean): Promise<void> {
    if (greets && !this.#say('connect', '220 mail.example ESMTP')) return;
    let text = '';
    let isData = false;
    for await (const piece of this.#socket.iterator({ destroyOnReturn: false })) {
      text += (piece as Buffer).toString('latin1');
      for (
        let end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        end >= 0;
        end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      ) {
        const [said, length] = [text.slice(0, end), isData ? 5 : 2];
        text = text.slice(end + length);
        const answer: string = isData ? this.#keep(said) : this.#answer(said);
        if (!isData) this.#server.commands.push(said);
        if (!this.#say(isData ? 'mail' : said, answer)) return;
        isData = answer.startsWith('354');
        if (this.wantsTls) return;
      }
    }
  }

  /** Whether it goes on. */
  #say(to: string, usual: string): boolean {
    const said = this.#behaviour.answer?.(to, this.#server.received.length) ?? usual;
    if (said === 'drop') this.#socket.destroy();
    else if (said !== 'silence') this.#socket.write(`${said}\r\n`);
    return said !== 'drop';
  }

  #answer(command: string): string {
    const [word = ''] = command.toUpperCase().split(/[ :]/);
    switch (word) {
      case 'EHLO':
        return ['mail.example', ...this.#abilities()]
          .map((line, index, { length }) => `250${index + 1 < length ? '-' : ' '}${line}`)
          .join('\r\n');
      case 'STARTTLS':
        this.wantsTls = true;
        return '220 go ahead';
      case 'AUTH':
        return this.#logIn(command);
      case 'MAIL':
        if (this.#behaviour.login && this.#user === undefined) return '530 log in first';
        [this.#from, this.#to] = [/<(.*)>/.exec(command)?.[1] ?? '', []];
        return '250 ok';
      case 'RCPT':
        this.#to.push(/<(.*)>/.exec(command)?.[1] ?? '');
        return '250 ok';
      case 'DATA':
        return '354 go ahead';
      case 'QUIT':
        return '221 bye';
      default:
        return this.#continued(command);
    }
  }

  #abilities(): readonly string[] {
    const { certificate, login, abilities = ['8BITMIME', 'SMTPUTF8'] } = this.#behaviour;
    return [
      ...abilities,
      ...(certificate && !this.#isEncrypted ? ['STARTTLS'] : []),
      ...(login && !abilities.some((each) => each.startsWith('AUTH')) ? ['AUTH PLAIN LOGIN'] : []),
    ];
  }

  #said: string[] = [];

  #logIn(command: string): string {
    const [, way, first] = command.split(' ');
    if (way === 'LOGIN') {
      this.#said = [];
      return `334 ${Buffer.from('Username:').toString('base64')}`;
    }
    const [, user = '', password = ''] = Buffer.from(first ?? '', 'base64')
      .toString()
      .split('\0');
    return this.#checked(user, password);
  }

  #continued(command: string): string {
    this.#said.push(Buffer.from(command, 'base64').toString());
    const [user, password] = this.#said;
    return password === undefined
      ? `334 ${Buffer.from('Password:').toString('base64')}`
      : this.#checked(user!, password);
  }

  #checked(user: string, password: string): string {
    const { login } = this.#behaviour;
    if (login?.user !== user || login.password !== password) return '535 wrong';
    this.#user = user;
    return '235 welcome';
  }

  #keep(said: string): string {
    const answer = this.#behaviour.answer?.('mail', this.#server.received.length);
    if (answer === undefined || answer === 'drop' || answer.startsWith('250')) {
      const text = said.replace(/^\./gm, '');
      this.#server.received.push({
        from: this.#from,
        to: this.#to,
        text,
        isEncrypted: this.#isEncrypted,
        user: this.#user,
      });
    }
    return '250 taken';
  }
}
