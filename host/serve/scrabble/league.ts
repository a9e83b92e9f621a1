import type { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveAt } from '../../bots/scrabble/play.ts';
import type { Choice } from '../../bots/scrabble/strategy.ts';
import {
  type FileKind,
  type GameFile,
  pathOf,
  type WebGame,
  webGame,
} from '../../bots/scrabble/web/web-game.ts';
import { prepareWebBot, readyRefusal, WebMover } from '../../bots/scrabble/web/web-player.ts';
import { VoidMatch } from '../../core/errors.ts';
import { drawSeed } from '../../core/seed.ts';
import { visibleJson } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import { eventLine, type Noted } from '../../events/noted.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import { limitOptions } from '../../games/kit/option.ts';
import { commonReasons } from '../../games/kit/verdict.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { liveClock } from '../../match/clock.ts';
import { type MatchPlan, planFromRequest, planMatch } from '../../match/plan.ts';
import { type Executor, planIn } from '../../runs/executor.ts';
import type { RunGame } from '../../runs/experiment.ts';
import { LeagueQueue } from '../../runs/league.ts';
import {
  GamePictures,
  type GameReport,
  type GameTools,
  playGame,
  type SeenGame,
  unplayedReport,
} from '../../runs/play-game.ts';
import { run } from '../../runs/run.ts';
import { BotCalls } from '../../seats/remote/bot-calls.ts';
import { type AddressRange, blockListOf, literalRefusal } from '../../seats/remote/endpoints.ts';
import { OWN_ENDPOINT } from '../../seats/remote/http-posts.ts';
import type { Outcome } from '../../seats/remote/json-rpc.ts';
import { programSeats, type SeatProgram } from '../../seats/remote/program-seats.ts';
import { DatabaseFailure } from '../database/database.ts';
import { isLoopback } from '../loopback.ts';
import { tokenHash } from '../tokens.ts';
import type { Lease, LeaseHolder } from './lease.ts';
import { LiveBot } from './live-bot.ts';
import { type RegisterRequest, type RpcActions, rpcError } from './rpc.ts';
import type { OpenGame, ScrabbleStore } from './store.ts';
import type { StoredBot } from './stored-rows.ts';
import { type SeatedBots, Tables } from './tables.ts';

export interface LeagueOptions {
  readonly store: ScrabbleStore;
  readonly lexicon: Lexicon;
  /** 0: this server plays no games. */
  readonly jobs: number;
  readonly seats: number;
  readonly allowed: readonly AddressRange[];
  readonly timeout: Nanos;
  /** The limit of a bot that answers PREPARING. */
  readonly readyTimeout: Nanos;
  /** The address of this server for file downloads. */
  readonly address: () => string;
  readonly ownPort: () => number;
  /** The ping interval of idle and offline bots. */
  readonly pingEveryMs?: number;
  /** The interval of renewing the lease, or of checking another server's. */
  readonly leaseEveryMs?: number;
  /** The pause after a failure of the database or this host. */
  readonly againMs?: number;
  /** Writes a log line for operators. */
  readonly report: (happened: object) => void;
  readonly failed: (error: unknown) => void;
}

/** Reports events to watchers. */
export interface LeagueWatcher {
  begins(id: string, number: number, names: readonly string[]): void;
  seen(game: SeenGame): void;
  ends(id: string, number: number, bots: readonly number[], result: Result | undefined): void;
  changed(): void;
}

const PING_EVERY_MS = 60_000;
const TICK_MS = 250;
const LEASE_EVERY_MS = 5_000;
/** Parallel pings to the bots of a token, because an answer may take long. */
const MOST_PINGS = 8;
const AGAIN_MS = 5_000;

interface LiveGame extends Omit<OpenGame, 'seats'> {
  readonly plan: MatchPlan;
  readonly table: SeatedBots;
  readonly seats: readonly LiveSeat[];
  /** Aborted when this server stops playing the game. */
  readonly stop: AbortController;
  /** Aborted when the game will continue later, so that bots hear of no end. */
  readonly suspended: AbortController;
  /** Aborted when this host has failed twice in the same turn. */
  readonly voided: AbortController;
  /** The number of moves at the previous failure of this host. */
  readonly failedAt: number | undefined;
  /** The database failed, which says nothing about the game. */
  isUnstored: boolean;
  files: Readonly<Record<FileKind, GameFile>> | undefined;
  moveCount: number;
  record: string[];
}

