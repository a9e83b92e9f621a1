import type { TransactionLimits } from '../database/database.ts';
import { isOfThisMachine } from '../mail/mail.ts';
import { drawToken, tokenHash } from '../tokens.ts';
import { Access, drawKey, isKey, type Token } from './access.ts';
import type { GameRules } from './game-rules.ts';
import { guessMessage, messages } from './game-rules.ts';
import { type Refusal, refusal } from './refusals.ts';
import { LINK_DAYS } from './reminders/reminders.ts';
import {
  addToOpen,
  type Change,
  changesOfGames,
  gameAfterChange,
  gameByKey,
  gamesOfUser,
  insertGame,
  movesOfGame,
  openTotals,
  type StoredGame,
  type StoredMove,
  saveChange,
  seatOf,
} from './store/games.ts';
import type { BoggleDatabase, BoggleQueries, SeatOfTwo } from './store/tables.ts';
import {
  confirmAddress,
  insertUser,
  rankedUsers,
  type StoredUser,
  userByKey,
  userByName,
} from './store/users.ts';

interface ServiceOptions {
  readonly database: BoggleDatabase;
  readonly rules: GameRules;
  /** A user's games, moves and cancellations need its token. */
  readonly demandsTokens: boolean;
  /** Allows addresses of this machine. */
  readonly allowsLocalMail?: boolean;
  readonly now: () => number;
}

/** A game with the message about its newest change. */
export interface GameNotice {
  readonly game: StoredGame;
  readonly message: string;
}

/** Web games of two players. Each action is one transaction. */
export class BoggleService {
  readonly #database: BoggleDatabase;
  readonly #rules: GameRules;
  readonly #access: Access;
  readonly #allowsLocalMail: boolean;
  readonly #now: () => number;
  readonly #listeners: ((change: Change) => void)[] = [];

  constructor({ database, rules, demandsTokens, allowsLocalMail = false, now }: ServiceOptions) {
    this.#database = database;
    this.#rules = rules;
    this.#access = new Access(demandsTokens);
    this.#allowsLocalMail = allowsLocalMail;
    this.#now = now;
  }

  /** Calls the listener after each change of this process is stored. */
  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  async createUser(name: string, email: string | undefined) {
    if (email !== undefined && !this.#allowsLocalMail && isOfThisMachine(email))
      return refusal(
        'wrong-parameter',
        `email: expected an internet address, such as ada@example.org; got ${JSON.stringify(email)}`,
      );
    const user = { key: drawKey('user'), name, email, madeAt: this.#now() };
    const token = drawToken();
    return await this.#database.transaction(async (queries) => {
      const isMade = await insertUser(queries, { ...user, tokenHash: tokenHash(token) });
      return isMade ? { key: user.key, token, message: messages.userMade(name) } : refusal('name-taken');
    });
  }

