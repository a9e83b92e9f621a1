import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The owner of a terminal: a person's player, or the host while it is stopped. */
type TerminalOwner = 'person' | 'host';

/** When a program wants the terminal. */
const requests = ['after your turn', 'now'] as const;
export type TerminalRequest = (typeof requests)[number];

interface Taking {
  readonly owner: TerminalOwner;
  readonly request: TerminalRequest;
  /** Called when another program waits for the terminal. */
  readonly asked: (request: TerminalRequest) => void;
  readonly signal?: AbortSignal;
}

const AGAIN_MS = 10;

/**
 * Lets one of several programs read from a terminal. The lock is an abstract socket of Linux, which ends with
 * its owner. A program requests the terminal by a connection and waits for the end of it.
 */
export class TerminalLock {
  /** Another person's player had the terminal before. */
  readonly metPerson: boolean;
  readonly #server: Server;
  readonly #waiting = new Set<Socket>();

  private constructor(server: Server, metPerson: boolean, { owner, asked }: Taking) {
    this.#server = server;
    this.metPerson = metPerson;
    server.on('connection', (socket) => {
      this.#waiting.add(socket);
      socket.on('error', () => {}).on('close', () => this.#waiting.delete(socket));
      socket.setEncoding('utf8').on('data', (text) => {
        const request = requests.find((each) => `${each}\n` === String(text));
        if (request !== undefined) asked(request);
      });
      socket.write(`${owner}\n`);
    });
  }

  /** Waits for the terminal. Rejects only when aborted. */
  static async take(terminal: string, taking: Taking): Promise<TerminalLock> {
    let metPerson = false;
    for (;;) {
      taking.signal?.throwIfAborted();
      const server = await listening(terminal);
      if (server) return new TerminalLock(server, metPerson, taking);
      metPerson = (await endOfOwner(terminal, taking)) === 'person' || metPerson;
      await sleep(AGAIN_MS);
    }
  }

  release(): void {
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }
}

export function isTerminalTaken(terminal: string): boolean {
  try {
    return readFileSync('/proc/net/unix', 'latin1').includes(`@${nameOf(terminal)}\n`);
  } catch {
    return false;
  }
}

/**
 * Reserves a terminal for a program of a match until the program ends, for games in which all play at the
 * same time. Returns whether this program has it.
 */
export async function claimTerminal(terminal: string, match: string): Promise<boolean> {
  const server = await listening(`${terminal} ${match}`);
  server?.unref();
  return server !== undefined;
}

const nameOf = (terminal: string) => `wordhost-terminal:${terminal}`;
const socketOf = (terminal: string) => ({ path: `\0${nameOf(terminal)}` });

/** Undefined if another program has it. */
async function listening(terminal: string): Promise<Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<Server | undefined>();
  const server = createServer();
  server.once('error', () => resolve(undefined));
  server.listen(socketOf(terminal), () => resolve(server));
  return await promise;
}

/** Requests the terminal and waits. The owner answers, unless it is stopped. */
async function endOfOwner(terminal: string, { request, signal }: Taking): Promise<TerminalOwner | undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(socketOf(terminal));
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  socket.on('error', () => {}).once('close', () => resolve());
  socket.write(`${request}\n`);
  const stop = () => socket.destroy();
  signal?.addEventListener('abort', stop);
  await promise;
  signal?.removeEventListener('abort', stop);
  return said === 'person\n' ? 'person' : said === 'host\n' ? 'host' : undefined;
}

interface OwnPlace {
  readonly group: number;
  readonly terminal: number;
  /** The process group that gets Ctrl-C and Ctrl-Z. */
  readonly foreground: number;
}

let found: string | undefined | null = null;

/** The path of the terminal that started this program. Undefined without one, or without /proc. */
export function controllingTerminal(): string | undefined {
  if (found === null) found = pathOf(ownPlace()?.terminal ?? 0);
  return found;
}

/** Whether typed text is for this program, and not for the shell that runs it in the background. */
export function isInForeground(): boolean {
  const own = ownPlace();
  return own === undefined || own.group === own.foreground;
}

function ownPlace(): OwnPlace | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program name in parentheses may have any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, , group, , terminal, foreground] = fields.map(Number);
    return { group: group!, terminal: terminal!, foreground: foreground! };
  } catch {
    return undefined;
  }
}

const CONSOLES = 4;
const FIRST_SERIAL = 64;
const [FIRST_PTS, LAST_PTS] = [136, 143];

/** Linux numbers terminals by major and minor numbers. */
function pathOf(device: number): string | undefined {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= FIRST_PTS && major <= LAST_PTS) return `/dev/pts/${(major - FIRST_PTS) * 256 + minor}`;
  if (major !== CONSOLES) return undefined;
  return minor < FIRST_SERIAL ? `/dev/tty${minor}` : `/dev/ttyS${minor - FIRST_SERIAL}`;
}
