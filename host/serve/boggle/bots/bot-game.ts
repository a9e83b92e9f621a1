import { drawSeed } from '../../../core/seed.ts';
import { cut, visible } from '../../../core/text.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { EventLog } from '../../../events/event-log.ts';
import type { EventSink, Noted } from '../../../events/noted.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import type { BoggleEvent } from '../../../games/boggle/events.ts';
import type { PlatformEvent } from '../../../games/events.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { liveClock } from '../../../match/clock.ts';
import { type MatchPlan, planMatch } from '../../../match/plan.ts';
import { playMatch } from '../../../match/play-match.ts';
import type { OpenSeats } from '../../../match/seat.ts';
import { webOptions } from '../game-rules.ts';
import type { BotService, PlayedTurn, TurnUse, WebGame } from './bot-service.ts';
import { type SeatsOfGame, seatsOfGame } from './seats.ts';

export interface BotTools {
  readonly service: BotService;
  readonly openSeats: OpenSeats;
  readonly lexicon: Lexicon;
  /** The limit of a bot's turn. */
  readonly timeout: Nanos;
  readonly readyTimeout: Nanos;
  /** A bot that waits longer for a person is ended and started again for its next turn. */
  readonly idleMs: number;
  /** Called after the end of each bot that lost its game by a failure. */
  readonly wentOut: (out: BotFailure) => void;
}

/**
 * A web game with bots as an ordinary match, with the same referee and limits, and special seats for people.
 */
export class BotGame {
  readonly #commands: ReadonlyMap<string, string>;
  readonly #tools: BotTools;
  readonly #game: WebGame;
  readonly #interruption = new AbortController();
  readonly #seats: SeatsOfGame;
  /** The time since which it waits for a person. Undefined in a bot's turn. */
  waitsSince: number | undefined;
  onWait: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `commands` are those of bots, by name. */
  constructor(game: WebGame, commands: ReadonlyMap<string, string>, tools: BotTools) {
    this.#game = game;
    this.#commands = commands;
    this.#tools = tools;
    this.#seats = seatsOfGame({
      openBots: tools.openSeats,
      isBot: (seat) => this.#commands.has(this.#game.names[seat - 1]!),
      pastOf: (seat) => turnsOf(game.played, seat),
      clock: liveClock,
      turnChanged: (hasTurn) => this.#turnChanged(hasTurn),
    });
  }

  /** The number of processes. */
  get bots(): number {
    return this.#game.names.filter((name) => this.#commands.has(name)).length;
  }

  /** People may have played more turns. */
  played(turns: readonly PlayedTurn[]): void {
    for (const [seat, person] of this.#seats.people) person.played(turnsOf(turns, seat));
  }

  /** Stops the match here. The web game continues. */
  stop(): void {
    this.#interruption.abort();
  }

  /** Plays until the end or `stop`. Then the service has stored everything that bots did. */
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
      await turns.saved();
    }
  }

  #turnChanged(hasTurn: boolean): void {
    clearTimeout(this.#idle);
    this.waitsSince = hasTurn ? performance.now() : undefined;
    if (!hasTurn) return;
    this.#idle = setTimeout(() => this.stop(), this.#tools.idleMs);
    this.#idle.unref();
    this.onWait?.();
  }

  #plan(): MatchPlan {
    const { key, board, turns, names } = this.#game;
    const { lexicon, timeout, readyTimeout } = this.#tools;
    const options = webOptions({ turns, board, timeout });
    // People have no time limit.
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

interface BotMatch {
  readonly key: string;
  readonly names: readonly string[];
  readonly bots: readonly Seat[];
  /** Stored earlier turns. */
  readonly played: readonly PlayedTurn[];
  readonly wentOut: (out: BotFailure) => void;
}

export interface BotFailure {
  readonly event: 'bot';
  readonly game: string;
  readonly bot: string;
  /** A part of a sentence after the bot's name. */
  readonly problem: string;
  /** Lines from its end. Long output has the first line, too. */
  readonly stderr?: readonly string[];
}

type GoneEvent = PlatformEvent & { readonly type: 'gone' };

