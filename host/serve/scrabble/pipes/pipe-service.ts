import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { fileKinds, SIZE } from '../../../bots/scrabble/web/web-game.ts';
import { drawId } from '../../../core/seed.ts';
import {
  anyOf,
  label,
  listOf,
  number,
  object,
  oneOf,
  optional,
  refine,
  text,
  transform,
  type ValueOf,
  whole,
} from '../../../core/shape.ts';
import { abbreviate, visibleJson } from '../../../core/text.ts';
import type { OpenSeats } from '../../../match/seat.ts';
import { BotConnection } from '../../../seats/remote/bot-calls.ts';
import {
  type Answer,
  answersTo,
  error,
  type Methods,
  methodBy,
  type Outcome,
  readAnswer,
} from '../../../seats/remote/json-rpc.ts';
import { type Body, jsonAnswer, type Service } from '../../http/answers.ts';
import { fetchGame, HAND_SIZE, type PipeGame } from './game-files.ts';
import { PipeBot } from './pipe-bot.ts';

interface PipeRequest {
  readonly server: string;
  readonly name: string;
  readonly command: string;
  readonly games: number;
  /** A game that waits, or gets no calls, is dropped after this time (default: 10 minutes). */
  readonly idleMs?: number;
  readonly openSeats: OpenSeats;
  readonly folder: string;
  readonly report: (sentence: string) => void;
  readonly failed: (error: unknown) => void;
}

const CALL_WITHIN_MS = 30_000;
const CALLS_AT_ONCE = 4;
const IDLE_MS = 600_000;
const LOOK_MS = 1_000;
const MOST_WAITING = 32;
const MOST_SETS = 16;
const MOST_SEATS = 4;
/** The specification writes them so. */
const SEAT_COUNTS = ['2', '3', '4'] as const;
const LONGEST_URL = 2_000;
const LONGEST_ID = 64;
const LONGEST_LETTER = 8;
const LONGEST_MESSAGE = 200;

const gameid = label(
  'the number of a game',
  anyOf(whole(), text(/^[\w-]+$/, undefined, { most: LONGEST_ID })),
);
const players = transform(
  label(`the number of players, from 2 to ${MOST_SEATS}`, anyOf(whole(2, MOST_SEATS), oneOf(...SEAT_COUNTS))),
  Number,
);
const isWebAddress = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');
const file = object({
  sha1: transform(text(/^[\da-f]{40}$/i, 'a SHA-1'), (sha1) => sha1.toLowerCase()),
  url: refine('an http or https URL', text(undefined, undefined, { most: LONGEST_URL }), isWebAddress),
});
const letter = text(undefined, 'a letter', { most: LONGEST_LETTER });
const board = refine(
  `${SIZE} rows of ${SIZE} squares`,
  listOf(listOf(letter)),
  (rows) => rows.length === SIZE && rows.every((row) => row.length === SIZE),
);
const newGame = { gameid, players, gameboard: file, dictionary: file, letters: file };
const nextMove = {
  gameid,
  tiles: refine(`at most ${HAND_SIZE} tiles`, listOf(letter), ({ length }) => length <= HAND_SIZE),
  gamestate: board,
  gameletters: optional(board),
};
const complete = {
  gameid,
  scores: optional(
    refine(`at most ${MOST_SEATS} scores`, listOf(number()), ({ length }) => length <= MOST_SEATS),
  ),
};
const problem = { gameid, message: optional(text()) };

const newGameShape = object(newGame);
type GameNotice = ValueOf<typeof newGameShape>;

/** A web server for a bot on pipes, which another server calls. */
export class PipeService implements AsyncDisposable {
  readonly service: Service = new Hono();
  /** Only the server of the registration knows this path. */
  readonly path = `/rpc/${drawId()}`;
  readonly #request: PipeRequest;
  readonly #server: URL;
  readonly #connection: BotConnection;
  readonly #games = new Map<string, PipeBot>();
  /** Games that wait, by id. */
  readonly #waiting = new Map<string, AbortController>();
  readonly #files = new Map<string, PipeGame>();
  readonly #fetches = new Map<string, Promise<PipeGame | string>>();
  /** Files are fetched one set after another. */
  #lastFetch: Promise<unknown> = Promise.resolve();
  #ended = Promise.withResolvers<void>();

  constructor(request: PipeRequest) {
    this.#request = request;
    this.#server = new URL('/rpc', request.server);
    this.#connection = new BotConnection(this.#server, { sockets: CALLS_AT_ONCE });
    const methods = this.#methods();
    this.service.post(this.path, async (c) => {
      const body: Body = c.get('body') ?? new Uint8Array(await c.req.arrayBuffer());
      if (body === 'too large') return c.body(null, 413);
      const answers = await answersTo(new TextDecoder().decode(body), methods);
      return answers === undefined ? c.body(null, 204) : jsonAnswer(c, 200, answers);
    });
  }

