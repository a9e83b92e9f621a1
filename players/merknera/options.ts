import { readEndpoint } from 'wordhost/web-bots';
import * as program from '../program/options.ts';

export const help = `wordhost player merknera [options] URL

Plays Scrabble with a bot that is a web server, such as the bots of Merknera. A
host starts this player, for example:
  wordhost scrabble --ready-timeout 2m \\
      "wordhost player merknera http://127.0.0.1:9000/rpc" \\
      "wordhost player greedy"
The player calls the bot at URL by JSON-RPC 2.0: Scrabble.NewGame before the
game, Scrabble.NextMove for each move, and Scrabble.Complete at the end.

The player serves the board, the word list and the letters as files, on a port
that only this machine can reach. A bot that has to load them first answers
PREPARING, and later calls Scrabble.Ready at /rpc on that port. The board must
have 15 by 15 squares, with letter and word bonuses only.

If the bot does not answer, or its answer is not a valid move, the player passes;
after the third time in a row it forfeits. It prints the reasons on standard
error.

Options
  --listen PORT     port for the files and /rpc (default: a free port, which is
                    printed on standard error)
  --prepare-within DURATION
                    time limit for a bot that answers PREPARING: 30s, 5m
                    (default: 120s)
  --help            show this help
`;

export interface WebBotOptions {
  readonly url: URL;
  /** 0 selects a free port. */
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
    return { kind: 'problem', problem: `expected the URL of the bot, such as ${EXAMPLE}` };
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
  const url = readEndpoint(text);
  return typeof url === 'string' ? { problem: `${url}, such as ${EXAMPLE}; got ${text}` } : { url };
}
