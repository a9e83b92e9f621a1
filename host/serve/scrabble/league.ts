import type { BlockList } from 'node:net';
import { visibleJson } from '../../core/text.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import { planFromRequest } from '../../match/plan.ts';
import { blockListOf, literalRefusal } from '../../seats/remote/endpoints.ts';
import { OWN_ENDPOINT } from '../../seats/remote/http-posts.ts';
import type { Outcome } from '../../seats/remote/json-rpc.ts';
import { DatabaseFailure } from '../database/database.ts';
import { isLoopback } from '../loopback.ts';
import { tokenHash } from '../tokens.ts';
import { LeagueGames, type LeagueOptions, type LeagueWatcher } from './league-games.ts';
import type { Lease, LeaseHolder } from './lease.ts';
import { LiveBot } from './live-bot.ts';
import { type RegisterRequest, type RpcActions, rpcError } from './rpc.ts';
import type { OpenGame, ScrabbleStore } from './store.ts';
import type { StoredBot } from './store-tables.ts';
import { type SeatedBots, Tables } from './tables.ts';

const PING_EVERY_MS = 60_000;
const TICK_MS = 250;
const LEASE_EVERY_MS = 5_000;
/** Parallel pings to the bots of a token, because an answer may take long. */
const MOST_PINGS = 8;

/** Bots that are web servers: their presence, and their games, which survive restarts. */
export class League implements RpcActions, AsyncDisposable {
  readonly #options: LeagueOptions;
  readonly #store: ScrabbleStore;
  readonly #blockList: BlockList;
  /** Current versions, and others that still play. */
  readonly #bots = new Map<number, LiveBot>();
  readonly #games: LeagueGames;
  readonly #tables: Tables;
  readonly #closing = new AbortController();
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

  constructor(options: LeagueOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#blockList = blockListOf(options.allowed);
    this.#tables = new Tables(options);
    this.#games = new LeagueGames(options, {
      closing: this.#closing.signal,
      watcher: () => this.watcher,
      account: (table, isMet) => this.#tables.account(table, isMet),
      release: (table) => this.#release(table),
      work: (act) => this.#do(act),
    });
  }

  /** Current versions in the order of registration. */
  get bots(): readonly LiveBot[] {
    return [...this.#bots.values()].filter(({ isCurrent }) => isCurrent);
  }

  get games(): Pick<LeagueGames, 'count' | 'moves' | 'look' | 'file'> {
    return this.#games;
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
      this.#running = this.#games.play();
      this.#tick();
    }
  }

  #leave({ machine, process }: LeaseHolder): void {
    const who = `process ${process} on ${machine} plays the web games of this database`;
    if (this.#state === 'plays') {
      this.#state = 'has lost';
      this.#games.suspend();
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

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    this.#games.suspend();
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
    return await catchDatabaseFailure(async () => {
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
    return this.#games.ready(gameid, hashes);
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
      const plan = this.#games.planOf(players);
      const bots = players.map(({ id }) => id);
      const open = areThere ? await this.#store.newGame(bots, plan.request) : undefined;
      if (open) {
        this.#games.enter(open, plan, table);
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
      await this.#games.pause();
    }
    this.#release(table);
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
    this.#games.enter(open, read.plan, this.#tables.sit(players));
  }

  /** An old version that finishes a game. */
  async #oldVersion(id: number): Promise<LiveBot | undefined> {
    const stored = await this.#store.bot(id);
    if (!stored) return undefined;
    const bot = this.#add(stored);
    bot.isCurrent = false;
    return bot;
  }

  #release(table: SeatedBots): void {
    this.#tables.leave(table);
    this.#forgetIdle(table.map(({ player }) => player));
    this.watcher?.changed();
    this.#arrange();
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
async function catchDatabaseFailure(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DatabaseFailure) return rpcError('database');
    throw error;
  }
}
