/** JSON-RPC 2.0, both sides: what a bot answers, and what it asks. */
import { notJson, parseJson } from '../../core/json.ts';

import { type Fields, Misfit, object, readShape, type ValuesOf } from '../../core/shape.ts';

/** Reasons of failed answers, as numbers for the bot. */
export const faults = {
  late: 1,
  /** No connection, a broken one, or a status other than 200. */
  transport: 2,
  /** No JSON, no response object, or too long. */
  unreadable: 3,
  /** The bot reported an error. */
  failed: 4,
  form: 5,
  illegal: 6,
} as const;

export interface Fault {
  readonly ok: false;
  readonly errorcode: (typeof faults)[keyof typeof faults];
  readonly message: string;
  /** No connection at all: the bot may return soon. */
  readonly isUnreachable?: true;
  readonly isUnknownMethod?: true;
}

export function fault(kind: keyof typeof faults, message: string): Fault {
  return { ok: false, errorcode: faults[kind], message };
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 100;

export type Answer = { readonly ok: true; readonly result: unknown } | Fault;

/** Reads a response of JSON-RPC. Some bots send `"error": null`, which is no error. */
export function readAnswer(text: string): Answer {
  let answer: unknown;
  try {
    answer = parseJson(text);
  } catch (error) {
    return fault('unreadable', notJson(error, text));
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return fault('unreadable', `expected a response object; got ${shown(answer)}`);
  const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown };
  if (error === undefined || error === null) return { ok: true, result };
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  const failed = fault('failed', `the bot answered with the error ${shown(message ?? error)}`);
  return code === METHOD_NOT_FOUND ? { ...failed, isUnknownMethod: true } : failed;
}

/** Params that are already JSON text. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function requestText(method: string, params: unknown, id: number): string {
  if (!(params instanceof WrittenJson)) return JSON.stringify({ jsonrpc: '2.0', method, params, id });
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params.text},"id":${id}}`;
}

export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export type Methods = Readonly<Record<string, (params: unknown) => Outcome | Promise<Outcome>>>;

/** A method that reads its params by shapes. Its error names the wrong parameter. */
export function methodBy<const Params extends Fields>(
  params: Params,
  act: (given: ValuesOf<Params>) => Promise<Outcome>,
): Methods[string] {
  const shape = object(params);
  return async (given) => {
    const values = readShape(shape, given ?? {});
    return values instanceof Misfit ? error(INVALID_PARAMS, values.inWords('params')) : await act(values);
  };
}

type Id = string | number | null;

type Response = { readonly jsonrpc: '2.0'; readonly id: Id } & Outcome;

export const error = (code: number, message: string): Outcome => ({ error: { code, message } });
export const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;
const MOST_IN_BATCH = 100;

/** Answers a request body with one call or several. `refusal` may refuse each call. */
export async function answersTo(
  text: string,
  methods: Methods,
  refusal: () => Outcome | undefined = () => undefined,
): Promise<Response | readonly Response[] | undefined> {
  let asked: unknown;
  try {
    asked = parseJson(text);
  } catch (fault) {
    return response(null, error(PARSE_ERROR, notJson(fault, text)));
  }
  if (!Array.isArray(asked)) return await answerTo(asked, methods, refusal);
  if (asked.length === 0 || asked.length > MOST_IN_BATCH) {
    const came = asked.length === 0 ? 'an empty batch' : `a batch of ${asked.length}`;
    return response(null, error(INVALID_REQUEST, `expected 1 to ${MOST_IN_BATCH} requests; got ${came}`));
  }
  const answers: Response[] = [];
  for (const one of asked) {
    const answer = await answerTo(one, methods, refusal);
    if (answer) answers.push(answer);
  }
  return answers.length === 0 ? undefined : answers;
}

/** A request without an id is a notification, which gets no answer. */
async function answerTo(
  asked: unknown,
  methods: Methods,
  refusal: () => Outcome | undefined,
): Promise<Response | undefined> {
  if (!isRequest(asked))
    return response(
      null,
      error(
        INVALID_REQUEST,
        'expected {"jsonrpc":"2.0","method":…,"params":…,"id":…}, with an id that is a string, a number or null',
      ),
    );
  const { method, params, id } = asked;
  const outcome = refusal() ?? (await outcomeOf(method, params, methods));
  return id === undefined ? undefined : response(id, outcome);
}

async function outcomeOf(method: string, params: unknown, methods: Methods): Promise<Outcome> {
  if (Object.hasOwn(methods, method)) return await methods[method]!(params);
  return error(
    METHOD_NOT_FOUND,
    `unknown method ${method}. The methods are: ${Object.keys(methods).join(', ')}`,
  );
}

interface Request {
  readonly method: string;
  readonly params?: unknown;
  readonly id?: Id;
}

function isRequest(asked: unknown): asked is Request {
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return false;
  const { jsonrpc, method, params, id } = asked as Readonly<Record<string, unknown>>;
  const isParams = params === undefined || typeof params === 'object';
  const isId = id === undefined || id === null || ['string', 'number'].includes(typeof id);
  return jsonrpc === '2.0' && typeof method === 'string' && isParams && isId;
}

function response(id: Id, outcome: Outcome): Response {
  return { jsonrpc: '2.0', id, ...outcome };
}
