/** A refusal by the server, as a sentence for the player. */
export class Refused extends Error {}

/** Returns the JSON of an answer. Rejects with `Refused` if there is none. */
export async function requestJson(
  method: string,
  url: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(url, { method, headers, signal, ...sent });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused('The server cannot be reached. Try again in a moment.');
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  const { problem, message } = (answer ?? {}) as { problem?: string; message?: string };
  throw new Refused(
    sentence(problem ?? message ?? `the server refused the request (status ${response.status})`),
  );
}

/** Problems are parts of sentences. */
export const sentence = (words: string) =>
  `${words[0]?.toUpperCase() ?? ''}${words.slice(1).replace(/\.$/, '')}.`;

const AGAIN_MS = 3000;

/**
 * Follows events of a server, each with JSON, and tells whether the page is connected. Returns the function that
 * ends it.
 */
export function followEvents(
  url: string,
  takers: Readonly<Record<string, (data: never) => void>>,
  connected: (isThere: boolean) => void,
): () => void {
  let events: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    events = new EventSource(url);
    for (const [name, take] of Object.entries(takers))
      events.addEventListener(name, ({ data }: MessageEvent<string>) => take(JSON.parse(data) as never));
    events.onopen = () => connected(true);
    events.onerror = () => {
      connected(false);
      // Browsers do not reconnect after a refusal, such as by the rate limit.
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    };
  };
  open();
  return () => {
    clearTimeout(again);
    events.close();
  };
}
