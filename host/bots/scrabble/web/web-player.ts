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

/** For a call whose answer has a limit of its own beside that of the turn. */
export const CALL_WITHIN_MS = 30_000;
/** Of a turn, what is left for this side. */
const MARGIN_MS = 50;
/** For a call whose answer does not count. A host gives its players a second to end. */
const TELL_WITHIN_MS = 500;
/** The seed calls it by both, in one place by the second. */
const NEXT_MOVE = ['Scrabble.NextMove', 'TicTacToe.NextMove'] as const;
/** So many in a row, and the bot is out. */
const MOST_FAILURES = 3;

/** A move of a web bot, or what stands for one that did not come. */
export interface WebMove {
  readonly move: Move;
  /** The bot has not answered with a move: so many in a row, and it is out. */
  readonly isFailure: boolean;
}

/** A web bot in one game. */
export interface WebSeat {
  readonly gameid: number;
  readonly calls: BotCalls;
  readonly game: WebGame;
  /** Of its seat, from 1. */
  readonly player: number;
  /** For its answer to one call (default: 30 s), and never more than its turn has. */
  readonly withinMs?: number;
  /** Its moves of before, which are made again without a call. */
  readonly past?: readonly WebMove[];
  /** Told of each move before the host hears it. */
  save?(made: WebMove): Promise<void>;
  /** Where there is no connection: waits until the bot is back, and says whether it is. None: nobody waits. */
  comesBack?(until: number): Promise<boolean>;
  /** The game will go on later: the bot is told nothing of an end. */
  readonly suspended?: AbortSignal;
  /** Measures how long the others wait for it. */
  readonly waiting?: { during<Value>(answer: Promise<Value>): Promise<Value> };
  /** Told that this host has failed in a turn of the bot. */
  failed?(): void;
  /** The game is void: nobody has won. */
  readonly voided?: AbortSignal;
  /** Told what goes wrong, in a sentence. */
  report(sentence: string): void;
}

interface Preparing extends Pick<WebSeat, 'gameid' | 'calls' | 'game' | 'report'> {
  readonly players: number;
  urlOf(file: GameFile): string;
  /** It has called Scrabble.Ready. */
  readonly prepared: Promise<unknown>;
  readonly withinMs: number;
  /** For its answer (default: 30 s). */
  readonly callMs?: number;
}

/** Tells the bot of the game, and waits until it has the files. A sentence: it does not play. */
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

/** The params of Scrabble.Ready. A hash that is missing or wrong is named in the refusal. The seed says no form of the number: some send it as text. */
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

/** What is wrong with the params of Scrabble.Ready; undefined if the bot has the files of this game. The number is a secret of the bot, so no refusal tells it. */
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

/** Asks the bot for each move, and tells it of the end: also one that was not ready. */
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

  /** All bots in a row that did not answer with a move, up to now. */
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
    // The host judges: what it says of the move is in the record then.
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
