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
import type { Nanos, Seat } from '../../core/units.ts';
import { eventLine, type Noted } from '../../events/noted.ts';
import { droppedOut, type Result } from '../../events/result.ts';
import { limitOptions } from '../../games/kit/option.ts';
import { commonReasons } from '../../games/kit/verdict.ts';
import { scrabble } from '../../games/scrabble/scrabble.ts';
import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { liveClock } from '../../match/clock.ts';
import { type MatchPlan, planMatch } from '../../match/plan.ts';
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
import type { AddressRange } from '../../seats/remote/endpoints.ts';
import type { Outcome } from '../../seats/remote/json-rpc.ts';
import { programSeats, type SeatProgram } from '../../seats/remote/program-seats.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import type { LiveBot } from './live-bot.ts';
import { rpcError } from './rpc.ts';
import type { OpenGame, ScrabbleStore } from './store.ts';
import type { SeatedBots } from './tables.ts';

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

/** The functions of a league that its games call. */
interface LeagueActions {
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
  watcher(): LeagueWatcher | undefined;
  account(table: SeatedBots, isMet: readonly boolean[]): void;
  release(table: SeatedBots): void;
  /** Runs in parallel and is awaited at the end. */
  work(act: () => Promise<void>): void;
}

/** The games of a league, which survive restarts. */
export class LeagueGames {
  readonly #options: LeagueOptions;
  readonly #store: ScrabbleStore;
  readonly #league: LeagueActions;
  readonly #games = new Map<string, LiveGame>();
  readonly #queue = new LeagueQueue();
  readonly #stop = new AbortController();
  readonly #pictures = new GamePictures((game) => this.#league.watcher()?.seen(game));
  readonly #webGames = new Map<string, WebGame | string>();
  readonly #files = new Map<string, GameFile>();
  /** Stored moves of this server. */
  moves = 0;

  constructor(options: LeagueOptions, league: LeagueActions) {
    this.#options = options;
    this.#store = options.store;
    this.#league = league;
  }

  get count(): number {
    return this.#games.size;
  }

  look(isLooking: boolean): void {
    this.#pictures.look(isLooking);
  }

  file(sha1: string): GameFile | undefined {
    return this.#files.get(sha1);
  }

  suspend(): void {
    this.#stop.abort();
    for (const { suspended, stop, seats } of this.#games.values()) {
      suspended.abort();
      stop.abort();
      for (const { ready } of seats) ready.resolve();
    }
  }

  ready(gameid: number, hashes: Readonly<Record<string, unknown>>): Outcome {
    for (const { seats, files } of this.#games.values()) {
      const seat = seats.find((one) => one.gameid === gameid);
      if (!seat || !files) continue;
      const refusal = readyRefusal({ gameid, ...hashes }, gameid, files);
      if (!refusal) seat.ready.resolve();
      return refusal ?? { result: { status: 'OK' } };
    }
    return rpcError('game', `gameid: no waiting game ${gameid}`);
  }

  enter(open: OpenGame, plan: MatchPlan, table: SeatedBots, failedAt?: number): void {
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

  planOf(bots: readonly LiveBot[]): MatchPlan {
    const { lexicon, readyTimeout } = this.#options;
    // Each call has a limit, and the seat answers for a silent bot.
    const own = { first: 1, timeout: Number.POSITIVE_INFINITY };
    const options = { ...settleOptions(scrabble.options, []), ...own };
    const players = bots.map(({ stored: { name, version } }, index) => ({
      seat: index + 1,
      entry: index + 1,
      name,
      command: `web bot ${name}, version ${version}`,
    }));
    // A bot has both limits: to answer and to prepare.
    const ready = readyTimeout + this.#options.timeout + limitOptions['ready-timeout'].default;
    const limits = { readyTimeout: ready, gameTimeout: 0 };
    return planMatch({ game: scrabble, options, lexicon, seed: drawSeed(), limits, players });
  }

  /** Plays until this server ends. */
  async play(): Promise<void> {
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
      this.#league.watcher()?.begins(
        request.id,
        number,
        players.map(({ name }) => name),
      );
    try {
      await run(this.#queue, {
        executor,
        sinks: [{ begins }],
        store: { save: async (played) => await this.#save(played) },
        interruption: { signal: this.#league.closing, stop: this.#stop.signal },
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
    const open = (told: Introduction, choice: Choice) => this.#openBot(game, seat, told, choice);
    return async ({ lexicon, seed }, { input, send }) =>
      await moveAt({ input, send, lexicon }, open, String(seed));
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
          this.#league.watcher()?.changed();
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
    const { dictionary, rules, board, tiles } = told;
    const key = JSON.stringify([dictionary, rules, board.name, board.program, tiles]);
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
      else this.#league.work(async () => await this.#tryAgain(game));
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
    await this.pause();
    const isEnding = this.#league.closing.aborted;
    const open = isEnding ? [] : await this.#patiently(async () => await this.#store.openGames());
    this.#games.delete(game.plan.request.id);
    const again = open?.find(({ id }) => id === game.id);
    const failedAt = game.isUnstored ? game.failedAt : game.moveCount;
    if (again) this.enter(again, game.plan, game.table, failedAt);
    else this.#league.release(game.table);
  }

  /** Repeats until the database succeeds. Undefined if the server ends. */
  async #patiently<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        this.#options.failed(error);
        if (this.#league.closing.aborted) return undefined;
        await this.pause();
      }
    }
  }

  #over(game: LiveGame, result: Result | undefined): void {
    this.#games.delete(game.plan.request.id);
    if (result && !game.voided.signal.aborted)
      this.#league.account(
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
    this.#league.watcher()?.ends(
      game.plan.request.id,
      game.id,
      game.seats.map(({ bot }) => bot),
      result,
    );
    this.#league.release(game.table);
  }

  async pause(): Promise<void> {
    await sleep(this.#options.againMs ?? AGAIN_MS, undefined, { signal: this.#league.closing }).catch(
      () => {},
    );
  }
}
