import {
  anyOf,
  Misfit,
  object,
  readBy,
  readShape,
  type Shape,
  strictObject,
  type ValueOf,
} from '../../../core/shape.ts';
import type { EventFeed } from '../../http/event-feed.ts';
import { lookAlikeKey } from '../../names.ts';
import type { Refused } from '../live-game.ts';
import { botsOf, type PlayableGames } from '../playable-game.ts';
import type { NewGame, Tables } from '../tables.ts';
import {
  bots,
  filter,
  gameView,
  joining,
  moveAnswer,
  newGame,
  ofGame,
  roundTrip,
  summaries,
} from './shapes.ts';

/** This table makes routes and the OpenAPI document. */
export interface Operation<Input extends object = object> {
  readonly method: 'GET' | 'POST';
  /** `:key` is the key of a game. */
  readonly path: string;
  readonly summary: string;
  /** The body of a POST, the query of a GET. */
  readonly input: Shape<Input>;
  /** The input in the document, if its run reads it further. */
  readonly described?: Shape;
  /** The shape of JSON, or another type of content. */
  readonly answer: Shape | 'text/event-stream' | 'application/jsonl';
  /** 200 unless it says another. */
  readonly status?: number;
  /** Refusals by status. Each POST may also be refused with 400 and 403. */
  readonly refusals: Readonly<Record<number, string>>;
  /** A guest without a cookie gets one. */
  readonly makesGuest?: true;
  /** An address may do this only some times a second. */
  readonly isLimited?: true;
  run(site: Site, request: OperationRequest<Input>): Promise<object | string | EventFeed | Refused>;
}

export interface Site {
  readonly tables: Tables;
  readonly games: PlayableGames;
  readonly analyze?: (key: string) => Promise<object | Refused>;
}

interface OperationRequest<Input> {
  /** Empty without a key in the path. */
  readonly key: string;
  /** The hash of the token of the guest. */
  readonly guest: string;
  /** Undefined on a server without limits, and for operations without one. */
  readonly address: string | undefined;
  readonly input: Input;
}

const none = strictObject({});
const anything = readBy<object>(object({}), (value) => value as object);
const noGame = { 404: 'there is no such game' };

