import { drawSeed } from '../../../core/seed.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { EventLog } from '../../../events/event-log.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { liveClock } from '../../../match/clock.ts';
import { type MatchPlan, planMatch } from '../../../match/plan/plan.ts';
import { playMatch } from '../../../match/play-match.ts';
import type { OpenSeats } from '../../../match/seat.ts';
import { webOptions } from '../game/web-options.ts';
import { type BotOut, BotTurns } from './bot-turns.ts';
import { type SeatsOfGame, seatsOfGame } from './seats-of-game.ts';
import type { BotService, PlayedTurn, WebGame } from './web-game.ts';

export interface BotTools {
  readonly service: BotService;
  readonly openSeats: OpenSeats;
  readonly lexicon: Lexicon;
  /** Of each turn of a bot. */
  readonly timeout: Nanos;
  readonly readyTimeout: Nanos;
  /** A bot that a person has let wait for so long is ended; for its next turn it is started again. */
  readonly idleMs: number;
  /** Told of each bot that lost its game by what it did, once it has ended. */
  readonly wentOut: (out: BotOut) => void;
}

/** A game on the web in which a bot plays, as a match like any other: the same referee, the same limits, another kind of seat for people. */
export class BotGame {
  readonly #commands: ReadonlyMap<string, string>;
  readonly #tools: BotTools;
  readonly #game: WebGame;
  readonly #interruption = new AbortController();
  readonly #seats: SeatsOfGame;
  /** Since when a person has been waited for; none: it is the turn of a bot. */
  waitsSince: number | undefined;
  /** Told when it begins to wait for a person. */
  onWait: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `commands`: of bots, by their names. */
  constructor(game: WebGame, commands: ReadonlyMap<string, string>, tools: BotTools) {
    this.#game = game;
    this.#commands = commands;
    this.#tools = tools;
    this.#seats = seatsOfGame({
      openBots: tools.openSeats,
      isBot: (seat) => this.#isBot(seat),
      pastOf: (seat) => turnsOf(game.played, seat),
      clock: liveClock,
      asked: (isAsked) => this.#asked(isAsked),
    });
  }

  /** How many processes it has. */
  get bots(): number {
    return this.#game.names.filter((name) => this.#commands.has(name)).length;
  }

  /** More may have been played by people. */
  played(turns: readonly PlayedTurn[]): void {
    for (const [seat, person] of this.#seats.people) person.played(turnsOf(turns, seat));
  }

  /** Ends it, here: on the web it goes on. */
  stop(): void {
    this.#interruption.abort();
  }

  /** Until it is over or is stopped. All that bots did is kept by the service then. */
  async play(): Promise<void> {
    const { key, names, played } = this.#game;
    const bots = names.flatMap((name, index) => (this.#commands.has(name) ? [index + 1] : []));
    const { service, wentOut } = this.#tools;
    const turns = new BotTurns({ key, names, bots, played, wentOut }, service, () => this.stop());
    const log = new EventLog([turns]);
    const { signal } = this.#interruption;
    try {
      await playMatch(this.#plan(), {
        openSeats: this.#seats.open,
        clock: liveClock,
        log,
        interrupt: signal,
      });
    } finally {
      clearTimeout(this.#idle);
      await turns.kept();
    }
  }

  #asked(isAsked: boolean): void {
    clearTimeout(this.#idle);
    this.waitsSince = isAsked ? performance.now() : undefined;
    if (!isAsked) return;
    this.#idle = setTimeout(() => this.stop(), this.#tools.idleMs);
    this.#idle.unref();
    this.onWait?.();
  }

  #isBot(seat: Seat): boolean {
    return this.#commands.has(this.#game.names[seat - 1]!);
  }

  #plan(): MatchPlan {
    const { key, board, turns, names } = this.#game;
    const { lexicon, timeout, readyTimeout } = this.#tools;
    const options = webOptions({ turns, board, timeout });
    // A person takes as long as it takes.
    const ofPerson = { ...options, timeout: Number.POSITIVE_INFINITY };
    const players = names.map((name, index) => ({
      seat: index + 1,
      entry: index + 1,
      name,
      command: this.#commands.get(name) ?? '',
      ...(!this.#commands.has(name) && { options: ofPerson }),
    }));
    const limits = { readyTimeout, gameTimeout: 0 };
    return planMatch({ game: boggle, options, lexicon, seed: key, playerSeed: drawSeed(), limits, players });
  }
}

function turnsOf(turns: readonly PlayedTurn[], seat: Seat): readonly PlayedTurn[] {
  return turns.filter((turn) => turn.seat === seat);
}
