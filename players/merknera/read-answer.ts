import { type Fault, fault, shown } from './fault.ts';

export type Answer = { readonly ok: true; readonly result: unknown } | Fault;

/** The body of a response to a request by JSON-RPC. An `error` of null is none, as bots say it. */
export function readAnswer(text: string): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return fault('unreadable', `expected JSON; got ${shown(text)}`);
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return fault('unreadable', `expected a response object; got ${shown(answer)}`);
  const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown };
  if (error === undefined || error === null) return { ok: true, result };
  const { message } = error as { readonly message?: unknown };
  return fault('failed', `the bot answered with the error ${shown(message ?? error)}`);
}
