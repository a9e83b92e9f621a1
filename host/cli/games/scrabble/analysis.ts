import { UsageError } from '../../../core/errors.ts';
import { scrabbleAnalysis } from '../../../games/scrabble/analysis/analyze.ts';
import { measures } from '../../../games/scrabble/analysis/best-moves.ts';
import type { AnalysisWords } from '../../game-words.ts';

const options = {
  by: {
    kind: 'choice',
    choices: measures,
    default: 'points',
    help: 'Scrabble: what moves are compared by; `points`, or `equity`: points with what the tiles are worth that are kept, and with an empty bag what is gained by going out',
    everyday: true,
  },
  engine: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'COMMAND',
    help: 'Scrabble: engine that says the best move of each position; COMMAND starts it',
  },
  kind: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'NAME',
    help: 'with --engine: whose console it is; a kind of `wordhost player engine`, such as macondo',
  },
  time: {
    kind: 'duration',
    default: 30e9,
    min: 1e6,
    max: 3600e9,
    help: 'with --engine: time limit for each position',
  },
} as const;

export const analyzeScrabble: AnalysisWords = {
  options,
  analysis: scrabbleAnalysis,
  engine({ engine, kind, time }) {
    if (engine === undefined && kind === undefined) return undefined;
    if (engine === undefined) throw new UsageError('--kind: expected --engine COMMAND with it; got none');
    if (kind === undefined)
      throw new UsageError('--engine: expected --kind with it, such as --kind macondo; got none');
    const ms = `${Math.round((time as number) / 1e6)}ms`;
    return ['engine', '--kind', String(kind), '--positions', '--start-within', ms, String(engine)];
  },
};
