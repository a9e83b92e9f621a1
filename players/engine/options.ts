import * as program from '../program/options.ts';
import { type EngineKindName, engineKindNames } from './kinds.ts';

export const help = `wordhost player engine --kind magpie|macondo|siu [options] COMMAND

Seats an engine that has a console: for each turn it is given the position (CGP) and told to generate moves, and the first of its list
is the move. COMMAND starts it, by /bin/sh. A host starts this player, as in
  wordhost scrabble "wordhost player engine --kind macondo ./macondo" "wordhost player greedy"
Before it is ready the engine is asked for a move of the opening hand: what it does not know shows there. An engine that ends, says
that something is wrong or has not answered before nine tenths of the turn are over leaves the game, and the reason is on standard error.

Options
  --kind NAME            whose console it is: magpie or macondo; siu: an engine that speaks SIU, as \`wordhost siu\` does
  --lexicon NAME         what the engine calls the word list (default: CELwordhost). WORDHOST_KWG, in the environment
                         of COMMAND, is the path of the list of the game as a KWG file
  --board NAME           what the engine calls the board (default: its own name of the board official)
  --tiles NAME           what the engine calls the tiles (default: its own name of the tiles english)
  --start-within DURATION  time limit for its first answer: 5s, 1m (default: 8s)
  --positions            instead of a game: positions (CGP) on standard input, one a line, each answered with the move of the engine
                         as a player would send it; \`wordhost analyze --engine\` does so. --start-within is the limit for each
  --help                 this text
`;

export interface EngineOptions {
  readonly kind: EngineKindName;
  readonly command: string;
  readonly lexicon: string;
  readonly board: string | undefined;
  readonly tiles: string | undefined;
  readonly startWithinMs: number;
  readonly positions: boolean;
}

type Given = Omit<EngineOptions, 'kind' | 'command'> & Partial<EngineOptions>;

const KINDS = `${engineKindNames.slice(0, -1).join(', ')} or ${engineKindNames.at(-1)}`;

const START_WITHIN_MS = 8_000;

export function readOptions(args: readonly string[]): program.Reading<EngineOptions> {
  const standard: Given = {
    lexicon: 'CELwordhost',
    board: undefined,
    tiles: undefined,
    startWithinMs: START_WITHIN_MS,
    positions: false,
  };
  const reading = program.readOptions(args, standard, readers, commandOf);
  if (reading.kind !== 'options') return reading;
  const { kind, command, ...options } = reading.options;
  if (kind === undefined) return problem(`expected --kind ${KINDS}; got none`);
  if (command === undefined) return problem('expected the command that starts the engine; got none');
  return { kind: 'options', options: { ...options, kind, command } };
}

/** It is a word of a line in a console. */
const named = (field: 'lexicon' | 'board' | 'tiles') => ({
  wants: 'a name without spaces',
  read: (value: string): Partial<Given> | undefined =>
    /^[^\s;]+$/.test(value) ? { [field]: value } : undefined,
});

const readers = {
  '--kind': {
    wants: KINDS,
    read(value: string): Partial<Given> | undefined {
      const kind = engineKindNames.find((name) => name === value);
      return kind && { kind };
    },
  },
  '--lexicon': named('lexicon'),
  '--board': named('board'),
  '--tiles': named('tiles'),
  '--positions': { flag: { positions: true } },
  '--start-within': {
    wants: 'a time with a unit, such as 5s or 1m',
    read(value: string): Partial<Given> | undefined {
      const startWithinMs = program.milliseconds(value);
      return startWithinMs ? { startWithinMs } : undefined;
    },
  },
};

function commandOf(command: string, { command: before }: Given): Partial<Given> | { problem: string } {
  if (before === undefined) return { command };
  return { problem: `expected one command, in quotes if it has spaces; got ${before} and ${command}` };
}

const problem = (text: string): program.Reading<EngineOptions> => ({ kind: 'problem', problem: text });
