import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import {
  anyOf,
  byName,
  listOf,
  Misfit,
  oneOf,
  optional,
  readShape,
  type Shape,
  strictObject,
  text,
  transform,
  type ValueOf,
} from '../../core/shape.ts';
import { type Context, jsonAnswer, type Service, textAnswer } from '../http/answers.ts';
import { sameOriginOnly } from '../http/clients.ts';
import { requestParameters } from '../http/parameters.ts';
import { firstInvisible, plainText } from '../names.ts';
import { drawToken, tokenHash } from '../tokens.ts';
import type { PlayableGames } from './playable-game.ts';
import type { NewGame, Refused, Tables } from './tables.ts';

const COOKIE = 'wordhost_guest';
const COOKIE_SECONDS = 365 * 86_400;
const LONGEST_NAME = 30;

const name = transform(text(undefined, undefined, { most: 200 }), (written) => {
  const plain = plainText(written);
  const unseen = firstInvisible(plain);
  if (unseen !== undefined) return new Misfit(() => `expected visible characters; got ${unseen}`);
  const length = [...plain].length;
  return length >= 1 && length <= LONGEST_NAME
    ? plain
    : new Misfit(() => `expected a name of 1 to ${LONGEST_NAME} characters; got ${length}`);
});

const newGame = strictObject({
  game: text(),
  options: optional(byName(text())),
  seats: listOf(
    anyOf(
      strictObject({ is: oneOf('person'), name: optional(name) }),
      strictObject({ is: oneOf('bot'), name: text() }),
      strictObject({ is: oneOf('open') }),
    ),
    2,
  ),
});

/** `/api/v1`: games that people play. */
export function playApi(tables: Tables, games: PlayableGames): Service {
  const api: Service = new Hono();
  api.post('/games', sameOriginOnly, async (c) => {
    const wanted = newGameIn(await bodyOf(newGame, c), games);
    if ('problem' in wanted) return refusal(c, wanted);
    return answer(c, await tables.create(wanted, guestFor(c)), 201);
  });
  api.get('/games/:key', async (c) => answer(c, await tables.view(c.req.param('key'), guestOf(c))));
  api.get('/games/:key/events', async (c) => {
    const feed = await tables.feed(c.req.param('key'), guestOf(c));
    return 'problem' in feed ? refusal(c, feed) : feed.answer(c);
  });
  api.post('/games/:key/join', sameOriginOnly, async (c) => {
    const body = await bodyOf(strictObject({ name: optional(name) }), c);
    if (body instanceof Misfit) return refusal(c, misfitted(body));
    return answer(c, await tables.join(c.req.param('key'), body.name ?? 'Guest', guestFor(c)));
  });
  api.post('/games/:key/moves', sameOriginOnly, async (c) => {
    const { check, ...given } = await requestParameters(c);
    const shape = await tables.moveShape(c.req.param('key'));
    const move = shape ? readShape(shape, given) : undefined;
    if (move instanceof Misfit) return refusal(c, misfitted(move));
    return answer(c, await tables.move(c.req.param('key'), guestOf(c), move, check === '1'));
  });
  api.get('/games/:key/record', async (c) => {
    const record = await tables.record(c.req.param('key'));
    return typeof record === 'string' ? textAnswer(c, 'text/plain', record) : refusal(c, record);
  });
  api.get('/bots', (c) => {
    const { game } = c.req.query();
    const all = Object.entries(games).flatMap(([of, { bots }]) =>
      game === undefined || game === of ? Object.keys(bots).map((name) => ({ name, game: of })) : [],
    );
    return jsonAnswer(c, 200, all);
  });
  api.onError((error, c) => {
    if (error instanceof HTTPException) return jsonAnswer(c, error.status, { problem: error.message });
    throw error;
  });
  return api;
}

function newGameIn(wanted: ValueOf<typeof newGame> | Misfit, games: PlayableGames): NewGame | Refused {
  if (wanted instanceof Misfit) return misfitted(wanted);
  const playable = Object.hasOwn(games, wanted.game) ? games[wanted.game] : undefined;
  if (!playable)
    return bad(`game: expected one of ${Object.keys(games).join(', ')}; got ${JSON.stringify(wanted.game)}`);
  const options = readShape(strictObject(playable.options), wanted.options ?? {});
  if (options instanceof Misfit) return bad(options.inside('options').inWords());
  const { min, max } = playable.seats;
  if (wanted.seats.length < min || wanted.seats.length > max)
    return bad(`seats: expected ${min} to ${max}; got ${wanted.seats.length}`);
  const people = wanted.seats.filter(({ is }) => is === 'person');
  if (people.length !== 1) return bad(`seats: expected one person, who is you; got ${people.length}`);
  const unknown = wanted.seats.find((seat) => seat.is === 'bot' && !Object.hasOwn(playable.bots, seat.name));
  if (unknown) return bad(`seats: expected a bot: ${Object.keys(playable.bots).join(', ')}`);
  const seats = wanted.seats.map(({ is, ...more }) => ({
    is,
    name: 'name' in more ? (more.name ?? 'Guest') : is === 'open' ? 'open' : 'Guest',
  }));
  return { game: wanted.game, options: options as NewGame['options'], seats };
}

async function bodyOf<Value>(shape: Shape<Value>, c: Context): Promise<Value | Misfit> {
  return readShape(shape, await requestParameters(c));
}

function guestOf(c: Context): string | undefined {
  const token = getCookie(c, COOKIE);
  return token === undefined ? undefined : tokenHash(token);
}

/** A new guest gets a cookie. */
function guestFor(c: Context): string {
  const known = guestOf(c);
  if (known !== undefined) return known;
  const token = drawToken();
  setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: COOKIE_SECONDS });
  return tokenHash(token);
}

function answer(c: Context, content: object | Refused, status = 200): Response {
  return 'problem' in content && 'status' in content
    ? refusal(c, content as Refused)
    : jsonAnswer(c, status, content);
}

const bad = (problem: string): Refused => ({ status: 400, problem });
const misfitted = (misfit: Misfit): Refused => bad(misfit.inWords('the body'));

function refusal(c: Context, { status, problem }: Refused): Response {
  return jsonAnswer(c, status, { problem });
}
