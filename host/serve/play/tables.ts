import { HTTPException } from 'hono/http-exception';
import { drawId, drawSeed } from '../../core/seed.ts';
import { Misfit, readShape } from '../../core/shape.ts';
import { SECOND } from '../../core/units.ts';
import { parseRecord } from '../../events/read-record.ts';
import type { AnyGame } from '../../games/game.ts';
import { type OptionTable, type OptionValues, optionText } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type MatchPlan, planFromRequest, planMatch, readOptionTexts } from '../../match/plan.ts';
import { OpenLimit } from '../http/clients.ts';
import type { EventFeed } from '../http/event-feed.ts';
import { metric } from '../http/metrics.ts';
import { lookAlikeKey } from '../names.ts';
import type { GameView, MoveAnswer } from './contract.ts';
import { LiveGame, type LiveGameTools, type Refused } from './live-game.ts';
import { isOwnBot, type PlayableGame, type PlayableGames } from './playable-game.ts';
import type { ListedGame, PlayStore, StoredGame, StoredSeat } from './store.ts';
import type { SeatKind } from './store-tables.ts';
import { Story } from './story.ts';
import { Table } from './table.ts';

export interface TablesOptions {
  readonly store: PlayStore;
  readonly games: PlayableGames;
  readonly lexicon: Lexicon;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Returns the seed of a new game. The default draws it at random. */
  readonly drawSeed?: () => string;
  /** A game without a request for this time leaves the memory. */
  readonly idleMs?: number;
  readonly mostOfAddress?: number;
  /** Returns the number of processes of own bots that may be started now. Without it there is no limit. */
  readonly freeBots?: () => number;
}

export interface NewGame {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly { readonly is: SeatKind; readonly name: string }[];
  /** The key of a finished game of the guest, which leads to the new one. */
  readonly again?: string;
}

interface Summary extends ListedGame {
  /** Scores by seat, and who is asked for a move. Only of games that are in memory. */
  readonly scores?: readonly number[];
  readonly due?: readonly number[];
}

const noGame: Refused = { status: 404, problem: 'there is no such game' };

/** Games of one guest, of one address, and of all, that are not over. A class of people may share an address. */
const [MOST_OF_GUEST, MOST_OF_ADDRESS, MOST_IN_ALL] = [20, 500, 10_000];
const MOST_LISTED = 50;
const IDLE_MS = 5 * 60_000;
/** After this time, a game without a request gives up its bots to a game that needs them. */
const GIVES_UP_MS = 30_000;
/** A game without a move for fourteen days ends. */
const LONGEST_WAIT_MS = 14 * 86_400_000;
const SWEEP_MS = 60_000;

/** The games of the site. */
export class Tables implements AsyncDisposable {
  readonly #options: TablesOptions;
  readonly #now: () => number;
  readonly #drawSeed: () => string;
  readonly #live = new Map<string, Promise<LiveGame | undefined>>();
  readonly #sweeping: NodeJS.Timeout;
  /** Games count for the address that has created them until they are over, or the server is restarted. */
  readonly #ofAddress: OpenLimit;
  readonly #releases = new Map<string, () => void>();
  #isClosed = false;
  #made = 0;
  #moves = 0;
  #ended = 0;

  constructor(options: TablesOptions) {
    this.#options = options;
    this.#ofAddress = new OpenLimit(options.mostOfAddress ?? MOST_OF_ADDRESS);
    this.#now = options.now ?? Date.now;
    this.#drawSeed = options.drawSeed ?? drawSeed;
    this.#sweeping = setInterval(() => void this.sweep().catch(options.failed), SWEEP_MS);
    this.#sweeping.unref();
  }

