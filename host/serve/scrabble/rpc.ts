import { Hono } from 'hono';
import { readiness } from '../../bots/scrabble/web/web-player.ts';
import { schemaOf } from '../../core/json-schema.ts';
import {
  text as anyText,
  type Fields,
  label,
  Misfit,
  noted,
  object,
  oneOf,
  preset,
  readBy,
  type Shape,
  transform,
} from '../../core/shape.ts';
import { version } from '../../core/version.ts';
import {
  answersTo,
  error,
  INVALID_PARAMS,
  type Methods,
  methodBy,
  type Outcome,
} from '../../seats/remote/json-rpc.ts';
import { type Body, type Context, jsonAnswer, type Service, textAnswer } from '../http/answers.ts';
import { addressOf, KeyedRateLimit, RateLimit, sameOriginOnly } from '../http/clients.ts';
import { firstInvisible, plainText } from '../names.ts';
import { MOST_BOTS, MOST_VERSIONS } from './store.ts';
import { endpointOf, type StoredBot } from './store-tables.ts';

/** Error codes beyond the standard. */
export const rpcErrors = {
  token: { code: -32001, message: 'The token is not known, or was revoked.' },
  name: { code: -32002, message: 'The name of the bot belongs to another token.' },
  endpoint: { code: -32003, message: 'This server does not call the endpoint.' },
  game: { code: -32004, message: 'There is no such game that waits.' },
  database: { code: -32005, message: 'The database does not answer now: call again in a few seconds.' },
  version: { code: -32007, message: 'A newer version has replaced this one: register with another version.' },
  limit: {
    code: -32008,
    message: `A token has at most ${MOST_BOTS} bots and ${MOST_VERSIONS} versions: register with a known name and version.`,
  },
  rate: { code: -32006, message: 'Too many calls: wait as long as the message says.' },
} as const;

export function rpcError(kind: keyof typeof rpcErrors, details?: string): Outcome {
  const { code, message } = rpcErrors[kind];
  return error(code, details ?? message);
}

function text(what: string, most: number, least = 1) {
  const problemOf = (given: unknown): string | undefined => {
    if (given === undefined) return 'expected a string; got nothing';
    if (typeof given !== 'string') return 'expected a string';
    if (given.length < least) return 'expected a string that is not empty';
    if (given.length > most) return `expected at most ${most} characters; got ${given.length}`;
    return /\p{Cc}/u.test(given) ? 'expected a string without control characters' : undefined;
  };
  const shape = readBy<string>(anyText(undefined, undefined, { least, most }), (given) => {
    const problem = problemOf(given);
    return problem === undefined ? (given as string) : new Misfit(() => problem);
  });
  return noted(what, shape);
}

function nameShape(what: string, most: number) {
  const shape = transform(text(what, most), (given) => {
    const name = plainText(given);
    const unseen = firstInvisible(name);
    if (name === '') return new Misfit(() => 'expected a string that is not empty');
    return unseen === undefined ? name : new Misfit(() => `expected visible characters; got ${unseen}`);
  });
  return noted(what, shape);
}

const registration = {
  token: text('A token of this server.', 50),
  botname: nameShape('The name of the bot; it belongs to the token that took it first.', 250),
  botversion: nameShape(
    'The version of the bot. A new version plays the next games; the one before finishes those that it has begun, and cannot register again.',
    100,
  ),
  game: noted('The game that it plays.', oneOf('SCRABBLE')),
  rpcendpoint: endpointOf(text('The URL at which the server calls the bot.', 500)),
  programminglanguage: preset('', text('The programming language of the bot.', 250, 0)),
  website: preset('', text('A web page about the bot.', 500, 0)),
  description: preset('', text('A description that the server shows.', 1000, 0)),
  concurrent: noted(
    'The bot can play several games at the same time.',
    preset(false, label('true or false', oneOf(true, false))),
  ),
};

/** The methods that `rpc.discover` describes. */
const described = {
  'RegistrationService.Register': {
    summary: 'Registers a bot, at each of its starts.',
    params: registration,
    result: object({ message: anyText() }),
    errors: ['token', 'name', 'version', 'endpoint', 'limit', 'database', 'rate'],
  },
  'Scrabble.Ready': {
    summary: 'The bot has the files of a game.',
    params: readiness,
    result: object({ status: oneOf('OK') }),
    errors: ['game', 'database', 'rate'],
  },
  'Status.Ping': {
    summary: 'This server answers.',
    params: {},
    result: object({ ping: oneOf('OK') }),
    errors: ['rate'],
  },
} as const satisfies Record<string, Described>;

