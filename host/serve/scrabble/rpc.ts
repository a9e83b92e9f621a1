import { Hono } from 'hono';
import * as z from 'zod';
import { version } from '../../core/version.ts';
import { answersTo, error, INVALID_PARAMS, type Methods, type Outcome } from '../../seats/remote/json-rpc.ts';
import { type Body, jsonAnswer, type Service, textAnswer } from '../http/answers.ts';
import { sameOriginOnly } from '../http/clients.ts';
import type { StoredBot } from './store.ts';

/** Beside those of the standard. */
export const rpcErrors = {
  token: { code: -32001, message: 'The token is not known, or was revoked.' },
  name: { code: -32002, message: 'The name of the bot belongs to another token.' },
  endpoint: { code: -32003, message: 'This server does not call the endpoint.' },
  game: { code: -32004, message: 'There is no such game that waits.' },
  database: { code: -32005, message: 'The database does not answer now: call again in some seconds.' },
} as const;

export function rpcError(kind: keyof typeof rpcErrors, details?: string): Outcome {
  const { code, message } = rpcErrors[kind];
  return error(code, details ?? message);
}

const text = (what: string, most: number, least = 1) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? 'expected a text; there is none' : 'expected a text'),
    })
    .min(least, { error: 'expected a text that is not empty' })
    .max(most, { error: ({ input }) => `expected at most ${most} characters; got ${String(input).length}` })
    .refine((given) => !/\p{Cc}/u.test(given), { error: 'expected a text without control characters' })
    .meta({ description: what });

const website = (what: string, most: number) =>
  text(what, most).refine(isWebAddress, { error: 'expected an address with http or https' });

function isWebAddress(given: string): boolean {
  return /^https?:$/.test(URL.parse(given)?.protocol ?? '');
}

const registration = z.object({
  token: text('A token of this server.', 50),
  botname: text('The name of the bot; it belongs to the token that took it first.', 250),
  botversion: text('Its version: another one than before ends the unfinished games of that one.', 100),
  game: z.literal('SCRABBLE', { error: 'expected "SCRABBLE"' }).meta({ description: 'What it plays.' }),
  rpcendpoint: website('Where the bot is called.', 500),
  programminglanguage: text('What it is written in.', 250, 0).default(''),
  website: text('Where people read more.', 500, 0).default(''),
  description: text('What is shown of it.', 1000, 0).default(''),
  concurrent: z
    .boolean({ error: 'expected true or false' })
    .default(false)
    .meta({ description: 'It may be asked about several games at once.' }),
});

const sha1 = (what: string) =>
  z
    .string()
    .meta({ description: `The SHA-1 of ${what}, as it was read.` })
    .optional();

/** A hash that is missing or wrong is named in the refusal. */
const readiness = z.object({
  gameid: z
    .union([z.int(), z.string()], { error: 'expected the number of the game' })
    .meta({ description: 'The number of the game; as a text, too.' }),
  gameboard: sha1('the board'),
  dictionary: sha1('the dictionary'),
  letters: sha1('the letters'),
});

const message = z.object({ message: z.string() });
const status = z.object({ status: z.literal('OK') });
const pong = z.object({ ping: z.literal('OK') });

/** All that is served, as the document of `rpc.discover` tells it. */
const described = {
  'RegistrationService.Register': {
    summary: 'Registers a bot, at each of its starts.',
    params: registration,
    result: message,
    errors: ['token', 'name', 'endpoint', 'database'],
  },
  'Scrabble.Ready': {
    summary: 'The bot has the files of a game.',
    params: readiness,
    result: status,
    errors: ['game', 'database'],
  },
  'Status.Ping': { summary: 'This server answers.', params: z.object({}), result: pong, errors: [] },
} as const satisfies Record<string, Described>;

interface Described {
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly result: z.ZodObject;
  readonly errors: readonly (keyof typeof rpcErrors)[];
}

/** What is registered: the fields of the call by the names of this program. */
export interface RegisterRequest extends Omit<StoredBot, 'id'> {
  readonly token: string;
}

export interface RpcActions {
  register(request: RegisterRequest): Promise<Outcome>;
  ready(gameid: number, hashes: Readonly<Record<string, unknown>>): Promise<Outcome>;
}

function methodsOf(actions: RpcActions): Methods {
  return {
    'RegistrationService.Register': read(registration, async (given) => {
      const {
        token,
        botname: name,
        botversion,
        rpcendpoint: endpoint,
        programminglanguage: language,
      } = given;
      const { website, description, concurrent: isConcurrent } = given;
      const about = { name, version: botversion, endpoint, language, website, description, isConcurrent };
      return await actions.register({ token, ...about });
    }),
    'Scrabble.Ready': read(
      readiness,
      async ({ gameid, ...hashes }) => await actions.ready(Number(gameid), hashes),
    ),
    'Status.Ping': () => ({ result: { ping: 'OK' } }),
    'rpc.discover': () => ({ result: openRpc() }),
  };
}

function read<Params extends z.ZodObject>(
  params: Params,
  act: (given: z.output<Params>) => Promise<Outcome>,
): Methods[string] {
  return async (given) => {
    const { success, data, error: refused } = params.safeParse(given ?? {});
    if (success) return await act(data);
    const problems = refused.issues.map(({ path, message }) => `${path.join('.') || 'params'}: ${message}`);
    return error(INVALID_PARAMS, problems.join('; '));
  };
}

const MOST_BYTES = 16 * 1024;

/** `POST /rpc`. */
export function rpcService(actions: RpcActions): Service {
  const service: Service = new Hono();
  const methods = methodsOf(actions);
  service.post('/rpc', sameOriginOnly, async (c) => {
    const body: Body = c.get('body') ?? new Uint8Array(await c.req.arrayBuffer());
    if (body === 'too large' || body.length > MOST_BYTES)
      return jsonAnswer(c, 413, refusal(-32600, `expected a body of at most ${MOST_BYTES} bytes`));
    const answers = await answersTo(new TextDecoder().decode(body), methods);
    return answers === undefined ? c.body(null, 204) : jsonAnswer(c, 200, answers);
  });
  service.get('/rpc', (c) => textAnswer(c, 'text/plain', HOW, { status: 405, headers: { allow: 'POST' } }));
  return service;
}

const HOW = 'expected POST with a request of JSON-RPC 2.0; the method rpc.discover says which there are\n';

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, ...error(code, message) });

/** https://spec.open-rpc.org, from the schemas by which requests are read. */
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
      result: { name: 'result', schema: schemaOf(result, 'output') },
      errors: [
        { code: INVALID_PARAMS, message: 'A parameter is missing or wrong.' },
        ...errors.map((kind) => rpcErrors[kind]),
      ],
    })),
  };
}

function paramsOf(params: z.ZodObject) {
  const { properties = {}, required = [] } = schemaOf(params, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...plain } = schema as { readonly description?: string };
    return { name, ...(description && { description }), required: required.includes(name), schema: plain };
  });
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output') {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, target: 'draft-7' });
  return plain;
}
