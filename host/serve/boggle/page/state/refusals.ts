/** What the server refuses, and which parameter it is about; none: it is about none. */
interface RefusalText {
  readonly message: string;
  readonly parameter?: string;
}

const NAMED = /^([a-z][a-z\d_]*): (.)(.*)$/s;

/** Refusals are JSON with a message, or plain text. Who plays is not told what parameters are called. */
export function refusalIn(answer: string): RefusalText {
  const message = messageIn(answer);
  const [, parameter, first = '', rest] = NAMED.exec(message) ?? [];
  return parameter === undefined ? { message } : { message: `${first.toUpperCase()}${rest}.`, parameter };
}

function messageIn(answer: string): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {}
  return answer.trim() === '' ? 'The server refused without saying why.' : answer.trim();
}
