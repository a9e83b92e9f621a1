import { LeaguePast, type LeaguePlayer, nextTable } from '../../runs/league.ts';
import type { LiveBot } from './live-bot.ts';

/** Measures how long others have waited for a bot in a game. */
export class Stopwatch {
  #total = 0;
  #since: number | undefined;

  async during<Value>(answer: Promise<Value>): Promise<Value> {
    this.#since = performance.now();
    try {
      return await answer;
    } finally {
      this.#total = this.ms;
      this.#since = undefined;
    }
  }

  get ms(): number {
    return this.#total + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }
}

/** Seats from the pings before a game to its end. */
export type SeatedBots = readonly { readonly player: LiveBot; readonly waiting: Stopwatch }[];

interface TableOptions {
  readonly jobs: number;
  readonly seats: number;
}

/** Differences between shorter times are noise. */
const FAST_MS = 1_000;
/** The factor of a much slower bot. */
const MUCH_SLOWER = 5;

function isMuchSlower(other: number, usual: number): boolean {
  return other > MUCH_SLOWER * Math.max(FAST_MS, usual);
}

/** The weight of a slow game halves in this time. */
const HALF_LIFE_MS = 600_000;
/** A new bot waits this long for other new ones, and then this long for a slow one. */
const [UNMET_MS, SLOW_MS] = [10_000, 300_000];

/** Chooses players of games. Tokens share the games, and the waiting time of each other's bots. */
export class Tables {
  readonly #options: TableOptions;
  readonly #past = new LeaguePast();
  readonly #tables = new Set<SeatedBots>();
  /** The longest wait for a bot of each token, and its time. */
  readonly #costs = new Map<number, { readonly ms: number; readonly at: number }>();

  constructor(options: TableOptions) {
    this.#options = options;
  }

  remember(bots: readonly number[]): void {
    this.#past.add(bots);
  }

  /** Returns the next possible game. A token below its share of seats can always begin one. */
  next(bots: readonly LiveBot[]): SeatedBots | undefined {
    const { seats } = this.#options;
    const ids = nextTable(this.#present(bots), this.#past, seats);
    if (!ids) return undefined;
    this.#past.add(ids);
    return this.sit(ids.map((id) => bots.find((bot) => bot.id === id)!));
  }

  sit(players: readonly LiveBot[]): SeatedBots {
    const table = players.map((player) => ({ player, waiting: new Stopwatch() }));
    this.#tables.add(table);
    for (const player of players) {
      player.games++;
      player.waitsSince = performance.now();
    }
    return table;
  }

  leave(table: SeatedBots): void {
    this.#tables.delete(table);
    for (const { player } of table) player.games--;
  }

  /** Records how long others waited for a bot, which decides about its future games. `isMet`: by seat, whether it moved or is out. */
  account(table: SeatedBots, isMet: readonly boolean[]): void {
    const all = table.reduce((sum, { waiting }) => sum + waiting.ms, 0);
    for (const [index, { player, waiting }] of table.entries()) {
      const { owner } = player.stored;
      const ms = Math.max(waiting.ms, this.#costOf(owner) ?? 0);
      if (isMet[index] || isMuchSlower(ms, 0)) this.#costs.set(owner, { ms, at: performance.now() });
      if (isMuchSlower(all - waiting.ms, waiting.ms)) player.patience.lose(all - waiting.ms);
    }
  }

  #costOf(token: number): number | undefined {
    const known = this.#costs.get(token);
    return known && known.ms * 2 ** ((known.at - performance.now()) / HALF_LIFE_MS);
  }

  /** Tells whether a token can begin a game. */
  #canBegin(bots: readonly LiveBot[]): (token: number) => boolean {
    const { jobs, seats } = this.#options;
    if (this.#tables.size < jobs) return () => true;
    const share = (jobs * seats) / new Set(bots.map(({ stored }) => stored.owner)).size;
    const taken = Map.groupBy([...this.#tables].flat(), ({ player }) => player.stored.owner);
    return (token) => (taken.get(token)?.length ?? 0) < share;
  }

  /** Online bots without a game that others delay. */
  #present(bots: readonly LiveBot[]): readonly LeaguePlayer[] {
    const online = bots.filter(({ isOnline }) => isOnline);
    const canBegin = this.#canBegin(online);
    const costs = this.#costsNow();
    const costOf = ({ stored }: LiveBot) => costs.get(stored.owner) ?? 0;
    const [first = 0, second = first] = online.map(costOf).sort((one, other) => one - other);
    const isHeldUp = (table: SeatedBots) => table.some(({ waiting }) => isMuchSlower(waiting.ms, first));
    const heldUp = new Set(
      [...this.#tables].filter(isHeldUp).flatMap((table) => table.map(({ player }) => player)),
    );
    const isMet = ({ stored }: LiveBot) => costs.has(stored.owner);
    const areSlow = bots.some((bot) => isMuchSlower(costOf(bot), first));
    const hasUnmet = online.filter((bot) => !isMet(bot)).length > 1;
    const groupOf = (bot: LiveBot): LeaguePlayer['group'] => {
      if (isMet(bot)) return isMuchSlower(costOf(bot), first) ? 'slow' : 'fast';
      const waits = performance.now() - bot.waitsSince;
      if (hasUnmet || waits < UNMET_MS) return 'unmet';
      return areSlow && waits < SLOW_MS ? 'slow' : 'fast';
    };
    return online.map((bot): LeaguePlayer => {
      const { id, waitsSince, patience } = bot;
      const { owner } = bot.stored;
      const [cost, group] = [costs.get(owner), groupOf(bot)];
      const usual = Math.max(FAST_MS, cost ?? 0, cost === first ? second : first);
      const isNew = cost === undefined && group === 'slow';
      return {
        ...{ id, owner, waitsSince, cost, group },
        isFree: bot.isFree && canBegin(owner),
        isExpected: canBegin(owner) && !heldUp.has(bot),
        patience: isNew ? Number.POSITIVE_INFINITY : Math.max(MUCH_SLOWER * usual, patience.ms),
      };
    });
  }

  /** The number of running games, by token. */
  #costsNow(): ReadonlyMap<number, number> {
    const costs = new Map([...this.#costs.keys()].map((owner) => [owner, this.#costOf(owner)!]));
    for (const { player, waiting } of [...this.#tables].flat()) {
      const { owner } = player.stored;
      if (isMuchSlower(waiting.ms, 0)) costs.set(owner, Math.max(waiting.ms, costs.get(owner) ?? 0));
    }
    return costs;
  }
}
