import { cut, visible } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import type {
  Ending,
  OpenSeats,
  SeatDeparture,
  SeatHandle,
  SeatListener,
  SeatRequest,
  When,
} from '../../match/seat.ts';
import { RecentValues } from '../recent-values.ts';
import type { Bot, Past, ProgramWire } from './playable-game.ts';

/** What a bot wrote to standard error before an answer. Turns count from 1; 0 is before the first. */
export interface TurnOutput {
  readonly turn: number;
  readonly lines: readonly string[];
}

/** Newer games and lines replace older ones. */
const [MOST_GAMES, MOST_LINES, LONGEST_LINE] = [200, 2_000, 1_000];

class SeatOutput {
  readonly #lines: { readonly turn: number; readonly line: string }[] = [];
  turn = 0;

  take(line: string): void {
    this.#lines.push({ turn: this.turn, line: cut(visible(line), LONGEST_LINE) });
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  get turns(): readonly TurnOutput[] {
    const byTurn = Map.groupBy(this.#lines, ({ turn }) => turn);
    return [...byTurn].map(([turn, lines]) => ({ turn, lines: lines.map(({ line }) => line) }));
  }
}

/** Standard error of the bots of the operator, by game and seat. It may tell a hand, so only the operator sees it. */
export class BotOutputs {
  readonly #games = new RecentValues<Map<Seat, SeatOutput>>(MOST_GAMES);

  seat(game: string, seat: Seat): SeatOutput {
    const seats = this.#games.get(game, () => new Map());
    const output = seats.get(seat) ?? new SeatOutput();
    seats.set(seat, output);
    return output;
  }

  of(game: string): readonly { readonly seat: Seat; readonly turns: readonly TurnOutput[] }[] {
    const seats = this.#games.get(game, () => new Map());
    return [...seats].map(([seat, { turns }]) => ({ seat, turns }));
  }
}

interface OwnBotsOptions {
  readonly openSeats: OpenSeats;
  readonly outputs: BotOutputs;
  /** The largest number of processes. */
  readonly most: number;
}

/** Bots that the operator has named. Each game starts a process. */
export class OwnBots {
  readonly #options: OwnBotsOptions;
  #running = 0;

  constructor(options: OwnBotsOptions) {
    this.#options = options;
  }

  /** The number of processes that may be started now. */
  get free(): number {
    return this.#options.most - this.#running;
  }

  bot(command: string, wire: ProgramWire): Bot {
    return (past, clock) => async (requests, listenerOf) => {
      const request = { ...requests[0]!, command };
      const listener = listenerOf(request.seat);
      const output = this.#options.outputs.seat(request.match, request.seat);
      const seat = new OwnSeat(wire, past, output);
      const start = async () => {
        if (seat.isDismissed) return;
        try {
          await this.#run(seat, request, listener, output);
        } catch (error) {
          listener.lost?.((error as Error).message, clock.now());
        }
      };
      // A player that is out by then needs no process.
      void past.told.then(start).finally(() => seat.end());
      return {
        seats: [seat],
        [Symbol.asyncDispose]: async () => {
          seat.dismiss();
          await seat.ended;
        },
      };
    };
  }

  async #run(seat: OwnSeat, request: SeatRequest, listener: SeatListener, output: SeatOutput): Promise<void> {
    const { openSeats, most } = this.#options;
    // No player is at fault. The game is opened again for its next reader, when there may be a place.
    if (this.free <= 0) throw new Error(`the server already runs ${most} bots`);
    const gone = (departure: SeatDeparture, at: Nanos) => {
      if (departure.problem !== undefined) output.take(departure.problem);
      listener.gone(departure, at);
    };
    this.#running++;
    try {
      await using opened = await openSeats([request], () => ({
        read: (bytes, at) => listener.read(bytes, at),
        gone,
        caught: (offence, at) => listener.caught(offence, at),
        lost: (problem, at) => listener.lost?.(problem, at),
      }));
      await seat.play(opened.seats[0]!);
    } finally {
      this.#running--;
    }
  }
}

/** The seat of a process, which starts when its past has been told again. It hears its past at once. */
class OwnSeat implements SeatHandle {
  readonly #wire: ProgramWire;
  readonly #past: Past;
  readonly #output: SeatOutput;
  readonly #ended = Promise.withResolvers<Ending>();
  #process: SeatHandle | undefined;
  #told = '';
  #isDismissed = false;

  constructor(wire: ProgramWire, past: Past, output: SeatOutput) {
    this.#wire = wire;
    this.#past = past;
    this.#output = output;
    output.turn = 0;
  }

  get isDismissed(): boolean {
    return this.#isDismissed;
  }

  /** Without facts about processes: a record is for everybody. */
  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  /** Resolves when the process has ended. */
  async play(process: SeatHandle): Promise<void> {
    this.#process = process;
    if (this.#isDismissed) process.dismiss();
    else process.send(this.#wire.toldAgain(this.#told, this.#past.said.join('')));
    this.#told = '';
    await process.ended;
  }

  end(): void {
    this.#ended.resolve({});
  }

  send(text: string, when?: When): void {
    if (this.#process) this.#process.send(text, when);
    else this.#told += text;
    this.#output.turn += text.match(this.#wire.questions)?.length ?? 0;
  }

  pause(): void {
    this.#process?.pause();
  }

  resume(): void {
    this.#process?.resume();
  }

  readInSmallPieces(): void {
    this.#process?.readInSmallPieces();
  }

  hangUp(): void {
    this.#process?.hangUp();
  }

  dismiss(when?: 'at-once' | 'after-reading'): void {
    this.#isDismissed = true;
    this.#process?.dismiss(when);
  }
}
