import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** The answer to a command instead of the usual one; `drop` ends the connection, `silence` says nothing. */
type Answer = (command: string) => string | undefined;

/**
 * A server of mail that answers any command wrongly, which no library for such servers does: it greets in another protocol, knows no
 * EHLO, is silent in the middle, or is gone before it says goodbye.
 */
export class FaultyServer implements AsyncDisposable {
  /** In order, of all clients. */
  readonly commands: string[] = [];
  /** Each byte as a character. */
  readonly mails: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(answer: Answer) {
    this.#server = createServer((socket) => void this.#serve(socket, answer));
  }

  static async start(answer: Answer = () => undefined): Promise<FaultyServer> {
    const server = new FaultyServer(answer);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket, answer: Answer): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
    const say = (to: string, usual: string) => {
      const said = answer(to) ?? usual;
      if (said === 'drop') socket.destroy();
      else if (said !== 'silence') socket.write(`${said}\r\n`);
      return said;
    };
    say('connect', '220 mail.example ESMTP');
    let text = '';
    let isMail = false;
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      for (let end = endIn(text, isMail); end >= 0; end = endIn(text, isMail)) {
        const said = text.slice(0, end);
        text = text.slice(end + (isMail ? 5 : 2));
        (isMail ? this.mails : this.commands).push(said);
        isMail = say(isMail ? 'mail' : said, isMail ? '250 taken' : usualAnswer(said)).startsWith('354');
      }
    });
  }
}

const endIn = (text: string, isMail: boolean) => text.indexOf(isMail ? '\r\n.\r\n' : '\r\n');

function usualAnswer(command: string): string {
  if (command === 'DATA') return '354 go ahead';
  return command === 'QUIT' ? '221 bye' : '250 ok';
}