  /** Confirms the address of a recently mailed link. */
  async confirmAddress(token: string): Promise<boolean> {
    const now = this.#now();
    const since = now - LINK_DAYS * 86_400_000;
    return await this.#database.transaction((queries) =>
      confirmAddress(queries, tokenHash(token), since, now),
    );
  }

  get demandsTokens(): boolean {
    return this.#access.demandsTokens;
  }

  /** Requires the token of this user. */
  async userNamed(name: string, token: Token): Promise<StoredUser | Refusal> {
    return await this.#database.transaction(async (queries) => {
      const user = await userByName(queries, name);
      if (!user) return refusal('no-such-user');
      return (await this.#access.refusal(queries, token, [user])) ?? user;
    });
  }

  /** The first of the two begins. */
  async newGame(
    names: readonly [string, string],
    turns: number,
    token: Token,
  ): Promise<GameNotice | Refusal> {
    const outcome = await this.#database.transaction(async (queries) => {
      const users: StoredUser[] = [];
      for (const name of names) {
        const user = await userByName(queries, name);
        if (!user) return refusal('no-such-player', name);
        users.push(user);
      }
      const [first, second] = users as [StoredUser, StoredUser];
      if (first.key === second.key) return refusal('against-oneself');
      const notAllowed = await this.#access.refusal(queries, token, [first, second]);
      return notAllowed ?? (await this.#begin(queries, [first, second], turns));
    });
    return 'refused' in outcome ? outcome : this.#notify({ game: outcome });
  }

  async makeMove(key: string, name: string, guess: string, token: Token): Promise<GameNotice | Refusal> {
    const word = capitals(guess);
    return await this.change(key, async (queries, game) => {
      const seat = seatOf(game, name);
      if (seat !== undefined) {
        const user = { key: game.users[seat - 1]!, name };
        const notAllowed = await this.#access.refusal(queries, token, [user]);
        if (notAllowed) return notAllowed;
      }
      if (game.next === undefined) return { game, message: messages.over };
      if (seat === undefined) {
        const isUser = (await userByName(queries, name)) !== undefined;
        return { game, message: isUser ? messages.notPlaying : messages.unknownPlayer };
      }
      if (game.next !== seat) return { game, message: messages.notItsTurn };
      return this.#guess(game, seat, word);
    });
  }

  async cancel(key: string, name: string, token: Token): Promise<GameNotice | Refusal> {
    return await this.change(key, async (queries, game) => {
      const seat = seatOf(game, name);
      if (seat === undefined) return refusal('not-a-participant');
      const notAllowed = await this.#access.refusal(queries, token, [{ key: game.users[seat - 1]!, name }]);
      if (notAllowed) return notAllowed;
      if (game.next === undefined) return { game, message: messages.over };
      const result = this.#rules.leave(game, seat);
      const message = messages.cancelled(name, game.names[2 - seat]!);
      return { game: gameAfterChange(game, result, message, this.#now()) };
    });
  }

  /** Stores a change. If another process was faster, the work is repeated on its result. */
  async change(
    key: string,
    work: (queries: BoggleQueries, game: StoredGame) => Promise<Change | GameNotice | Refusal>,
  ): Promise<GameNotice | Refusal> {
    if (!isKey('game', key)) return refusal('invalid-key');
    const outcome = await this.#database.transaction(async (queries) => {
      for (;;) {
        const game = await gameByKey(queries, key);
        if (!game) return refusal('no-such-game');
        const outcome = await work(queries, game);
        if ('refused' in outcome || 'message' in outcome) return outcome;
        if (await saveChange(queries, game, outcome)) return outcome;
      }
    });
    return 'refused' in outcome ? outcome : this.#notify(outcome);
  }

  async game(key: string): Promise<GameNotice | Refusal> {
    const game = await this.#game(key);
    return 'refused' in game ? game : { game, message: game.message };
  }

  /** Includes the guesses after this number of changes. */
  async history(
    key: string,
    after = 0,
  ): Promise<(GameNotice & { readonly moves: readonly StoredMove[] }) | Refusal> {
    if (!isKey('game', key)) return refusal('invalid-key');
    return await this.#database.transaction(async (queries) => {
      const game = await gameByKey(queries, key);
      if (!game) return refusal('no-such-game');
      return { game, message: messages.history, moves: await movesOfGame(queries, key, after) };
    });
  }

  /** The best words that nobody has found, once the game is over. */
  async unfound(key: string) {
    const game = await this.#game(key);
    if ('refused' in game) return game;
    return game.next === undefined ? { words: this.#rules.unfound(game) } : refusal('not-over');
  }

  /** The newest games come first. */
  async userWithGames(key: string, most: number) {
    if (!isKey('user', key)) return refusal('invalid-key');
    return await this.#database.transaction(async (queries) => {
      const user = await userByKey(queries, key);
      return user ? { user, games: await gamesOfUser(queries, key, most) } : refusal('no-such-user');
    });
  }

  async rankings(most: number, after: number): Promise<readonly StoredUser[]> {
    return await this.#database.transaction((queries) => rankedUsers(queries, most, after));
  }

  /** The average number of turns left in open games. */
  async average(
    limits?: TransactionLimits,
  ): Promise<{ readonly games: number; readonly average: number; readonly message: string }> {
    const { games, turns } = await this.#database.transaction(openTotals, limits);
    const average = games === 0 ? 0 : turns / games;
    return { games, average, message: messages.average(average) };
  }

  async changesOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (keys.length === 0) return new Map();
    return await this.#database.transaction((queries) => changesOfGames(queries, keys));
  }

  async #game(key: string): Promise<StoredGame | Refusal> {
    if (!isKey('game', key)) return refusal('invalid-key');
    const game = await this.#database.transaction((queries) => gameByKey(queries, key));
    return game ?? refusal('no-such-game');
  }

  async #begin(
    queries: BoggleQueries,
    [first, second]: readonly [StoredUser, StoredUser],
    turns: number,
  ): Promise<StoredGame> {
    const names = [first.name, second.name] as const;
    const madeAt = this.#now();
    const game: StoredGame = {
      ...this.#rules.begin(names, turns),
      key: drawKey('game'),
      users: [first.key, second.key],
      names,
      turns,
      found: [],
      message: messages.gameMade,
      changes: 0,
      madeAt,
      changedAt: madeAt,
    };
    await insertGame(queries, game);
    await addToOpen(queries, game.key, 1, game.turnsLeft);
    return game;
  }

  #guess(game: StoredGame, seat: SeatOfTwo, word: string): Change {
    const { event, ...result } = this.#rules.guess(game, seat, word);
    const isRight = event.reason === undefined;
    const message = guessMessage(word, { event, ...result }, game);
    const after = gameAfterChange(game, result, message, this.#now());
    return {
      game: isRight ? { ...after, found: [...game.found, [word, seat]] } : after,
      move: {
        seat,
        word,
        message,
        at: after.changedAt,
        points: event.points,
        path: event.path,
        reason: event.reason,
      },
    };
  }

  #notify(outcome: Change | GameNotice): GameNotice {
    if ('message' in outcome) return outcome;
    for (const listener of this.#listeners) listener(outcome);
    return { game: outcome.game, message: outcome.game.message };
  }
}

/** A letter without a single capital stays, and nothing else becomes a letter from A to Z. */
function capitals(guess: string): string {
  return guess.replace(/\p{Ll}/gu, (letter) => {
    const capital = letter === 'ß' ? 'ẞ' : letter.toUpperCase();
    const isOne = [...capital].length === 1;
    return isOne && isAscii(capital) === isAscii(letter) ? capital : letter;
  });
}

function isAscii(letter: string): boolean {
  return letter < '\x80';
}
