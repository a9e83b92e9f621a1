import * as program from '../program/options.ts';

export const help = `wordhost player merknera [options] URL

Seats a bot that is a web server, as those of Merknera: it is called by JSON-RPC 2.0 at URL for each move (Scrabble.NextMove), and is told
of the game before (Scrabble.NewGame) and of its end (Scrabble.Complete). A host starts this player, as in
  wordhost scrabble --ready-timeout 2m "wordhost player merknera http://127.0.0.1:9000/rpc" "wordhost player greedy"
The board, the word list and the letters are files that this player serves, on a port of this machine alone; a bot that needs them first
answers PREPARING, and calls Scrabble.Ready at /rpc there. Boards are those of 15 by 15 whose squares multiply letters or words.
An answer that does not come, or is no move, is a pass; the third in a row is a forfeit. The reasons are on standard error.

Options
  --listen PORT              the port of the files and /rpc (default: any that is free; it is told on standard error)
  --prepare-within DURATION  time limit for a bot that answers PREPARING: 30s, 5m (default: 120s)
  --help                     this text
`;

export interface WebBotOptions {
  readonly url: URL;
  /** 0: any that is free. */
  readonly port: number;
  readonly prepareWithinMs: number;
}

type Given = Omit<WebBotOptions, 'url'> & Partial<WebBotOptions>;

const PREPARE_WITHIN_MS = 120_000;
const LAST_PORT = 65_535;
/** Timers of more milliseconds fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function readOptions(args: readonly string[]): program.Reading<WebBotOptions> {
  const standard: Given = { port: 0, prepareWithinMs: PREPARE_WITHIN_MS };
  const reading = program.readOptions(args, standard, readers, urlOf);
  if (reading.kind !== 'options') return reading;
  const { url, ...options } = reading.options;
  if (url === undefined)
    return { kind: 'problem', problem: `expected the URL of the bot, such as ${EXAMPLE}; got none` };
  return { kind: 'options', options: { ...options, url } };
}

const EXAMPLE = 'http://127.0.0.1:9000/rpc';

const readers = {
  '--listen': {
    wants: `a port from 0 to ${LAST_PORT}`,
    read: (value: string): Partial<Given> | undefined =>
      /^\d{1,5}$/.test(value) && Number(value) <= LAST_PORT ? { port: Number(value) } : undefined,
  },
  '--prepare-within': {
    wants: 'a time with a unit, such as 30s or 5m',
    read(value: string): Partial<Given> | undefined {
      const prepareWithinMs = program.milliseconds(value);
      return prepareWithinMs && prepareWithinMs <= LONGEST_TIMER ? { prepareWithinMs } : undefined;
    },
  },
};

function urlOf(text: string, { url: before }: Given): Partial<Given> | { readonly problem: string } {
  if (before !== undefined) return { problem: `expected one URL; got ${before} and ${text}` };
  const url = URL.parse(text);
  return url && ['http:', 'https:'].includes(url.protocol)
    ? { url }
    : { problem: `expected a URL with http or https, such as ${EXAMPLE}; got ${text}` };
}