  async register(about: object): Promise<Answer> {
    return await this.#call('RegistrationService.Register', {
      ...about,
      concurrent: this.#request.games > 1,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const waiting of this.#waiting.values()) waiting.abort();
    this.#connection[Symbol.dispose]();
    await Promise.all([...this.#games.values()].map((bot) => bot[Symbol.asyncDispose]()));
  }

  #methods(): Methods {
    const move = methodBy(nextMove, async ({ gameid, ...turn }) => {
      const bot = this.#games.get(String(gameid));
      if (!bot) return failure(`unknown game ${gameid}`);
      const move = await bot.move(turn, this.#request.openSeats);
      return typeof move === 'string' ? failure(move) : { result: move };
    });
    return {
      'Status.Ping': () => ({ result: { ping: 'OK' } }),
      'Scrabble.NewGame': methodBy(newGame, async (notice) => await this.#newGame(notice)),
      'Scrabble.NextMove': move,
      // The specification uses this name in one place.
      'TicTacToe.NextMove': move,
      'Scrabble.Complete': methodBy(complete, async ({ gameid, scores = [] }) => {
        this.#waiting.get(String(gameid))?.abort();
        this.#end(String(gameid), (bot) => bot.over(scores));
        return { result: null };
      }),
      'Scrabble.Error': methodBy(problem, async ({ gameid, message }) => {
        this.#report(gameid, `the server says: ${visibleJson(abbreviate(message ?? '', LONGEST_MESSAGE))}`);
        return { result: null };
      }),
    };
  }

  async #newGame(notice: GameNotice): Promise<Outcome> {
    const id = String(notice.gameid);
    if (this.#waiting.has(id)) return { result: { status: 'PREPARING' } };
    if (this.#waiting.size === MOST_WAITING) return failure(`${MOST_WAITING} games wait already`);
    const files = this.#files.get(keyOf(notice));
    if (files && this.#canOpen(id)) {
      this.#open(notice, files);
      return { result: { status: 'READY' } };
    }
    const waiting = new AbortController();
    this.#waiting.set(id, waiting);
    this.#prepare(notice, waiting.signal)
      .then((problem) => problem !== undefined && this.#report(id, problem))
      .catch(this.#request.failed)
      .finally(() => this.#waiting.delete(id));
    return { result: { status: 'PREPARING' } };
  }

  /** Returns a sentence if the game is not played. */
  async #prepare(notice: GameNotice, isUnwanted: AbortSignal): Promise<string | undefined> {
    const id = String(notice.gameid);
    const files = await this.#filesOf(notice);
    if (typeof files === 'string') return files;
    const { idleMs = IDLE_MS } = this.#request;
    const until = performance.now() + idleMs;
    while (!this.#canOpen(id)) {
      if (isUnwanted.aborted) return undefined;
      if (performance.now() > until) return 'the game waited too long for others to end (--games)';
      await Promise.race([this.#ended.promise, sleep(LOOK_MS, undefined, { ref: false })]);
    }
    if (isUnwanted.aborted) return undefined;
    this.#open(notice, files);
    const answer = await this.#call('Scrabble.Ready', { gameid: notice.gameid, ...files.hashes });
    if (answer.ok) return undefined;
    this.#end(id);
    return `Scrabble.Ready: ${answer.message}`;
  }

  /** Ends a game that the server has forgotten. */
  #canOpen(id: string): boolean {
    if (this.#games.has(id) || this.#games.size < this.#request.games) return true;
    const before = performance.now() - (this.#request.idleMs ?? IDLE_MS);
    const [forgotten] = [...this.#games].find(([, { usedAt }]) => usedAt < before) ?? [];
    if (forgotten !== undefined) this.#end(forgotten);
    return forgotten !== undefined;
  }

  #open({ gameid, players }: GameNotice, files: PipeGame): void {
    const { name, command } = this.#request;
    const opponents = Array.from({ length: players - 1 }, (_, index) => `opponent ${index + 1}`);
    const id = String(gameid);
    this.#end(id);
    this.#games.set(id, new PipeBot(files, command, [name, ...opponents]));
  }

  #end(id: string, end = (bot: PipeBot): PromiseLike<void> => bot[Symbol.asyncDispose]()): void {
    const bot = this.#games.get(id);
    if (!bot) return;
    this.#games.delete(id);
    end(bot).then(undefined, this.#request.failed);
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }

  async #filesOf(notice: GameNotice): Promise<PipeGame | string> {
    const key = keyOf(notice);
    const known = this.#files.get(key) ?? this.#fetches.get(key);
    if (known) return await known;
    if (this.#files.size === MOST_SETS)
      return `the server has more than ${MOST_SETS} sets of files: start register again`;
    const fetch = async () => await fetchGame(notice, this.#server, this.#request.folder);
    const fetching = this.#lastFetch.then(fetch, fetch);
    this.#lastFetch = fetching;
    this.#fetches.set(key, fetching);
    try {
      const files = await fetching;
      if (typeof files === 'object') this.#files.set(key, files);
      return files;
    } finally {
      this.#fetches.delete(key);
    }
  }

  async #call(method: string, params: object): Promise<Answer> {
    const reply = await this.#connection.post(method, params, CALL_WITHIN_MS).reply;
    return reply.ok ? readAnswer(reply.body) : reply;
  }

  #report(gameid: string | number, sentence: string): void {
    this.#request.report(`game ${gameid}: ${sentence}`);
  }
}

const keyOf = (notice: GameNotice): string => fileKinds.map((kind) => notice[kind].sha1).join(' ');

const failure = (message: string): Outcome => error(-32000, message);
