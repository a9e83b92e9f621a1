import { noted, number, object, optional, type Shape, text } from '../../../core/shape.ts';
import type { Token } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import type { Refusal, RefusalReason } from '../refusals.ts';
import { gameContent, moveContent, rankContent, userContent } from './answers.ts';
import { count, email, guess, name } from './parameters.ts';
import {
  type Answer,
  game,
  history,
  message,
  objectOf,
  rankings,
  unfound,
  user,
  userWithGames,
} from './schemas.ts';

/** This table makes routes and the OpenAPI document. */
export interface Operation<Values extends object = object, Typed extends object = object> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The description uses the first path. The original service answered on the others. `:key` is a key. */
  readonly paths: readonly string[];
  readonly summary: string;
  readonly keyOf?: 'game' | 'user';
  readonly parameters: Shape<Values>;
  readonly answer: Answer<Typed>;
  readonly refusals: readonly RefusalReason[];
  run(service: BoggleService, request: OperationRequest<Values>): Promise<Typed | Refusal>;
}

interface OperationRequest<Values> {
  /** Empty without a key in the path. */
  readonly key: string;
  readonly values: Values;
  readonly token: Token;
}

const MOST_LISTED = 1000;

const limit = (of: string) =>
  noted(
    `the maximum number of ${of} to list`,
    count({ min: 1, max: MOST_LISTED, default: MOST_LISTED }),
    '100',
  );
const none = object({});
const ofTokens = ['no-token', 'unknown-token', 'token-of-another'] as const;

export const operations = {
  create_user: operation({
    method: 'POST',
    paths: ['/create_user', '/user'],
    summary: 'Make a user',
    parameters: object({
      user_name: noted('a name that is not taken', name, 'ada'),
      email: optional(noted('an address for reminders', email, 'ada@example.org')),
    }),
    answer: objectOf(
      {
        ...message,
        urlsafe_key: text(),
        token: noted('a secret that proves who you are; shown only once', text()),
      },
      {},
    ),
    refusals: ['name-taken'],
    async run(service, { values: { user_name, email } }) {
      const outcome = await service.createUser(user_name, email);
      if ('refused' in outcome) return outcome;
      return { message: outcome.message, urlsafe_key: outcome.key, token: outcome.token };
    },
  }),
  find_user: operation({
    method: 'GET',
    paths: ['/user'],
    summary: 'A user by name, for anyone who may act for it',
    parameters: object({ user_name: noted('the name of the user', name, 'ada') }),
    answer: user,
    refusals: ['no-such-user', ...ofTokens],
    run: async (service, { values: { user_name }, token }) =>
      orRefusal(await service.userNamed(user_name, token), (found) => userContent(found, service)),
  }),
  new_game: operation({
    method: 'POST',
    paths: ['/new_game', '/game'],
    summary: 'Create a game between two users',
    parameters: object({
      user1_name: noted('the user who plays first', name, 'ada'),
      user2_name: noted('the opponent', name, 'ben'),
      turns: noted('total turns of both users', count({ min: 1, max: 1000, default: 20 }), '20'),
    }),
    answer: game,
    refusals: ['no-such-player', 'against-oneself', ...ofTokens],
    run: async (service, { values: { user1_name, user2_name, turns }, token }) =>
      orRefusal(await service.newGame([user1_name, user2_name], turns, token), gameContent),
  }),
  make_move: operation({
    method: 'PUT',
    paths: ['/make_move/:key', '/game/:key'],
    keyOf: 'game',
    summary: 'Guess a word',
    parameters: object({
      user_name: noted('the user whose turn it is', name, 'ada'),
      guess: noted('the word, in any case', guess, 'lisp'),
    }),
    answer: game,
    refusals: ['invalid-key', 'no-such-game', ...ofTokens],
    run: async (service, { key, values: { user_name, guess }, token }) =>
      orRefusal(await service.makeMove(key, user_name, guess, token), gameContent),
  }),
  get_game: operation({
    method: 'GET',
    paths: ['/get_game/:key', '/game/:key'],
    keyOf: 'game',
    summary: 'The current state of a game',
    parameters: none,
    answer: game,
    refusals: ['invalid-key', 'no-such-game'],
    run: async (service, { key }) => orRefusal(await service.game(key), gameContent),
  }),
  get_user_games: operation({
    method: 'GET',
    paths: ['/user/:key'],
    keyOf: 'user',
    summary: 'The games of a user, the newest first',
    parameters: object({ limit: limit('games') }),
    answer: userWithGames,
    refusals: ['invalid-key', 'no-such-user'],
    run: async (service, { key, values }) =>
      orRefusal(await service.userWithGames(key, values.limit), ({ user, games }) => ({
        user: userContent(user, service),
        games: games.map((game) => gameContent({ game, message: game.message })),
      })),
  }),
  cancel_game: operation({
    method: 'PUT',
    paths: ['/game/:key/cancel'],
    keyOf: 'game',
    summary: 'Cancel a game: the other user wins',
    parameters: object({ user_name: noted('the user who gives up', name, 'ada') }),
    answer: game,
    refusals: ['invalid-key', 'no-such-game', 'not-a-participant', ...ofTokens],
    run: async (service, { key, values: { user_name }, token }) =>
      orRefusal(await service.cancel(key, user_name, token), gameContent),
  }),
  get_user_rankings: operation({
    method: 'GET',
    paths: ['/user_rankings'],
    summary: 'Users by the share of games won, then by games won',
    parameters: object({
      limit: limit('users'),
      offset: noted('users at the top that are omitted', count({ min: 0, max: 1_000_000, default: 0 }), '0'),
    }),
    answer: rankings,
    refusals: [],
    run: async (service, { values: { limit, offset } }) => ({
      users: (await service.rankings(limit, offset)).map(rankContent),
    }),
  }),
  get_game_history: operation({
    method: 'GET',
    paths: ['/games/:key/history'],
    keyOf: 'game',
    summary: 'All guesses of a game',
    parameters: none,
    answer: history,
    refusals: ['invalid-key', 'no-such-game'],
    run: async (service, { key }) =>
      orRefusal(await service.history(key), (notice) => ({
        game: gameContent(notice),
        turns: notice.moves.map((move) => moveContent(notice.game, move)),
      })),
  }),
  get_unfound_words: operation({
    method: 'GET',
    paths: ['/games/:key/unfound'],
    keyOf: 'game',
    summary: 'The best words that nobody found, once the game is over',
    parameters: none,
    answer: unfound,
    refusals: ['invalid-key', 'no-such-game', 'not-over'],
    run: async (service, { key }) => await service.unfound(key),
  }),
  get_average_turns: operation({
    method: 'GET',
    paths: ['/games/average_turns'],
    summary: 'The average number of turns left in open games',
    parameters: none,
    answer: objectOf(message, { average: number(), games: noted('that are not over', number()) }),
    refusals: [],
    async run(service) {
      const { message, average, games } = await service.average();
      return { message, average, games };
    },
  }),
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation with types from its schemas. */
function operation<Values extends object, Typed extends object>(of: Operation<Values, Typed>): Operation {
  return of as unknown as Operation;
}

function orRefusal<Done extends object, Content>(
  outcome: Done | Refusal,
  content: (outcome: Done) => Content,
): Content | Refusal {
  return 'refused' in outcome ? outcome : content(outcome);
}