interface Described {
  readonly summary: string;
  readonly params: Fields;
  readonly result: Shape;
  readonly errors: readonly (keyof typeof rpcErrors)[];
}

/** A registration in the names of this program. */
export interface RegisterRequest extends Omit<StoredBot, 'id' | 'owner'> {
  readonly token: string;
}

export interface RpcActions {
  register(request: RegisterRequest): Promise<Outcome>;
  ready(gameid: number, hashes: Readonly<Record<string, unknown>>): Promise<Outcome>;
}

/** The limit of a token: more than the bots that one author starts at once. */
const REGISTRATIONS_PER_SECOND = 20;

function methodsOf(actions: RpcActions): Methods {
  const registrations = new KeyedRateLimit(REGISTRATIONS_PER_SECOND);
  return {
    'RegistrationService.Register': methodBy(registration, async (given) => {
      const {
        token,
        botname: name,
        botversion,
        rpcendpoint: endpoint,
        programminglanguage: language,
      } = given;
      const seconds = registrations.secondsToWait(token, performance.now());
      if (seconds !== undefined)
        return rpcError('rate', `Too many registrations with this token: wait ${seconds} s.`);
      const { website, description, concurrent: isConcurrent } = given;
      const about = { name, version: botversion, endpoint, language, website, description, isConcurrent };
      return await actions.register({ token, ...about });
    }),
    'Scrabble.Ready': methodBy(
      readiness,
      async ({ gameid, ...hashes }) => await actions.ready(gameid, hashes),
    ),
    'Status.Ping': () => ({ result: { ping: 'OK' } }),
    'rpc.discover': () => ({ result: openRpc() }),
  };
}

const MOST_BYTES = 16 * 1024;

export interface RpcLimits {
  readonly callsPerSecond?: number | undefined;
  /** A proxy forwards the address of the caller. */
  readonly isBehindProxy?: boolean | undefined;
}

/** Serves `POST /rpc`. */
export function rpcService(
  actions: RpcActions,
  { callsPerSecond, isBehindProxy = false }: RpcLimits,
): Service {
  const service: Service = new Hono();
  const methods = methodsOf(actions);
  const calls = callsPerSecond === undefined ? undefined : new RateLimit(callsPerSecond);
  const refusalTo = (c: Context) => () => {
    if (!calls) return undefined;
    const { headers, socket } = c.env.incoming!;
    const address = addressOf(socket.remoteAddress, headers, isBehindProxy);
    const seconds = calls.secondsToWait(address, performance.now());
    return seconds === undefined
      ? undefined
      : rpcError('rate', `Too many calls from ${address}: wait ${seconds} s.`);
  };
  service.post('/rpc', sameOriginOnly, async (c) => {
    const body: Body = c.get('body') ?? new Uint8Array(await c.req.arrayBuffer());
    if (body === 'too large' || body.length > MOST_BYTES)
      return jsonAnswer(c, 413, refusal(-32600, `expected a body of at most ${MOST_BYTES} bytes`));
    const answers = await answersTo(new TextDecoder().decode(body), methods, refusalTo(c));
    return answers === undefined ? c.body(null, 204) : jsonAnswer(c, 200, answers);
  });
  service.get('/rpc', (c) => textAnswer(c, 'text/plain', HOW, { status: 405, headers: { allow: 'POST' } }));
  return service;
}

const HOW = 'expected POST with a request of JSON-RPC 2.0; the method rpc.discover says which there are\n';

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, ...error(code, message) });

/** The OpenRPC document (https://spec.open-rpc.org) from the schemas of requests. */
export function openRpc() {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'wordhost, for bots of Scrabble that are web servers',
      version,
      description: 'Bots register here, and are called when games between those that are online are played.',
    },
    methods: Object.entries<Described>(described).map(([name, { summary, params, result, errors }]) => ({
      name,
      summary,
      paramStructure: 'by-name',
      params: paramsOf(params),
      result: { name: 'result', schema: schemaOf(result) },
      errors: [
        { code: INVALID_PARAMS, message: 'A parameter is missing or wrong.' },
        ...errors.map((kind) => rpcErrors[kind]),
      ],
    })),
  };
}

function paramsOf(params: Fields) {
  const { properties = {}, required = [] } = schemaOf(object(params)) as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    ...(description && { description }),
    required: required.includes(name),
    schema,
  }));
}
