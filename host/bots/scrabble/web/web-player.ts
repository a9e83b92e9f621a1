import {
  anyOf,
  label,
  Misfit,
  misfit,
  noted,
  object,
  optional,
  readShape,
  text,
  transform,
  whole,
} from '../../../core/shape.ts';
import type { Move, Notice } from '../../../games/scrabble/wire/messages.ts';
import { Deadline } from '../../../seats/deadline.ts';
import type { BotCalls } from '../../../seats/remote/bot-calls.ts';
import {
  error,
  type Fault,
  fault,
  faults,
  INVALID_PARAMS,
  type Outcome,
  shown,
  WrittenJson,
} from '../../../seats/remote/json-rpc.ts';
import { refusalOf } from '../refusal.ts';
import type { Choice, Mover } from '../strategy.ts';
import { readMove, withLetters } from './bot-move.ts';
import {
  type FileKind,
  fileKinds,
  type GameFile,
  HeardEnding,
  type WebGame,
  WebPosition,
} from './web-game.ts';

/** The limit of a call, besides that of the turn. */
export const CALL_WITHIN_MS = 30_000;
/** Time that this side needs at the end of a turn. */
const MARGIN_MS = 50;
/** The limit of a call without a needed answer. A host gives its players a second to end. */
const TELL_WITHIN_MS = 500;
/** The specification uses both names. */
const NEXT_MOVE = ['Scrabble.NextMove', 'TicTacToe.NextMove'] as const;
/** A bot is removed after this many failures in a row. */
const MOST_FAILURES = 3;

/** A move of a web bot, or its replacement. */
export interface WebMove {
  readonly move: Move;
  /** The bot did not answer with a move. */
  readonly isFailure: boolean;
}

export interface WebSeat {
  readonly gameid: number;
  readonly calls: BotCalls;
  readonly game: WebGame;
  readonly player: number;
  /** The limit of a call (default: 30 s). The turn is a limit, too. */
  readonly withinMs?: number;
  /** Earlier moves, which are made again without a call. */
  readonly past?: readonly WebMove[];
  /** Called with each move before the host hears it. */
  save?(made: WebMove): Promise<void>;
  /** Waits for the reconnection of the bot and returns whether it succeeded. Without it nobody waits. */
  comesBack?(until: number): Promise<boolean>;
  /** Aborted if the game will go on later: the bot is told of no end. */
  readonly suspended?: AbortSignal;
  /** Measures how long the others wait for the bot. */
  readonly waiting?: { during<Value>(answer: Promise<Value>): Promise<Value> };
  /** Called when this host has failed in a turn of the bot. */
  failed?(): void;
  /** Aborted if the game is void. */
  readonly voided?: AbortSignal;
  report(sentence: string): void;
}

interface Preparing extends Pick<WebSeat, 'gameid' | 'calls' | 'game' | 'report'> {
  readonly players: number;
  urlOf(file: GameFile): string;
  /** Resolves when the bot has called Scrabble.Ready. */
  readonly prepared: Promise<unknown>;
  readonly withinMs: number;
  /** The limit of a call (default: 30 s). */
  readonly callMs?: number;
}

/** Announces the game and waits until the bot has the files. Returns a sentence if it does not play. */
export async function prepareWebBot(seat: Preparing): Promise<string | undefined> {
  const { gameid, calls, game, players, urlOf, prepared, withinMs, callMs = CALL_WITHIN_MS, report } = seat;
  const files = fileKinds.map((kind) => [
    kind,
    { sha1: game.files[kind].sha1, url: urlOf(game.files[kind]) },
  ]);
  const about = { gameid, players: String(players), ...Object.fromEntries(files) };
  const answer = await calls.call('Scrabble.NewGame', about, callMs);
  if (!answer.ok) return `Scrabble.NewGame: ${answer.message}`;
  const { status } = (answer.result ?? {}) as { readonly status?: unknown };
  if (status === 'READY') return undefined;
  if (status !== 'PREPARING' && status !== 'PENDING')
    return `Scrabble.NewGame: status: expected "READY" or "PREPARING"; got ${shown(status)}`;
  report(`the bot answered ${status} and has ${withinMs / 1000} s to call Scrabble.Ready`);
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  using _ = new Deadline(withinMs, () => resolve('late'));
  return (await Promise.race([prepared, late])) === 'late'
    ? `Scrabble.NewGame: the bot answered ${status}, but did not call Scrabble.Ready within ${withinMs / 1000} s`
    : undefined;
}

const sha1 = (what: string) => optional(noted(`The SHA-1 of ${what}, as it was read.`, text()));
const GAME_ID = 'a whole number from 1 to 2^53 - 1';

/**
 * The params of Scrabble.Ready. Refusals name a missing or wrong hash. The specification leaves the form of
 * the number open, and some bots send it as text.
 */
export const readiness = {
  gameid: noted(
    'The number of the game in Scrabble.NewGame, also accepted as a string.',
    transform(label(GAME_ID, anyOf(whole(1), text(/^[1-9]\d{0,15}$/))), (given) =>
      Number.isSafeInteger(Number(given)) ? Number(given) : misfit(GAME_ID, given),
    ),
  ),
  gameboard: sha1('the board'),
  dictionary: sha1('the dictionary'),
  letters: sha1('the letters'),
};

