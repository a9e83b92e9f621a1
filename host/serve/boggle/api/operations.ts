import type { Method } from '../../http/route.ts';
import type { Token } from '../access.ts';
import type { BoggleService } from '../boggle-service.ts';
import type { Refused, Why } from '../refusals.ts';
import {
  gameContent,
  gameFields,
  moveContent,
  moveFields,
  rankContent,
  rankFields,
  userContent,
  userFields,
} from './answer-fields.ts';
import type { Content, FieldTable } from './fields.ts';
import type { ParameterTable, Values } from './parameters.ts';

/** What can be asked for: routes, the OpenAPI document and the page to try it are made from this table. */
export interface Operation<Table extends ParameterTable = ParameterTable> {
  readonly method: Method;
  /** The first is that of the description; the others the original service answered on. `:key` is a key. */
  readonly paths: readonly string[];
  readonly summary: string;
  /** Of what the key is; none: the paths have none. */
  readonly keyOf?: 'game' | 'user';
  readonly parameters: Table;
  readonly answer: FieldTable;
  readonly refusals: readonly Why[];
  run(service: BoggleService, asked: AskedOf<Table>): Promise<Content | Refused>;
}

interface AskedOf<Table extends ParameterTable> {
  /** Empty if the path has none. */
  readonly key: string;
  readonly values: Values<Table>;
  readonly token: Token;
}

const MOST_LISTED = 1000;

const name = (help: string, example: string) => ({ is: 'name', help, example }) as const;
const limit = (of: string) =>
  ({
    ...({ is: 'count', min: 1, max: MOST_LISTED, default: MOST_LISTED } as const),
    help: `the most ${of} that are listed`,
    example: '100',
  }) as const;
const ofTokens = ['no-token', 'unknown-token', 'token-of-another'] as const;

const message = { message: { is: 'text' } } as const;

export const operations = {
  create_user: operation({
    method: 'POST',
    paths: ['/create_user', '/user'],
    summary: 'Make a user',
    parameters: {
      user_name: name('a name that no user has yet', 'ada'),
      email: { is: 'email', optional: true, help: 'an address for reminders', example: 'ada@example.org' },
    },
    answer: {
      ...message,
      urlsafe_key: { is: 'text' },
      token: { is: 'text', note: 'proves who asks; it is told this once' },
    },
    refusals: ['name-taken'],
    async run(service, { values: { user_name, email } }) {
      const made = await service.createUser(user_name, email);
      if ('refused' in made) return made;
      return { message: made.message, urlsafe_key: made.key, token: made.token };
    },
  }),
  new_game: operation({
    method: 'POST',
    paths: ['/new_game', '/game'],
    summary: 'Make a game between two users',
    parameters: {
      user1_name: name('the user who begins', 'ada'),
      user2_name: name('the other one', 'ben'),
      turns: {
        ...{ is: 'count', min: 1, max: 1000, default: 20 },
        help: 'turns of the game, of both users together',
        example: '20',
      },
    },
    answer: gameFields,
    refusals: ['no-such-player', 'against-oneself', ...ofTokens],
    run: async (service, { values: { user1_name, user2_name, turns }, token }) =>
      orRefused(await service.newGame([user1_name, user2_name], turns, token), gameContent),
  }),
  make_move: operation({
    method: 'PUT',
    paths: ['/make_move/:key', '/game/:key'],
    keyOf: 'game',
    summary: 'Guess a word',
    parameters: {
      user_name: name('the user whose turn it is', 'ada'),
      guess: { is: 'guess', help: 'the word, in any case', example: 'lisp' },
    },
    answer: gameFields,
    refusals: ['invalid-key', 'no-such-game', ...ofTokens],
    run: async (service, { key, values: { user_name, guess }, token }) =>
      orRefused(await service.makeMove(key, user_name, guess, token), gameContent),
  }),
  get_game: operation({
    method: 'GET',
    paths: ['/get_game/:key', '/game/:key'],
    keyOf: 'game',
    summary: 'A game as it is',
    parameters: {},
    answer: gameFields,
    refusals: ['invalid-key', 'no-such-game'],
    run: async (service, { key }) => orRefused(await service.game(key), gameContent),
  }),
  get_user_games: operation({
    method: 'GET',
    paths: ['/user/:key'],
    keyOf: 'user',
    summary: 'The games of a user, the newest first',
    parameters: { limit: limit('games') },
    answer: { user: { is: 'object', of: userFields }, games: { is: 'objects', of: gameFields } },
    refusals: ['invalid-key', 'no-such-user'],
    run: async (service, { key, values }) =>
      orRefused(await service.userWithGames(key, values.limit), ({ user, games }) => ({
        user: userContent(user),
        games: games.map((game) => gameContent({ game, message: game.message })),
      })),
  }),
  cancel_game: operation({
    method: 'PUT',
    paths: ['/game/:key/cancel'],
    keyOf: 'game',
    summary: 'Cancel a game: the other user wins',
    parameters: { user_name: name('the user who gives up', 'ada') },
    answer: gameFields,
    refusals: ['invalid-key', 'no-such-game', 'not-a-participant', ...ofTokens],
    run: async (service, { key, values: { user_name }, token }) =>
      orRefused(await service.cancel(key, user_name, token), gameContent),
  }),
  get_user_rankings: operation({
    method: 'GET',
    paths: ['/user_rankings'],
    summary: 'Users by the share of games won, then by games won',
    parameters: {
      limit: limit('users'),
      offset: {
        ...{ is: 'count', min: 0, max: 1_000_000, default: 0 },
        help: 'users at the top that are left out',
        example: '0',
      },
    },
    answer: { users: { is: 'objects', of: rankFields } },
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
    parameters: {},
    answer: { game: { is: 'object', of: gameFields }, turns: { is: 'packed', of: moveFields } },
    refusals: ['invalid-key', 'no-such-game'],
    run: async (service, { key }) =>
      orRefused(await service.history(key), (told) => ({
        game: gameContent(told),
        turns: told.moves.map((move) => moveContent(told.game, move)),
      })),
  }),
  get_average_turns: operation({
    method: 'GET',
    paths: ['/games/average_turns'],
    summary: 'Turns that are left in games that are not over, on average',
    parameters: {},
    answer: {
      ...message,
      average: { is: 'number', typed: true },
      games: { is: 'number', typed: true, note: 'that are not over' },
    },
    refusals: [],
    run: async (service) => ({ ...(await service.average()) }),
  }),
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation whose parameters have the types of its table. */
function operation<const Table extends ParameterTable>(of: Operation<Table>): Operation {
  return of as unknown as Operation;
}

function orRefused<Done extends object>(
  done: Done | Refused,
  content: (done: Done) => Content,
): Content | Refused {
  return 'refused' in done ? done : content(done);
}
