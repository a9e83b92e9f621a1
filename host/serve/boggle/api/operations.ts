import * as z from 'zod';
import type { Token } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import type { Refusal, RefusalReason } from '../refusals.ts';
import { gameContent, moveContent, rankContent, userContent } from './answers.ts';
import { count, email, guess, name } from './parameters.ts';
import { type Answer, game, history, message, objectOf, rankings, user, userWithGames } from './schemas.ts';

/** What can be asked for: routes, the OpenAPI document and the page to try it are made from this table. */
export interface Operation<
  Parameters extends z.ZodObject = z.ZodObject,
  Typed extends z.ZodObject = z.ZodObject,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The first is that of the description; the others the original service answered on. `:key` is a key. */
  readonly paths: readonly string[];
  readonly summary: string;
  /** Of what the key is; none: the paths have none. */
  readonly keyOf?: 'game' | 'user';
  readonly parameters: Parameters;
  readonly answer: Answer<Typed>;
  readonly refusals: readonly RefusalReason[];
  run(service: BoggleService, request: OperationRequest<Parameters>): Promise<z.output<Typed> | Refusal>;
}

interface OperationRequest<Parameters extends z.ZodObject> {
  /** Empty if the path has none. */
  readonly key: string;
  readonly values: z.output<Parameters>;
  readonly token: Token;
}

const MOST_LISTED = 1000;

const limit = (of: string) =>
  count({ min: 1, max: MOST_LISTED, default: MOST_LISTED }).meta(
    about(`the most ${of} that are listed`, '100'),
  );
const none = z.object({});
const ofTokens = ['no-token', 'unknown-token', 'token-of-another'] as const;

export const operations = {
  create_user: operation({
    method: 'POST',
    paths: ['/create_user', '/user'],
    summary: 'Make a user',
    parameters: z.object({
      user_name: name.meta(about('a name that no user has yet', 'ada')),
      email: email.meta(about('an address for reminders', 'ada@example.org')),
    }),
    answer: objectOf(
      {
        ...message,
        urlsafe_key: z.string(),
        token: z.string().describe('proves who asks; it is told this once'),
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
    summary: 'A user by name, for those who may act for it',
    parameters: z.object({ user_name: name.meta(about('the name of the user', 'ada')) }),
    answer: user,
    refusals: ['no-such-user', ...ofTokens],
    run: async (service, { values: { user_name }, token }) =>
      orRefusal(await service.userNamed(user_name, token), (found) => userContent(found, service)),
  }),
  new_game: operation({
    method: 'POST',
    paths: ['/new_game', '/game'],
    summary: 'Make a game between two users',
    parameters: z.object({
      user1_name: name.meta(about('the user who begins', 'ada')),
      user2_name: name.meta(about('the other one', 'ben')),
      turns: count({ min: 1, max: 1000, default: 20 }).meta(
        about('turns of the game, of both users together', '20'),
      ),
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
    parameters: z.object({
      user_name: name.meta(about('the user whose turn it is', 'ada')),
      guess: guess.meta(about('the word, in any case', 'lisp')),
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
    summary: 'A game as it is',
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
    parameters: z.object({ limit: limit('games') }),
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
    parameters: z.object({ user_name: name.meta(about('the user who gives up', 'ada')) }),
    answer: game,
    refusals: ['invalid-key', 'no-such-game', 'not-a-participant', ...ofTokens],
    run: async (service, { key, values: { user_name }, token }) =>
      orRefusal(await service.cancel(key, user_name, token), gameContent),
  }),
  get_user_rankings: operation({
    method: 'GET',
    paths: ['/user_rankings'],
    summary: 'Users by the share of games won, then by games won',
    parameters: z.object({
      limit: limit('users'),
      offset: count({ min: 0, max: 1_000_000, default: 0 }).meta(
        about('users at the top that are left out', '0'),
      ),
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
  get_average_turns: operation({
    method: 'GET',
    paths: ['/games/average_turns'],
    summary: 'Turns that are left in games that are not over, on average',
    parameters: none,
    answer: objectOf(message, { average: z.number(), games: z.number().describe('that are not over') }),
    refusals: [],
    async run(service) {
      const { message, average, games } = await service.average();
      return { message, average, games };
    },
  }),
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation whose parameters and answer have the types of their schemas. */
function operation<Parameters extends z.ZodObject, Typed extends z.ZodObject>(
  of: Operation<Parameters, Typed>,
): Operation {
  return of as unknown as Operation;
}

function about(description: string, example: string) {
  return { description, example };
}

function orRefusal<Done extends object, Content>(
  outcome: Done | Refusal,
  content: (outcome: Done) => Content,
): Content | Refusal {
  return 'refused' in outcome ? outcome : content(outcome);
}