/** Stores the actions of bots by the events of the match, in order. */
export class BotTurns implements EventSink {
  readonly #watched: BotMatch;
  readonly #service: BotService;
  readonly #refused: () => void;
  /** Stored turns by seat. */
  readonly #known = new Map<Seat, number>();
  readonly #endings = new Map<Seat, GoneEvent>();
  /** Problems of removed bots, which may still run. */
  readonly #problems = new Map<Seat, string>();
  #saving: Promise<void> = Promise.resolve();

  /** `refused` is called when the web game has changed otherwise, such as by a cancellation. */
  constructor(watched: BotMatch, service: BotService, refused: () => void) {
    this.#watched = watched;
    this.#service = service;
    this.#refused = refused;
    for (const seat of watched.bots)
      this.#known.set(seat, watched.played.filter((turn) => turn.seat === seat).length);
  }

  take(noted: Noted): void {
    const event = noted as BoggleEvent | PlatformEvent;
    if (!('seat' in event) || !this.#watched.bots.includes(event.seat)) return;
    if (event.type === 'gone') this.#endings.set(event.seat, event);
    const use = turnUseOf(event);
    if (use) this.#used(event.seat, use);
    if (event.type === 'exit') this.#exited(event);
    const why = this.#departure(event);
    if (why === undefined) return;
    if (event.type !== 'forfeit') this.#problems.set(event.seat, why.report);
    this.#save((key, name) => this.#service.forfeit(key, name, why.message), event.seat);
  }

  /** Resolves when all events are stored. Rejects with the failure of the service. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  #exited({ seat, stderr }: PlatformEvent & { readonly type: 'exit' }): void {
    const problem = this.#problems.get(seat);
    if (problem === undefined) return;
    const { key, names, wentOut } = this.#watched;
    wentOut({ event: 'bot', game: key, bot: names[seat - 1]!, problem, ...(stderr && { stderr }) });
  }

  #used(seat: Seat, use: TurnUse): void {
    const known = this.#known.get(seat)!;
    this.#known.set(seat, known - 1);
    if (known > 0) return;
    this.#save(async (key, name) => {
      if (!(await this.#service.useTurn(key, name, use))) this.#refused();
    }, seat);
  }

  #save(act: (key: string, name: string) => Promise<void>, seat: Seat): void {
    const { key, names } = this.#watched;
    this.#saving = this.#saving.then(() => act(key, names[seat - 1]!));
    // `saved` reports the failure.
    this.#saving.catch(this.#refused);
  }

  #departure(event: BoggleEvent | PlatformEvent): Departure | undefined {
    switch (event.type) {
      case 'forfeit':
        return sameForAll('gave up the game');
      case 'left':
        return departures[event.cause](this.#endings.get(event.seat));
      case 'offence': {
        const { detail } = event;
        const report = `broke the rules for bots: ${cut(visible(detail), LONGEST_DETAIL)}`;
        const problem = this.#endings.get(event.seat)?.problem;
        const isOfHost = problem !== undefined && detail.includes(problem);
        return { report, message: isOfHost ? 'could not be started' : report };
      }
      default:
        return undefined;
    }
  }
}

/** Why a bot is out, as a part of a sentence after its name. */
interface Departure {
  /** The operator reads this. It may name files of the bot. */
  readonly report: string;
  /** Everybody may read this. */
  readonly message: string;
}

const LONGEST_DETAIL = 300;

const sameForAll = (why: string): Departure => ({ report: why, message: why });

const departures = {
  exited: () => sameForAll('ended before the game was over'),
  closed: () => sameForAll('closed its output before the game was over'),
  crashed(ending: GoneEvent | undefined) {
    const message = `crashed${exitDetail(ending)}`;
    const problem = ending?.problem;
    return problem === undefined
      ? sameForAll(message)
      : { report: `crashed (${cut(visible(problem), LONGEST_DETAIL)})`, message };
  },
} as const;

function exitDetail(ending: GoneEvent | undefined): string {
  if (ending?.signal) return ` (${ending.signal})`;
  return typeof ending?.code === 'number' ? ` (exit status ${ending.code})` : '';
}

function turnUseOf(event: BoggleEvent | PlatformEvent): TurnUse | undefined {
  switch (event.type) {
    case 'guess':
      return { is: 'guess', word: event.word };
    case 'pass':
      return { is: 'pass' };
    case 'timeout':
      return { is: 'timeout' };
    default:
      return undefined;
  }
}
