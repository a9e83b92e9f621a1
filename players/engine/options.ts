import * as program from '../program/options.ts';
import { type EngineKindName, engineKindNames } from './kinds.ts';

export const help = `wordhost player engine --kind magpie|macondo|siu [options] COMMAND

Plays Scrabble with an engine that has a console. A host starts this player, for
example:
  wordhost scrabble "wordhost player engine --kind macondo ./macondo" \\
      "wordhost player greedy"
/bin/sh runs COMMAND, which starts the engine. In each turn the engine gets the
position (CGP) and the command to generate moves; this player plays the first
move of its list.

Before the game, the engine has to find a move for the opening hand: this shows
whether it knows the board, the tiles and the word list. The player leaves the
game if the engine exits, reports an error, or has not answered when nine tenths
of the time of the turn are over. It prints the reason on standard error.

Options
  --kind NAME            kind of console: magpie, macondo, or siu for an engine
                         that speaks SIU, as \`wordhost siu\` does
  --lexicon NAME         the engine's name for the word list (default:
                         CELwordhost). In the environment of COMMAND,
                         WORDHOST_KWG is the path of the word list of the game
                         as a KWG file
  --board NAME           the engine's name for the board (default: its name for
                         the board official)
  --tiles NAME           the engine's name for the tiles (default: its name for
                         the tiles english)
  --start-within DURATION
                         time limit for the engine's first answer: 5s, 1m
                         (default: 8s)
  --positions            instead of playing, read positions (CGP) from standard
                         input, one on each line, and print the engine's move
                         for each, as a player would send it.
                         \`wordhost analyze --engine\` uses this. --start-within
                         is the time limit for each position
  --help                 show this help
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
  if (kind === undefined) return problem(`--kind is required: ${KINDS}`);
  if (command === undefined) return problem('expected the command that starts the engine');
  return { kind: 'options', options: { ...options, kind, command } };
}

/** A console command takes it as one word. */
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
  return { problem: `expected one command, in quotes if it contains spaces; got ${before} and ${command}` };
}

const problem = (text: string): program.Reading<EngineOptions> => ({ kind: 'problem', problem: text });