type LiveSeat = OpenGame['seats'][number] &
  SeatedBots[number] & {
    /** Resolves when the bot has called Scrabble.Ready, or nobody waits for it. */
    readonly ready: PromiseWithResolvers<void>;
    /** Why the bot gets no games for a while. */
    failure: string | undefined;
  };

/** Bots that are web servers: their presence, and their games, which survive restarts. */
export class League implements RpcActions, AsyncDisposable {
  readonly #options: LeagueOptions;
  readonly #store: ScrabbleStore;
  readonly #blockList: BlockList;
  /** Current versions, and others that still play. */
  readonly #bots = new Map<number, LiveBot>();
  readonly #games = new Map<string, LiveGame>();
  readonly #queue = new LeagueQueue();
  readonly #tables: Tables;
  readonly #closing = new AbortController();
  readonly #stop = new AbortController();
  readonly #pictures = new GamePictures((game) => this.watcher?.seen(game));
  readonly #webGames = new Map<string, WebGame | string>();
  readonly #files = new Map<string, GameFile>();
  readonly #work = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #lease: Lease | undefined;
  #leaseTakenAt = Number.POSITIVE_INFINITY;
  /** Only one server of a database has the lease. */
  #state: 'waits' | 'plays' | 'has lost' = 'waits';
  /** The report that another server plays. */
  #hasTold = false;
  /** Games that ended before it had the lease. */
  readonly #loaded = new Set<number>();
  watcher: LeagueWatcher | undefined;
  /** Stored moves of this server. */
  moves = 0;

  constructor(options: LeagueOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#blockList = blockListOf(options.allowed);
    this.#tables = new Tables(options);
  }

  /** Current versions in the order of registration. */
  get bots(): readonly LiveBot[] {
    return [...this.#bots.values()].filter(({ isCurrent }) => isCurrent);
  }

  get runningGames(): number {
    return this.#games.size;
  }

  /** Called when the first watcher comes and after the last one. */
  look(isLooking: boolean): void {
    this.#pictures.look(isLooking);
  }

  file(sha1: string): GameFile | undefined {
    return this.#files.get(sha1);
  }

  /** Pings known bots and resumes open games. */
  async start(): Promise<void> {
    await this.#load();
    if (this.#options.jobs === 0) return;
    this.#lease = this.#store.lease();
    await this.#takeOver(this.#lease);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Loads again after another server has played. */
  async #load(): Promise<void> {
    await this.#loadBots();
    for await (const { id, bots, result } of this.#store.finished()) {
      if (this.#loaded.has(id)) continue;
      this.#loaded.add(id);
      this.#tables.remember(bots);
      this.watcher?.ends(result.id, id, bots, result);
    }
  }

  async #loadBots(): Promise<void> {
    const current = await this.#store.currentBots();
    for (const bot of this.bots) if (!current.some(({ id }) => id === bot.id)) this.#replace(bot);
    for (const stored of current) {
      const known = this.#bots.get(stored.id);
      if (known) known.update(stored);
      else this.#add(stored);
    }
  }

  /** Takes over the lease when the other server of this database has ended. */
  async #takeOver(lease: Lease): Promise<void> {
    const other = await lease.take();
    this.#leaseTakenAt = performance.now();
    if (other) this.#leave(other);
    else if (this.#state === 'waits' && !this.#closing.signal.aborted) {
      if (this.#hasTold) await this.#load();
      this.#loaded.clear();
      this.#state = 'plays';
      for (const open of await this.#store.openGames()) await this.#resume(open);
      this.#running = this.#play();
      this.#tick();
    }
  }

  #leave({ machine, process }: LeaseHolder): void {
    const who = `process ${process} on ${machine} plays the web games of this database`;
    if (this.#state === 'plays') {
      this.#state = 'has lost';
      this.#suspend();
      this.#options.report({
        event: 'web-games',
        problem: `${who} now: start this server again if it should`,
      });
    } else if (!this.#hasTold) {
      this.#hasTold = true;
      const problem = `${who}: this server plays none until that one has ended`;
      this.#options.report({ event: 'web-games', problem });
    }
  }

