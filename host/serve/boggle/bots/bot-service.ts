import type { Seat } from '../../../core/units.ts';
import type { Board } from '../../../games/boggle/board.ts';
import { drawKey, theHost } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import { type GameRules, messages, type UnusedTurn, unusedTurnMessage } from '../game-rules.ts';
import {
  boardIn,
  gameAfterChange,
  gamesThatWaitFor,
  type StoredGame,
  type StoredMove,
  seatOf,
  type TurnResult,
} from '../store/games.ts';
import type { BoggleDatabase, SeatOfTwo } from '../store/tables.ts';
import { hashOfBot, insertUser, userByName } from '../store/users.ts';

export interface WebGame {
  readonly key: string;
  readonly board: Board;
  /** The total of both players in the whole game. */
  readonly turns: number;
  /** The first seat begins. */
  readonly names: readonly string[];
  /** One entry per used turn, in order. */
  readonly played: readonly PlayedTurn[];
  readonly isOver: boolean;
}

export type TurnUse =
  | { readonly is: 'guess'; readonly word: string }
  | { readonly is: 'pass' }
  | { readonly is: 'timeout' };

export type PlayedTurn = TurnUse & { readonly seat: Seat };

/** Stores moves of bots in the same way as those of people. */
export interface BotService {
  /** Keys of all games that wait for one of these names. */
  gamesThatWait(names: readonly string[]): Promise<readonly string[]>;
  game(key: string): Promise<WebGame | undefined>;
  /** Returns false if the game is over or it is not their turn. */
  useTurn(key: string, name: string, use: TurnUse): Promise<boolean>;
  /** The opponent wins. `why` is a part of a sentence after the bot's name. */
  forfeit(key: string, name: string, why: string): Promise<void>;
}

interface BotActionsOptions {
  readonly service: BoggleService;
  readonly database: BoggleDatabase;
  readonly rules: GameRules;
  readonly now: () => number;
}

/** Stores actions of bots in the transactions of people. */
export class BotActions implements BotService {
  readonly #options: BotActionsOptions;

  constructor(options: BotActionsOptions) {
    this.#options = options;
  }

  /** Returns false if a person has the name. */
  async takeName(name: string): Promise<boolean> {
    const { database, now } = this.#options;
    return await database.transaction(async (queries) => {
      const key = drawKey('user');
      const user = { key, name, email: undefined, tokenHash: hashOfBot(key), madeAt: now() };
      return (await insertUser(queries, user)) || (await userByName(queries, name))!.isBot;
    });
  }

  async gamesThatWait(names: readonly string[]): Promise<readonly string[]> {
    return await this.#options.database.transaction(async (queries) => {
      const keys = new Set<string>();
      for (const name of names) {
        const user = await userByName(queries, name);
        if (user) for (const key of await gamesThatWaitFor(queries, user.key)) keys.add(key);
      }
      return [...keys];
    });
  }

  async game(key: string): Promise<WebGame | undefined> {
    const notice = await this.#options.service.history(key);
    if ('refused' in notice) return undefined;
    const { game, moves } = notice;
    const { turns, names, next } = game;
    const played = moves.flatMap((move) => turnOfMove(move) ?? []);
    return { key, board: boardIn(game), turns, names, played, isOver: next === undefined };
  }

  async useTurn(key: string, name: string, use: TurnUse): Promise<boolean> {
    if (use.is !== 'guess') return await this.#unused(key, name, use.is === 'pass' ? 'passed' : 'timeout');
    const notice = await this.#options.service.makeMove(key, name, use.word, theHost);
    // A refused action is reported and not stored.
    return !('refused' in notice) && notice.message === notice.game.message;
  }

  async forfeit(key: string, name: string, why: string): Promise<void> {
    await this.#act(key, name, 'forfeited', (game, seat) => {
      const result = this.#options.rules.leave(game, seat);
      return [result, messages.forfeited(name, why, game.names[2 - seat]!)];
    });
  }

  async #unused(key: string, name: string, how: UnusedTurn): Promise<boolean> {
    return await this.#act(key, name, how, (game, seat) => {
      if (game.next !== seat) return undefined;
      const result = this.#options.rules.pass(game, seat);
      return [result, unusedTurnMessage(name, how, result, game)];
    });
  }

  /** Returns false once the game is over. */
  async #act(
    key: string,
    name: string,
    reason: string,
    act: (game: StoredGame, seat: SeatOfTwo) => readonly [TurnResult, string] | undefined,
  ): Promise<boolean> {
    const at = this.#options.now();
    const notice = await this.#options.service.change(key, async (_queries, game) => {
      const seat = seatOf(game, name);
      const change = game.next === undefined || seat === undefined ? undefined : act(game, seat);
      if (!seat || !change) return { game, message: messages.over };
      const [result, message] = change;
      const move = { seat, word: '', points: undefined, path: undefined, reason, message, at };
      return { game: gameAfterChange(game, result, message, at), move };
    });
    return !('refused' in notice) && notice.message !== messages.over;
  }
}

/** Undefined for a move that used no turn. */
function turnOfMove({ seat, word, reason }: StoredMove): PlayedTurn | undefined {
  switch (reason) {
    case 'forfeited':
      return undefined;
    case 'passed':
      return { seat, is: 'pass' };
    case 'timeout':
      return { seat, is: 'timeout' };
    default:
      return { seat, is: 'guess', word };
  }
}