const readinessShape = object(readiness);

/** Returns the error of Scrabble.Ready. The number is a secret of the bot, so no refusal tells it. */
export function readyRefusal(
  params: unknown,
  gameid: number,
  files: Readonly<Record<FileKind, Pick<GameFile, 'sha1'>>>,
): Outcome | undefined {
  const read = readShape(readinessShape, params ?? {});
  if (read instanceof Misfit) return error(INVALID_PARAMS, read.inWords('params'));
  if (read.gameid !== gameid)
    return error(INVALID_PARAMS, 'gameid: expected the number that Scrabble.NewGame told');
  const wrong = fileKinds.filter((kind) => read[kind]?.toLowerCase() !== files[kind].sha1);
  const problems = wrong.map((kind) => `${kind}: expected ${files[kind].sha1}; got ${shown(read[kind])}`);
  return wrong.length === 0 ? undefined : error(INVALID_PARAMS, problems.join('; '));
}

/** Asks the bot for each move and tells it of the end, even if it was not ready. */
export class WebMover implements Mover {
  readonly #seat: WebSeat;
  readonly #ending: HeardEnding;
  readonly #past: WebMove[];
  readonly #position: WebPosition;
  #failures = 0;
  #isOver = false;

  constructor(seat: WebSeat) {
    this.#seat = seat;
    this.#ending = new HeardEnding(seat.player);
    this.#past = [...(seat.past ?? [])];
    this.#position = new WebPosition(seat.game);
    seat.suspended?.addEventListener('abort', () => seat.calls.end(), { once: true });
  }

  /** All failures in a row until now. */
  get failures(): number {
    return this.#failures;
  }

  [Symbol.dispose](): void {
    this.#seat.calls.end();
  }

  heard(notice: Notice): void {
    this.#ending.hear(notice);
  }

  async move(choice: Choice, until: number): Promise<Move> {
    try {
      const made = this.#past.shift() ?? (await this.#ask(choice, until));
      this.#failures = made.isFailure ? this.#failures + 1 : 0;
      return made.move;
    } catch (error) {
      this.#seat.failed?.();
      throw error;
    }
  }

  async finish(choice: Choice): Promise<void> {
    const { calls, gameid, suspended, voided } = this.#seat;
    this.#isOver = true;
    if (suspended?.aborted) return;
    const nobody = { winner: false, draw: false, scores: choice.scores };
    const { winner, draw, scores } = voided?.aborted ? nobody : this.#ending.ending(choice.scores);
    const about = `"gameid":${gameid},"winner":${winner},"draw":${draw},"scores":[${scores}]`;
    const params = new WrittenJson(`{${about},${this.#position.board(choice)}}`);
    await calls.tellLast('Scrabble.Complete', params, TELL_WITHIN_MS);
  }

  async #ask(choice: Choice, until: number): Promise<WebMove> {
    const { withinMs = CALL_WITHIN_MS } = this.#seat;
    const last = Math.min(performance.now() + withinMs, until - MARGIN_MS);
    const { waiting } = this.#seat;
    const asked = this.#answer(choice, last);
    const answer = await (waiting ? waiting.during(asked) : asked);
    const read = answer.ok ? readMove(answer.result, this.#seat.game) : answer;
    if (this.#isLeft) return { move: { type: 'pass' }, isFailure: false };
    if (!read.ok) {
      this.#tellOf(read);
      const move = { type: this.#failures + 1 < MOST_FAILURES ? 'pass' : 'forfeit' } as const;
      return await this.#saved({ move, isFailure: true });
    }
    const move =
      'move' in read
        ? read.move
        : ({ type: 'play', placements: await withLetters(read.laid, choice, last) } as const);
    const refusal = refusalOf(move, choice);
    // The host judges the move, and the record has its reason.
    if (refusal !== undefined) this.#tellOf(fault('illegal', refusal));
    return await this.#saved({ move, isFailure: false });
  }

  async #answer(choice: Choice, until: number) {
    const { calls, gameid, comesBack } = this.#seat;
    const position = this.#position;
    const params = new WrittenJson(`{"gameid":${gameid},${position.hand(choice)},${position.board(choice)}}`);
    for (;;) {
      const answer = await calls.callByAny(NEXT_MOVE, params, until - performance.now());
      if (answer.ok || !answer.isUnreachable || this.#isLeft || !comesBack) return answer;
      if (!(await comesBack(until))) return answer;
    }
  }

  get #isLeft(): boolean {
    return this.#isOver || this.#seat.suspended?.aborted === true;
  }

  async #saved(made: WebMove): Promise<WebMove> {
    await this.#seat.save?.(made);
    return made;
  }

  #tellOf({ message, errorcode }: Fault): void {
    const { calls, gameid, report } = this.#seat;
    report(errorcode === faults.illegal ? `the move is not legal: ${message}` : `no move: ${message}`);
    void calls.tell('Scrabble.Error', { gameid, message, errorcode }, TELL_WITHIN_MS);
  }
}