  #suspend(): void {
    this.#stop.abort();
    for (const { suspended, stop, seats } of this.#games.values()) {
      suspended.abort();
      stop.abort();
      for (const { ready } of seats) ready.resolve();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    this.#suspend();
    await this.#running;
    for (const bot of this.#bots.values()) bot[Symbol.dispose]();
    await Promise.all(this.#work);
    await this.#lease?.release().catch(this.#options.failed);
  }

  async register({ token, ...given }: RegisterRequest): Promise<Outcome> {
    const refused = this.#isOwn(given.endpoint)
      ? OWN_ENDPOINT
      : literalRefusal(given.endpoint, this.#blockList);
    if (refused !== undefined) return rpcError('endpoint', `rpcendpoint: ${refused}`);
    return await answered(async () => {
      const registration = await this.#store.register(tokenHash(token), given);
      if (!('bot' in registration)) {
        const { refused, like = given.name } = registration;
        if (like === given.name) return rpcError(refused);
        return rpcError(refused, `The name looks like ${visibleJson(like)}, which belongs to another token.`);
      }
      const { bot, is } = registration;
      this.#registered(bot);
      this.#options.report({ event: 'registered', bot: bot.name, version: bot.version, as: is });
      return { result: { message: welcome[is](bot) } };
    });
  }

  /** Checks the text of an address. A name that leads here is found at the call. */
  #isOwn({ host, hostname, port }: URL): boolean {
    const { address, ownPort } = this.#options;
    return host === new URL(address()).host || (isLoopback(hostname) && Number(port || 80) === ownPort());
  }

  async ready(gameid: number, hashes: Readonly<Record<string, unknown>>): Promise<Outcome> {
    for (const { seats, files } of this.#games.values()) {
      const seat = seats.find((one) => one.gameid === gameid);
      if (!seat || !files) continue;
      const refusal = readyRefusal({ gameid, ...hashes }, gameid, files);
      if (!refusal) seat.ready.resolve();
      return refusal ?? { result: { status: 'OK' } };
    }
    return rpcError('game', `gameid: no waiting game ${gameid}`);
  }

  #add(stored: StoredBot): LiveBot {
    const { ownPort } = this.#options;
    const bot = new LiveBot(stored, { blockList: this.#blockList, ownPort });
    this.#bots.set(stored.id, bot);
    return bot;
  }

  #registered(stored: StoredBot): void {
    const known = this.#bots.get(stored.id) ?? this.#add(stored);
    known.update(stored);
    for (const bot of this.bots)
      if (bot.stored.name === stored.name && bot.id !== stored.id) this.#replace(bot);
    this.watcher?.changed();
    this.#arrange();
  }

  /** An old version begins no games and finishes its own. */
  #replace(bot: LiveBot): void {
    bot.isCurrent = false;
    this.#forgetIdle([bot]);
  }

  #forgetIdle(bots: readonly LiveBot[]): void {
    for (const bot of bots) {
      if (bot.isCurrent || bot.games > 0) continue;
      this.#bots.delete(bot.id);
      bot[Symbol.dispose]();
    }
  }

  #tick(): void {
    const { pingEveryMs = PING_EVERY_MS, leaseEveryMs = LEASE_EVERY_MS } = this.#options;
    if (this.#state !== 'has lost' && performance.now() - this.#leaseTakenAt >= leaseEveryMs) {
      this.#leaseTakenAt = performance.now();
      this.#do(async () => await this.#takeOver(this.#lease!));
      // Waiting times and patience change with time.
      this.#arrange();
    }
    if (this.#state !== 'plays') return;
    for (const bots of Map.groupBy(this.bots, ({ stored }) => stored.owner).values()) {
      const more = MOST_PINGS - bots.filter(({ isPinging }) => isPinging).length;
      const due = bots.filter((bot) => bot.isDue(pingEveryMs));
      for (const bot of due.slice(0, Math.max(0, more))) this.#do(() => this.#look(bot));
    }
  }

