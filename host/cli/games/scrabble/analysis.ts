import { scrabbleAnalysis } from '../../../games/scrabble/analysis/analyze.ts';
import { measures } from '../../../games/scrabble/analysis/best-moves.ts';
import type { AnalysisWords } from '../../game-words.ts';
import { leaveOption, readLeaveFile } from './leave-file.ts';

const options = {
  by: {
    kind: 'choice',
    choices: measures,
    default: 'points',
    help: 'Scrabble: measure for comparing moves; `equity`: points plus the value of the tiles kept',
    everyday: true,
  },
  leave: {
    ...leaveOption,
    help: 'Scrabble: KLV2 file with leave values; moves are compared by its equity',
  },
  engine: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'COMMAND',
    relations: [{ requires: 'kind', from: 'anywhere' }],
    help: 'Scrabble: command of an engine that chooses the best move of each position',
  },
  kind: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'NAME',
    relations: [{ requires: 'engine', from: 'anywhere' }],
    help: 'with --engine: kind of engine, as for `wordhost player engine`, such as macondo',
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
  analysis: {
    ...scrabbleAnalysis,
    analyze(request) {
      const { leave } = request.options;
      const leaves = leave === undefined ? undefined : readLeaveFile(String(leave));
      return scrabbleAnalysis.analyze({ ...request, options: { ...request.options, leaves } });
    },
  },
  engine({ engine, kind, time }) {
    if (engine === undefined) return undefined;
    const ms = `${Math.round((time as number) / 1e6)}ms`;
    return ['engine', '--kind', String(kind), '--positions', '--start-within', ms, String(engine)];
  },
};
