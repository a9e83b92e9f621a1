/** What the server refuses, and which parameter it is about; none: it is about none. */
interface RefusalText {
  readonly message: string;
  readonly parameter?: string;
}

const NAMED = /^([a-z][a-z\d_]*): (.)(.*)$/s;
/** For programs. Who plays has a field for it. */
const HEADER = /^expected (.*), as in "Authorization: [^"]*"; there is none$/s;
/** Longer ones are pages, or what a program has to say to another. */
const LONGEST = 500;

/**
 * Refusals are JSON with a message, or plain text; those of a proxy are often pages. Who plays is not told what parameters are
 * called.
 */
export function refusalIn(answer: string, status = 400): RefusalText {
  const message = messageIn(answer, status);
  const [, token] = HEADER.exec(message) ?? [];
  if (token !== undefined)
    return { message: `Expected ${token}: give it on the first page, under “A name that you have already”.` };
  const [, parameter, first = '', rest] = NAMED.exec(message) ?? [];
  return parameter === undefined ? { message } : { message: `${first.toUpperCase()}${rest}.`, parameter };
}

function messageIn(answer: string, status: number): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {}
  const text = answer.trim();
  const isSentence = text !== '' && !text.startsWith('<') && text.length <= LONGEST;
  return isSentence ? text : messageOf(status);
}

function messageOf(status: number): string {
  if (status === 429) return 'The server has too many requests. Try again in a moment.';
  if (status >= 500) return `The server does not answer now (status ${status}). Try again in a moment.`;
  return `The server refused without saying why (status ${status}).`;
}