export function operationsOf(games: PlayableGames): Readonly<Record<string, Operation>> {
  const moves = anyOf(...Object.values(games).map(({ move }) => move));
  return {
    create_game: operation({
      method: 'POST',
      path: '/games',
      summary: 'Create a game. You have the seat of the person',
      input: newGame,
      answer: gameView,
      status: 201,
      refusals: { 429: 'you, your address or all guests together have too many games that are not over' },
      makesGuest: true,
      isLimited: true,
      async run({ tables, games }, { guest, address, input }) {
        const wanted = readNewGame(input, games);
        return 'problem' in wanted ? wanted : await tables.create(wanted, guest, address);
      },
    }),
    list_games: operation({
      method: 'GET',
      path: '/games',
      summary: 'The newest games, at most 50, your own first',
      input: filter,
      answer: summaries,
      refusals: {},
      run: async ({ tables }, { guest, input: { state = 'running', game } }) =>
        await tables.list(state, game, guest),
    }),
    get_game: operation({
      method: 'GET',
      path: '/games/:key',
      summary: 'A game as you may see it',
      input: none,
      answer: gameView,
      refusals: noGame,
      run: async ({ tables }, { key, guest }) => await tables.view(key, guest),
    }),
    follow_game: operation({
      method: 'GET',
      path: '/games/:key/events',
      summary: 'A game as it changes, as server-sent events: `view` is the game, `change` what differs since',
      input: none,
      answer: 'text/event-stream',
      refusals: noGame,
      run: async ({ tables }, { key, guest }) => await tables.feed(key, guest),
    }),
    join_game: operation({
      method: 'POST',
      path: '/games/:key/join',
      summary: 'Take the open seat of a game',
      input: joining,
      answer: gameView,
      refusals: { ...noGame, 409: 'no seat is open, you have one, or another player has this name' },
      makesGuest: true,
      run: async ({ tables }, { key, guest, input }) => await tables.join(key, input.name, guest),
    }),
    move: operation({
      method: 'POST',
      path: '/games/:key/moves',
      summary: 'Make a move. With `?check=1` it is only judged',
      input: anything,
      answer: moveAnswer,
      refusals: { ...noGame, 409: 'it is not your turn, or the game is over' },
      async run({ tables }, { key, guest, input }) {
        const { check, ...move } = input as Readonly<Record<string, unknown>>;
        return await tables.move(key, guest, move, check === '1');
      },
      described: moves,
    }),
    claim_game: operation({
      method: 'POST',
      path: '/games/:key/claim',
      summary: 'Win against a player who has been away for five minutes',
      input: none,
      answer: gameView,
      refusals: { ...noGame, 409: 'nobody has been away for so long, or the game is over' },
      run: async ({ tables }, { key, guest }) => await tables.claim(key, guest),
    }),
    report_round_trip: operation({
      method: 'POST',
      path: '/games/:key/seen',
      summary: 'Tell others the time that a message takes between the server and you',
      input: roundTrip,
      answer: gameView,
      refusals: noGame,
      run: async ({ tables }, { key, guest, input }) => await tables.seen(key, guest, input.roundTripMs),
    }),
    get_record: operation({
      method: 'GET',
      path: '/games/:key/record',
      summary: 'The record of a finished game, which `wordhost replay --verify` reads',
      input: none,
      answer: 'application/jsonl',
      refusals: { ...noGame, 409: 'the game is not over' },
      run: async ({ tables }, { key }) => await tables.record(key),
    }),
    get_analysis: operation({
      method: 'GET',
      path: '/games/:key/analysis',
      summary: 'What each move of a finished game gave away, and the best moves',
      input: none,
      answer: anything,
      refusals: { ...noGame, 409: 'the game is not over', 429: 'too many games are being analyzed' },
      run: async ({ analyze }, { key }) => (await analyze?.(key)) ?? noAnalysis,
    }),
    list_bots: operation({
      method: 'GET',
      path: '/bots',
      summary: 'Bots to play against, by game: from the weakest to the strongest, then those of the operator',
      input: ofGame,
      answer: bots,
      refusals: {},
      run: async ({ games }, { input: { game } }) =>
        Object.entries(games)
          .filter(([of]) => game === undefined || game === of)
          .flatMap(([of, { bots, ownBots = {} }]) => [
            ...Object.keys(bots).map((name, index) => ({ name, game: of, strength: index + 1 })),
            ...Object.keys(ownBots).map((name) => ({ name, game: of })),
          ]),
    }),
  };
}

/** An operation with types from its shapes. */
function operation<Input extends object>(of: Operation<Input>): Operation {
  return of as unknown as Operation;
}

function readNewGame(wanted: ValueOf<typeof newGame>, games: PlayableGames): NewGame | Refused {
  const { game, seats, again } = wanted;
  const playable = Object.hasOwn(games, game) ? games[game] : undefined;
  if (!playable)
    return bad(
      `game: expected one of ${Object.keys(games).join(', ')}; got ${JSON.stringify(game.slice(0, 40))}`,
    );
  const options = readShape(strictObject(playable.options), wanted.options ?? {});
  if (options instanceof Misfit) return bad(options.inside('options').inWords());
  const { min, max } = playable.seats;
  if (seats.length < min || seats.length > max)
    return bad(`seats: expected ${min === max ? min : `${min} to ${max}`}; got ${seats.length}`);
  const people = seats.filter(({ is }) => is === 'person').length;
  if (people !== 1) return bad(`seats: expected one person, who is you; got ${people}`);
  const known = Object.keys(botsOf(playable));
  if (seats.some((seat) => seat.is === 'bot' && !known.includes(seat.name)))
    return bad(`seats: expected a bot of these: ${known.join(', ')}`);
  const own = seats.find((seat) => seat.is === 'person')?.name ?? 'Guest';
  if (known.some((bot) => lookAlikeKey(bot) === lookAlikeKey(own)))
    return bad(`seats: a bot has a name like ${own}: choose another name`);
  return {
    ...{ game, options: options as NewGame['options'] },
    ...(again !== undefined && { again }),
    seats: seats.map((seat) => ({
      is: seat.is,
      name: seat.is === 'open' ? 'open' : (seat.name ?? 'Guest'),
    })),
  };
}

const noAnalysis: Refused = { status: 404, problem: 'this server analyzes no games' };
const bad = (problem: string): Refused => ({ status: 400, problem });
