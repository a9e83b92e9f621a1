import type { OpenPersonSeat } from '../../bots/assistant.ts';
import { type Strength, strengths } from '../../bots/strengths.ts';
import { type Fields, optional, type Shape, text } from '../../core/shape.ts';
import type { Nanos } from '../../core/units.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Clock } from '../../match/clock.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { programSeats, type SeatProgram } from '../../seats/remote/program-seats.ts';

/** What the site knows of a game. */
export interface PlayableGame {
  readonly game: AnyGame;
  readonly seats: { readonly min: number; readonly max: number };
  /** Options that a request may set, as texts. */
  readonly options: Fields;
  /** Options of each game on the site, as texts. */
  readonly usual: Readonly<Record<string, string>>;
  /** Further options of games without a bot, by the options of the request. */
  readonly people: (options: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** The time of a game in which all play at once. Undefined: it has no common clock. */
  readonly lengthOf?: (options: Readonly<Record<string, unknown>>) => Nanos | undefined;
  /** The shape of a move that a page sends. */
  readonly move: Shape;
  readonly openPerson: OpenPersonSeat;
  /** Finds what each move of a finished game gave away. */
  readonly analysis?: GameAnalysis;
  readonly wire: ProgramWire;
  /** Built-in bots by name, from the weakest to the strongest. */
  readonly bots: Readonly<Record<Strength, Bot>>;
  /** Bots of the operator by name. Nobody knows their strength. */
  readonly ownBots?: Readonly<Record<string, Bot>>;
}

/** All bots to play against, those of the operator last. */
export function botsOf({ bots, ownBots }: PlayableGame): Readonly<Record<string, Bot>> {
  return { ...bots, ...ownBots };
}

/** The seat is that of a bot of the operator. */
export function isOwnBot(
  { ownBots = {} }: PlayableGame,
  { is, name }: { readonly is: string; readonly name: string },
): boolean {
  return is === 'bot' && Object.hasOwn(ownBots, name);
}

/** What the site knows of the wire of a game, for programs. */
export interface ProgramWire {
  /** Each match is what a program answers. Its standard error is divided there. */
  readonly questions: RegExp;
  /** What a match is called. */
  readonly question: 'turn' | 'message';
  /** What a program hears that starts again, from all that its seat was told and has said. */
  readonly toldAgain: (told: string, said: string) => string;
  /**
   * In a game in which all play at once unseen, a program that starts again says all again. Returns what it has not
   * said before.
   */
  readonly newIn?: (text: string, said: string) => string;
}

/** Opens the one seat of a bot. */
export type Bot = (past: Past, clock: Clock) => OpenSeats;

/** The game of a seat before a restart of the server. Without one it is empty. */
export interface Past {
  /** Its texts, the greeting first, which it says again. It does not say the others again. */
  readonly said: readonly string[];
  /** Resolves when the seat has been told again what it was told. */
  readonly told: Promise<void>;
}

export const duration = text(/^\d{1,3}[sm]$/, 'a time such as 30s or 10m');

/** What games in turns, on a wire in lines, have in common. */
export const inTurns = {
  clocks: { 'time-bank': optional(duration), increment: optional(duration) },
  people: () => ({ 'time-bank': '10m' }),
  wire: {
    questions: /^turn .*\n/gm,
    question: 'turn',
    /** It hears its past turns as moves, and is not asked for them. */
    toldAgain(told: string, said: string): string {
      let answered = said.split('\n').length - 2;
      return told.replace(this.questions, (question) => (answered-- > 0 ? '' : question));
    },
  },
} as const;

export function botsByName(open: (name: Strength, past: Past) => SeatProgram): PlayableGame['bots'] {
  const bots = strengths.map((name): [Strength, Bot] => [
    name,
    (past, clock) => programSeats(() => open(name, past), clock),
  ]);
  return Object.fromEntries(bots) as PlayableGame['bots'];
}

export type PlayableGames = Readonly<Record<string, PlayableGame>>;