  async #look(bot: LiveBot): Promise<void> {
    const was = bot.problem;
    await bot.ping();
    if (bot.problem !== was) {
      this.watcher?.changed();
      this.#options.report({
        event: 'bot',
        bot: bot.stored.name,
        problem: bot.problem ?? 'none: it is online',
      });
    }
    if (bot.isOnline) this.#arrange();
  }

  /** Starts games for free bots up to the limit. */
  #arrange(): void {
    while (this.#state === 'plays' && !this.#closing.signal.aborted) {
      const table = this.#tables.next(this.#candidates());
      if (!table) return;
      this.#do(() => this.#begin(table));
    }
  }

  /** A new version at the address of the old one waits for its games, because the bot may allow only one. */
  #candidates(): readonly LiveBot[] {
    const old = [...this.#bots.values()].filter(({ isCurrent }) => !isCurrent);
    const finishing = new Set(old.map(({ stored }) => stored.endpoint.href));
    return this.bots.filter(
      ({ stored: { isConcurrent, endpoint } }) => isConcurrent || !finishing.has(endpoint.href),
    );
  }

  async #begin(table: SeatedBots): Promise<void> {
    try {
      const players = table.map(({ player }) => player);
      const pings = table.map(({ player, waiting }) => waiting.during(player.ping()));
      const answers = await Promise.all(pings);
      const areThere = answers.every(Boolean) && !this.#closing.signal.aborted;
      const plan = this.#planOf(players);
      const bots = players.map(({ id }) => id);
      const open = areThere ? await this.#store.newGame(bots, plan.request) : undefined;
      if (open) {
        this.#enter(open, plan, table);
        return;
      }
      if (!answers.every(Boolean))
        this.#tables.account(
          table,
          answers.map((isThere) => !isThere),
        );
      // Another server of this database may have registered a new version.
      if (areThere) await this.#loadBots();
    } catch (error) {
      this.#options.failed(error);
      await this.#pause();
    }
    this.#release(table);
  }

  #enter(open: OpenGame, plan: MatchPlan, table: SeatedBots, failedAt?: number): void {
    const seats = open.seats.map(
      (seat, index): LiveSeat => ({
        ...seat,
        ...table[index]!,
        ready: Promise.withResolvers(),
        failure: undefined,
      }),
    );
    const moveCount = seats.reduce((sum, { moves }) => sum + moves.length, 0);
    const [stop, suspended, voided] = [new AbortController(), new AbortController(), new AbortController()];
    this.#games.set(plan.request.id, {
      ...open,
      stop,
      suspended,
      voided,
      failedAt,
      isUnstored: false,
      plan,
      table,
      seats,
      moveCount,
      files: undefined,
      record: [],
    });
    this.#queue.add(open.id, plan);
  }

  async #resume(open: OpenGame): Promise<void> {
    const bots = open.seats.map(({ bot }) => bot);
    this.#tables.remember(bots);
    const read = planFromRequest(open.request, () => this.#options.lexicon, { scrabble });
    const players: LiveBot[] = [];
    for (const id of bots) {
      const player = this.#bots.get(id) ?? (await this.#oldVersion(id));
      if (player) players.push(player);
    }
    if (!read.ok || players.length < bots.length) {
      const problem = `it cannot be resumed: ${read.ok ? 'a bot is missing' : read.problem}`;
      this.#options.report({ event: 'game', game: open.id, problem });
      this.#do(async () => void (await this.#store.end(open.id, 'void', undefined, '')));
      this.#forgetIdle(players);
      return;
    }
    this.#enter(open, read.plan, this.#tables.sit(players));
  }

  /** An old version that finishes a game. */
  async #oldVersion(id: number): Promise<LiveBot | undefined> {
    const stored = await this.#store.bot(id);
    if (!stored) return undefined;
    const bot = this.#add(stored);
    bot.isCurrent = false;
    return bot;
  }

  #planOf(bots: readonly LiveBot[]): MatchPlan {
    const { lexicon, readyTimeout } = this.#options;
    const defaults = Object.fromEntries(
      Object.entries(scrabble.options).map(([name, spec]) => [name, spec.default]),
    );
    // Each call has a limit, and the seat answers for a silent bot.
    const options = { ...defaults, first: 1, timeout: Number.POSITIVE_INFINITY };
    const players = bots.map(({ stored: { name, version } }, index) => ({
      seat: index + 1,
      entry: index + 1,
      name,
      command: `web bot ${name}, version ${version}`,
    }));
    // A bot has both limits: to answer and to prepare.
    const ready = readyTimeout + this.#options.timeout + limitOptions['ready-timeout'].default;
    const limits = { readyTimeout: ready, gameTimeout: 0 };
    return planMatch({
      game: scrabble,
      options,
      lexicon,
      seed: drawSeed(),
      limits,
      players,
    });
  }

  /** Plays until this server ends. */
  async #play(): Promise<void> {
    const { failed } = this.#options;
    const tools = {
      record: undefined,
      events: undefined,
      trace: undefined,
      openSeats: programSeats(({ match, seat }) => this.#programOf(this.#games.get(match)!, seat), liveClock),
    };
    const executor: Executor = {
      // Tokens below their share may begin games beyond the limit of this server.
      jobs: Number.POSITIVE_INFINITY,
      overlap: false,
      play: async (match) => await this.#playOne(planIn(match), tools),
      [Symbol.asyncDispose]: async () => {},
    };
    const begins = (number: number, { request, players }: MatchPlan) =>
      this.watcher?.begins(
        request.id,
        number,
        players.map(({ name }) => name),
      );
    try {
      await run(this.#queue, {
        executor,
        sinks: [{ begins }],
        store: { save: async (played) => await this.#save(played) },
        interruption: { signal: this.#closing.signal, stop: this.#stop.signal },
      });
    } catch (error) {
      failed(error);
    }
  }

  async #playOne(plan: MatchPlan, tools: GameTools): Promise<GameReport> {
    const game = this.#games.get(plan.request.id)!;
    game.record = [];
    const watch = (event: Noted) => void game.record.push(eventLine(event));
    const own = { interrupt: game.stop.signal, watch, pictures: this.#pictures };
    try {
      return await playGame(plan, { ...tools, ...own });
    } catch (error) {
      // A fault of this program in one game does not end the others.
      const { message, stack = message } = error as Error;
      throw error instanceof VoidMatch ? error : new VoidMatch(stack, { cause: error });
    }
  }

  #programOf(game: LiveGame, seat: Seat): SeatProgram {
    return async ({ lexicon, seed }, { input, send }) =>
      await moveAt(
        { input, send, lexicon },
        (told, choice) => this.#openBot(game, seat, told, choice),
        String(seed),
      );
  }

  async #openBot(game: LiveGame, seat: Seat, told: Introduction, choice: Choice): Promise<WebMover | string> {
    const own = game.seats[seat - 1]!;
    const { player: bot, gameid } = own;
    const described = this.#webGame(told, choice.terms);
    if (typeof described === 'string') return described;
    game.files = described.files;
    const calls = new BotCalls(bot.connection);
    const stop = game.stop.signal;
    stop.addEventListener('abort', () => calls.end(), { once: true });
    const about = { bot: bot.stored.name, game: game.id };
    const report = (problem: string) => this.#options.report({ event: 'bot', ...about, problem });
    const seated = { gameid, calls, game: described, report };
    if (!own.hasBegun) {
      if (stop.aborted) return 'the game was ended';
      const preparing = prepareWebBot({
        ...seated,
        report: () => {},
        players: told.names.length,
        callMs: this.#options.timeout / 1e6,
        prepared: own.ready.promise,
        withinMs: this.#options.readyTimeout / 1e6,
        urlOf: (file) => this.#options.address() + pathOf(file),
      });
      const problem = await own.waiting.during(preparing);
      if (stop.aborted) return 'the game was ended';
      if (problem !== undefined) {
        own.failure = problem;
        using mover = new WebMover({ ...seated, player: seat });
        await mover.finish(choice);
        return problem;
      }
      await this.#stored(game, async () => await this.#store.begin(game.id, seat));
    }
    return new WebMover({
      ...seated,
      player: seat,
      withinMs: this.#options.timeout / 1e6,
      past: own.moves,
      save: async (made) => {
        if (!made.isFailure && !bot.isOnline) {
          bot.comeBack();
          this.watcher?.changed();
        }
        if (made.move.type === 'forfeit' && made.isFailure) own.failure = 'failed to move three times';
        const number = ++game.moveCount;
        await this.#stored(game, async () => await this.#store.addMove(game.id, number, seat, made));
        this.moves++;
      },
      comesBack: (until) => bot.comesBack(until, stop),
      waiting: own.waiting,
      failed: () => this.#failed(game),
      suspended: game.suspended.signal,
      voided: game.voided.signal,
    });
  }

  async #stored(game: LiveGame, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      game.isUnstored = true;
      game.suspended.abort();
      throw error;
    }
  }

  /** A game in which this host fails continues from its last move, once. */
  #failed({ isUnstored, failedAt, moveCount, voided, suspended }: LiveGame): void {
    if (!isUnstored && failedAt === moveCount) voided.abort();
    else suspended.abort();
  }

  /** Games with equal files share it. */
  #webGame(told: Introduction, terms: Choice['terms']): WebGame | string {
    const key = JSON.stringify([
      told.dictionary,
      told.rules,
      told.board.name,
      told.board.program,
      told.tiles,
    ]);
    const known = this.#webGames.get(key);
    if (known !== undefined) return known;
    const made = webGame(told, terms);
    this.#webGames.set(key, made);
    if (typeof made !== 'string')
      for (const file of Object.values(made.files)) this.#files.set(file.sha1, file);
    return made;
  }

  /** Open games continue after a restart or a repaired failure. */
  async #save(played: RunGame): Promise<RunGame> {
    const { id } = 'report' in played ? played.report.result : { id: undefined };
    const game = [...this.#games.values()].find((each) =>
      id ? each.plan.request.id === id : each.id === played.game,
    )!;
    if ('failure' in played) {
      this.#options.failed(played.failure);
      this.#failed(game);
      if (game.voided.signal.aborted) await this.#endVoid(game);
      else this.#do(async () => await this.#tryAgain(game));
      return played;
    }
    const { result } = played.report;
    const isInterrupted = result.reason === 'interrupted';
    if (!isInterrupted) await this.#saveResult(game, result);
    this.#over(game, isInterrupted ? undefined : result);
    return played;
  }

  async #endVoid(game: LiveGame): Promise<void> {
    const { result } = await unplayedReport(game.plan, 'host-failed');
    const problem = `it is void: ${commonReasons['host-failed']}`;
    this.#options.report({ event: 'game', game: game.id, problem });
    await this.#saveResult(game, result);
    this.#over(game, result);
  }

  async #saveResult(game: LiveGame, result: Result): Promise<void> {
    const record = `${game.record.join('\n')}\n`;
    await this.#patiently(async () => void (await this.#store.end(game.id, 'over', result, record)));
  }

  async #tryAgain(game: LiveGame): Promise<void> {
    await this.#pause();
    const isEnding = this.#closing.signal.aborted;
    const open = isEnding ? [] : await this.#patiently(async () => await this.#store.openGames());
    this.#games.delete(game.plan.request.id);
    const again = open?.find(({ id }) => id === game.id);
    const failedAt = game.isUnstored ? game.failedAt : game.moveCount;
    if (again) this.#enter(again, game.plan, game.table, failedAt);
    else this.#release(game.table);
  }

  /** Repeats until the database succeeds. Undefined if the server ends. */
  async #patiently<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        this.#options.failed(error);
        if (this.#closing.signal.aborted) return undefined;
        await this.#pause();
      }
    }
  }

  #over(game: LiveGame, result: Result | undefined): void {
    this.#games.delete(game.plan.request.id);
    if (result && !game.voided.signal.aborted)
      this.#tables.account(
        game.table,
        result.players.map((player) => droppedOut(player) || (player.messages ?? 0) > 0),
      );
    for (const [index, { player, failure }] of game.seats.entries()) {
      const isOut = result !== undefined && droppedOut(result.players[index]!);
      if (failure === undefined && !isOut) continue;
      // A broken bot gets at most one game per minute.
      const problem = failure ?? 'left its last game';
      player.goOffline(problem);
      if (!result) continue;
      const about = { bot: player.stored.name, game: game.id };
      this.#options.report({ event: 'bot', ...about, problem: `lost the game: ${problem}` });
    }
    this.watcher?.ends(
      game.plan.request.id,
      game.id,
      game.seats.map(({ bot }) => bot),
      result,
    );
    this.#release(game.table);
  }

  #release(table: SeatedBots): void {
    this.#tables.leave(table);
    this.#forgetIdle(table.map(({ player }) => player));
    this.watcher?.changed();
    this.#arrange();
  }

  async #pause(): Promise<void> {
    await sleep(this.#options.againMs ?? AGAIN_MS, undefined, { signal: this.#closing.signal }).catch(
      () => {},
    );
  }

  /** Runs in parallel and is awaited at the end. */
  #do(act: () => Promise<void>): void {
    const work = act().catch((error: unknown) => this.#options.failed(error));
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

const welcome = {
  new: ({ name }: StoredBot) => `${name} is registered.`,
  'new-version': ({ name, version }: StoredBot) =>
    `${name} is registered with the version ${version}; the version before finishes the games that it has begun.`,
  same: ({ name, version }: StoredBot) => `${name} ${version} is online again.`,
} as const;

/** A failed database is no fault of the caller. */
async function answered(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DatabaseFailure) return rpcError('database');
    throw error;
  }
}