  /** The creator has the seat of the person. Without an address there is no limit of one. */
  async create(wanted: NewGame, guest: string, address?: string): Promise<GameView | Refused> {
    const { game, options, seats, again } = wanted;
    const before = again === undefined ? undefined : await this.#game(again);
    // Its players may all want another game at once.
    const next = before?.nextFor(guest);
    if (next !== undefined) return await this.view(next, guest);
    const playable = this.#options.games[game]!;
    const people = seats.every(({ is }) => is !== 'bot');
    const texts = { ...playable.usual, ...(people && playable.people(options)), ...options };
    const read = readOptionTexts(playable.game.options, texts);
    if (!read.ok) return { status: 400, problem: read.problem };
    const why = playable.game.unplayable(read.values, seats.length);
    if (why !== undefined) return { status: 400, problem: why };
    const { ofGuest, inAll } = await this.#options.store.countUnfinished(guest);
    if (ofGuest >= MOST_OF_GUEST)
      return { status: 429, problem: `you have ${ofGuest} games that are not over: finish one of them` };
    if (inAll >= MOST_IN_ALL)
      return { status: 429, problem: 'the server has too many games: try again later' };
    const own = seats.filter((each) => isOwnBot(playable, each)).length;
    if (own > 0 && !(await this.#freeBots(own)))
      return {
        status: 429,
        problem: 'the bots of this server play in other games: try again later, or choose a built-in bot',
      };
    const release = address === undefined ? () => {} : this.#ofAddress.open(address);
    if (!release)
      return { status: 429, problem: `${address} has too many games that are not over: finish one of them` };
    const key = await this.#add(wanted, guest, playable.game, read.values, before).catch((error: unknown) => {
      release();
      throw error;
    });
    this.#releases.set(key, release);
    return (await this.#game(key))!.viewFor(guest);
  }

  /** Returns its key. */
  async #add(
    { seats, again }: NewGame,
    guest: string,
    game: AnyGame,
    options: OptionValues<OptionTable>,
    before: LiveGame | undefined,
  ): Promise<string> {
    const { request } = planMatch({
      ...{ game, options, lexicon: this.#options.lexicon, seed: this.#drawSeed() },
      ...{ id: drawId(), limits: { readyTimeout: 10 * SECOND, gameTimeout: 0 } },
      players: seats.map(({ is, name }, index) => ({ seat: index + 1, entry: index + 1, name, command: is })),
    });
    const isNext = before?.canLead(guest) ?? false;
    const own = seats.findIndex(({ is }) => is === 'person');
    const seated = seats.map(
      ({ is, name }, index): StoredSeat => ({
        ...{ seat: index + 1, is, name, guest: index === own ? guest : undefined },
      }),
    );
    const state = seats.some(({ is }) => is === 'open') ? 'open' : 'running';
    await this.#options.store.add(
      { key: request.id, request, madeAt: this.#now(), state, seats: seated },
      isNext ? again : undefined,
    );
    this.#made++;
    if (isNext) before!.leadTo(request.id);
    return request.id;
  }

  async view(key: string, guest: string | undefined): Promise<GameView | Refused> {
    return (await this.#game(key))?.viewFor(guest) ?? noGame;
  }

  async feed(key: string, guest: string | undefined): Promise<EventFeed | Refused> {
    return (await this.#game(key))?.feedFor(guest) ?? noGame;
  }

  /** Names at a table must differ for people who look at them. */
  async join(key: string, name: string | undefined, guest: string): Promise<GameView | Refused> {
    const game = await this.#game(key);
    if (!game) return noGame;
    if (game.seatOf(guest) !== undefined) return { status: 409, problem: 'you already play in this game' };
    const others = game.view().seats.map((seat) => lookAlikeKey(seat.name));
    const free = ['Guest', 'Guest 2', 'Guest 3', 'Guest 4'].find(
      (each) => !others.includes(lookAlikeKey(each)),
    );
    const own = name ?? free!;
    if (others.includes(lookAlikeKey(own)))
      return { status: 409, problem: `somebody in this game has a name like ${own}: choose another name` };
    const joined = await this.#options.store.join(key, { name: own, guest });
    if (!joined) return { status: 409, problem: 'the game has no open seat' };
    await game.begin(joined);
    return game.viewFor(guest);
  }

  /** The shape of a move belongs to the game. */
  async move(
    key: string,
    guest: string | undefined,
    move: unknown,
    isChecked: boolean,
  ): Promise<MoveAnswer | Refused> {
    const game = await this.#game(key);
    if (!game) return noGame;
    const read = readShape(this.#options.games[game.game]!.move, move);
    if (read instanceof Misfit) return { status: 400, problem: read.inWords('a move') };
    const answer = await game.move(guest, read, isChecked);
    if ('ok' in answer && answer.ok && !isChecked) this.#moves++;
    return answer;
  }

  async claim(key: string, guest: string | undefined): Promise<GameView | Refused> {
    return (await (await this.#game(key))?.claim(guest)) ?? noGame;
  }

  async seen(key: string, guest: string | undefined, roundTripMs: number): Promise<GameView | Refused> {
    return (await this.#game(key))?.seen(guest, roundTripMs) ?? noGame;
  }

  async record(key: string): Promise<string | Refused> {
    // The server may have been killed between the last move and the record.
    await (await this.#game(key))?.recorded();
    const game = await this.#options.store.game(key);
    if (!game) return noGame;
    return game.record ?? { status: 409, problem: 'the game is not over' };
  }

  async list(state: GameView['state'], game: string | undefined, guest: string): Promise<readonly Summary[]> {
    const listed = await this.#options.store.list(state, game, guest, MOST_LISTED);
    return await Promise.all(
      listed.map(async (each) => {
        const view = (await this.#live.get(each.key))?.view();
        const scores = view?.panels.flatMap(({ seat, score }) =>
          seat === undefined || score === undefined ? [] : [score],
        );
        return { ...each, ...(view && scores && { scores, due: view.due }) };
      }),
    );
  }

  async check(patienceMs: number): Promise<void> {
    await this.#options.store.check(patienceMs);
  }

  metrics(): readonly string[] {
    return [
      ...metric('wordhost_play_games_total', 'counter', 'games created on the site', this.#made),
      ...metric('wordhost_play_games_over_total', 'counter', 'games of the site that ended', this.#ended),
      ...metric('wordhost_play_moves_total', 'counter', 'moves of people in games of the site', this.#moves),
      ...metric('wordhost_play_games_in_memory', 'gauge', 'games of the site in memory', this.#live.size),
    ];
  }

  /** Removes idle games from memory, and ends those that nobody has moved in for a long time. */
  async sweep(): Promise<void> {
    const { store, idleMs = IDLE_MS } = this.#options;
    for (const key of await store.unmovedSince(this.#now() - LONGEST_WAIT_MS)) {
      const game = await this.#game(key).catch(() => undefined);
      await game?.interrupt();
      await store.close(key);
      this.#live.delete(key);
      this.#release(key);
    }
    for (const [key, opening] of this.#live) {
      const game = await opening.catch(() => undefined);
      if (!game?.isIdle(this.#now() - idleMs)) continue;
      this.#live.delete(key);
      await game.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeping);
    const all = await Promise.allSettled(this.#live.values());
    await Promise.all(all.map(async (each) => each.status === 'fulfilled' && (await each.value?.close())));
  }

  /** Ends processes of quiet games, the quietest first, until so many can be started. */
  async #freeBots(wanted: number): Promise<boolean> {
    const { freeBots = () => Number.POSITIVE_INFINITY } = this.#options;
    if (freeBots() >= wanted) return true;
    const live = [...this.#live].map(async ([key, opening]) => ({
      key,
      game: await opening.catch(() => undefined),
    }));
    const quiet = (await Promise.all(live))
      .flatMap(({ key, game }) => (game?.hasOwnBots ? [{ key, game }] : []))
      .toSorted((one, other) => one.game.activeAt - other.game.activeAt);
    for (const { key, game } of quiet) {
      if (freeBots() >= wanted) break;
      if (!game.isIdle(this.#now() - GIVES_UP_MS)) continue;
      this.#live.delete(key);
      await game.close();
    }
    return freeBots() >= wanted;
  }

  #release(key: string): void {
    this.#releases.get(key)?.();
    this.#releases.delete(key);
  }

  async #game(key: string): Promise<LiveGame | undefined> {
    if (this.#isClosed) throw new HTTPException(503, { message: 'the server is ending: try again' });
    const opening = this.#live.get(key) ?? this.#open(key);
    this.#live.set(key, opening);
    try {
      const game = await opening;
      if (!game) this.#live.delete(key);
      await game?.begun;
      return game;
    } catch (error) {
      this.#live.delete(key);
      throw error;
    }
  }

  async #open(key: string): Promise<LiveGame | undefined> {
    const stored = await this.#options.store.game(key);
    const playable = stored && this.#options.games[stored.request.game];
    return playable && new LiveGame(stored, this.#toolsFor(key, playable));
  }

  #toolsFor(key: string, playable: PlayableGame): LiveGameTools {
    const { failed, lexicon, store } = this.#options;
    const { game } = playable;
    const games = { [game.name]: game };
    const planned = (stored: StoredGame): MatchPlan => {
      const planned = planFromRequest(stored.request, () => lexicon, games);
      // Such as a game with another word list than that of the server.
      if (!planned.ok) throw new HTTPException(409, { message: planned.problem });
      const startedAt = new Date(stored.madeAt).toISOString();
      return { ...planned.plan, header: { ...planned.plan.header, startedAt } };
    };
    return {
      now: this.#now,
      tableOf: (stored, changed) => new Table({ stored, plan: planned(stored), playable, store, changed }),
      storyOf(stored) {
        const story = new Story(
          game,
          stored.seats.map(({ name }) => name),
          stored.request.options,
        );
        const read = stored.record === undefined ? undefined : parseRecord(stored.record, key, games);
        if (read?.ok === false) throw new Error(read.problem);
        for (const event of read?.events ?? []) story.take(event);
        return story;
      },
      optionsOf: ({ request: { options } }) =>
        Object.fromEntries(
          Object.keys(playable.options).flatMap((name) => {
            const spec = (game.options as OptionTable)[name]!;
            const usual = playable.usual[name] ?? optionText(spec, spec.default);
            return usual === options[name] ? [] : [[name, options[name]]];
          }),
        ),
      paceOf: ({ request }) => game.pace(request.options),
      ended: (error) => {
        this.#ended++;
        if (error === undefined) return this.#release(key);
        this.#live.delete(key);
        failed(error);
        // It may have found no place for its bot. Its next reader opens it again.
        void this.#freeBots(1).catch(failed);
      },
    };
  }
}
