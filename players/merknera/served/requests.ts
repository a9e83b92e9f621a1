/** A request by JSON-RPC 2.0, answered: `result`, or what is wrong with it. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export type Methods = Readonly<Record<string, (params: unknown) => Outcome>>;

type Id = string | number | null;

type Response = { readonly jsonrpc: '2.0'; readonly id: Id } & Outcome;

export const error = (code: number, message: string): Outcome => ({ error: { code, message } });
export const INVALID_PARAMS = -32602;

/** All that is asked in the body of one request by HTTP: an answer, several, or none where only is told. */
export function answersTo(text: string, methods: Methods): Response | readonly Response[] | undefined {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    return response(null, error(-32700, 'expected JSON'));
  }
  if (!Array.isArray(asked)) return answerTo(asked, methods);
  if (asked.length === 0) return response(null, error(-32600, 'expected a request; got an empty batch'));
  const answers = asked.flatMap((one) => answerTo(one, methods) ?? []);
  return answers.length === 0 ? undefined : answers;
}

/** A request without an id is a notification: nothing answers it. */
function answerTo(asked: unknown, methods: Methods): Response | undefined {
  if (!isRequest(asked))
    return response(
      null,
      error(
        -32600,
        'expected {"jsonrpc":"2.0","method":…,"params":…,"id":…}, with an id that is a string, a number or null',
      ),
    );
  const { method, params, id } = asked;
  const outcome = Object.hasOwn(methods, method)
    ? methods[method]!(params)
    : error(-32601, `there is no method ${method}, only ${Object.keys(methods).join(', ')}`);
  return id === undefined ? undefined : response(id, outcome);
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
