import { cut, visible } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { OpenSeats, SeatDeparture, SeatListener } from '../../match/seat.ts';
import type { SeatProgram } from '../../seats/remote/program-seats.ts';
import { RecentValues } from '../recent-values.ts';
import type { BuiltInBot } from './playable-game.ts';

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

/** A longer text is no greeting. */
const LONGEST_FIRST = 65_536;

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

  /** `isTurn` recognizes the line by which a bot is asked for a move. */
  bot(command: string, isTurn: (line: string) => boolean): BuiltInBot {
    return (past) => async (request, place) => {
      const { most } = this.#options;
      if (this.#running >= most) return `the server already runs ${most} bots`;
      this.#running++;
      try {
        return await this.#play({ ...request, command }, place, past, isTurn);
      } finally {
        this.#running--;
      }
    };
  }

  async #play(
    request: Parameters<SeatProgram>[0],
    { input, send }: Parameters<SeatProgram>[1],
    past: readonly string[],
    isTurn: (line: string) => boolean,
  ): Promise<string | undefined> {
    const { openSeats, outputs } = this.#options;
    const output = outputs.seat(request.match, request.seat);
    const ended = Promise.withResolvers<string | undefined>();
    const decoder = new TextDecoder();
    const say = firstLineAlone(send);
    const listener: SeatListener = {
      read: (bytes) => say(decoder.decode(bytes, { stream: true })),
      gone: (departure) => ended.resolve(departureInWords(departure)),
      caught: ({ detail }) => ended.resolve(detail),
      lost: (problem) => ended.reject(new Error(problem)),
    };
    await using opened = await openSeats([request], () => listener);
    const [seat] = opened.seats;
    // A bot that starts again hears its past turns as moves, and is not asked for them.
    let answered = past.join('').split('\n').length - 1;
    output.turn = 0;
    const hear = (text: string) => {
      for (const line of text.split(/(?<=\n)/)) {
        if (isTurn(line)) {
          output.turn++;
          if (answered-- > 0) continue;
        }
        seat!.send(line);
      }
    };
    input.listen(hear, () => {
      seat!.dismiss('after-reading');
      ended.resolve(undefined);
    });
    return await ended.promise;
  }
}

/** After a restart the first line is known, and is left out; an answer may come with it. */
function firstLineAlone(send: (text: string) => void): (text: string) => void {
  let first: string | undefined = '';
  return (text) => {
    if (first === undefined) return send(text);
    first += text;
    const end = first.length > LONGEST_FIRST ? first.length : first.indexOf('\n') + 1;
    if (end === 0) return;
    const [line, rest] = [first.slice(0, end), first.slice(end)];
    first = undefined;
    send(line);
    if (rest !== '') send(rest);
  };
}

function departureInWords({ cause, code, signal, problem }: SeatDeparture): string {
  return problem ?? `the bot has ${cause}: ${signal ?? `exit status ${code}`}`;
}
