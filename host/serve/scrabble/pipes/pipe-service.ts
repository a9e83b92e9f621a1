import { Hono } from 'hono';
import type { OpenSeats } from '../../../match/seat.ts';
import { answersTo, error, type Methods, type Outcome } from '../../../seats/remote/json-rpc.ts';
import type { Service } from '../../http/answers.ts';
import { type AskedTurn, fetchGame, PipeBot, type PipeGame } from './pipe-bot.ts';

interface PipeRequest {
  /** Where the bot registers. */
  readonly server: string;
  readonly name: string;
  /** The bot: a command for the shell. */
  readonly command: string;
  readonly openSeats: OpenSeats;
  /** For the words of games. */
  readonly folder: string;
  /** Told what goes wrong, in a sentence. */
  readonly report: (sentence: string) => void;
}

/** A bot on pipes as a web server, for another server that calls it. */
export class PipeService implements AsyncDisposable {
  readonly service: Service = new Hono();
  readonly #request: PipeRequest;
  /** Where the other server answers. */
  readonly #rpc: URL;
  readonly #games = new Map<string, PipeBot>();
  /** By the hashes of their files. */
  readonly #known = new Map<string, Promise<PipeGame | string>>();

  constructor(request: PipeRequest) {
    this.#request = request;
    this.#rpc = new URL('/rpc', request.server);
    const methods = this.#methods();
    this.service.post('/rpc', async (c) => {
      const body = c.get('body');
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : await c.req.text();
      const answers = await answersTo(text, methods);
      return answers === undefined ? c.body(null, 204) : c.json(answers);
    });
  }

  async register(about: object): Promise<Answered> {
    return await ask(this.#rpc, 'RegistrationService.Register', about);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#games.values()].map((bot) => bot[Symbol.asyncDispose]()));
  }

  #methods(): Methods {
    const nextMove = async (params: unknown) => await this.#nextMove(params as AskedMove);
    return {
      'Status.Ping': () => ({ result: { ping: 'OK' } }),
      'Scrabble.NewGame': async (params) => {
        const about = params as Told;
        if (this.#known.has(keyOf(about))) return await this.#open(about);
        void this.#prepare(about);
        return { result: { status: 'PREPARING' } };
      },
      'Scrabble.NextMove': nextMove,
      // As the seed calls it in one place.
      'TicTacToe.NextMove': nextMove,
      'Scrabble.Complete': (params) => {
        const { gameid, scores = [] } = params as {
          readonly gameid: unknown;
          readonly scores?: readonly number[];
        };
        const bot = this.#games.get(String(gameid));
        this.#games.delete(String(gameid));
        void bot?.over(scores);
        return { result: null };
      },
      'Scrabble.Error': (params) => {
        const { gameid, message } = params as { readonly gameid: unknown; readonly message: unknown };
        this.#request.report(`game ${gameid}: the server says: ${JSON.stringify(message)}`);
        return { result: null };
      },
    };
  }

  #filesOf(about: Told): Promise<PipeGame | string> {
    const key = keyOf(about);
    const known = this.#known.get(key);
    const files = known ?? fetchGame(about, this.#request.folder).catch((failed: Error) => failed.message);
    this.#known.set(key, files);
    return files;
  }

  async #open(about: Told): Promise<Outcome> {
    const files = await this.#filesOf(about);
    if (typeof files === 'string') {
      this.#known.delete(keyOf(about));
      return failure(files);
    }
    const { name, command } = this.#request;
    const opponents = Array.from(
      { length: Number(about.players) - 1 },
      (_, index) => `opponent ${index + 1}`,
    );
    this.#games.set(String(about.gameid), new PipeBot(files, command, [name, ...opponents]));
    return { result: { status: 'READY' } };
  }

  async #prepare(about: Told): Promise<void> {
    const { report } = this.#request;
    const files = await this.#filesOf(about);
    await this.#open(about);
    if (typeof files === 'string') return report(`game ${about.gameid}: ${files}`);
    const { problem } = await ask(this.#rpc, 'Scrabble.Ready', { gameid: about.gameid, ...files.hashes });
    if (problem !== undefined) report(`game ${about.gameid}: Scrabble.Ready: ${problem}`);
  }

  async #nextMove({ gameid, ...asked }: AskedMove): Promise<Outcome> {
    const bot = this.#games.get(String(gameid));
    if (!bot) return failure(`unknown game ${gameid}`);
    const move = await bot.move(asked, this.#request.openSeats);
    return typeof move === 'string' ? failure(move) : { result: move };
  }
}

type AskedMove = AskedTurn & { readonly gameid: unknown };

type Told = Parameters<typeof fetchGame>[0] & { readonly gameid: number; readonly players: string };

const keyOf = ({ gameboard, dictionary, letters }: Told) =>
  [gameboard, dictionary, letters].map(({ sha1 }) => sha1).join(' ');

const failure = (message: string): Outcome => error(-32000, message);

interface Answered {
  readonly result?: unknown;
  /** None: all is well. */
  readonly problem?: string;
}

async function ask(url: URL, method: string, params: object): Promise<Answered> {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const said = (await answer.json()) as { readonly result?: unknown; readonly error?: unknown };
    const { message = said.error } = (said.error ?? {}) as { readonly message?: unknown };
    return said.error ? { problem: String(message) } : { result: said.result };
  } catch (failed) {
    const { message, cause } = failed as Error;
    return { problem: `${url} does not answer: ${(cause as Error | undefined)?.message ?? message}` };
  }
}
