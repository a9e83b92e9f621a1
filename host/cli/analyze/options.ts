import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { dictionaryOptions } from '../../settings/options.ts';

/** Of every game: each game has its own besides. */
export const analyzeOptions = {
  as: {
    kind: 'choice',
    choices: ['terminal', 'json', 'csv', 'html', 'gcg'] as const,
    default: 'terminal',
    help: 'form; `json`: an object a game, in a line each; `csv`: a row a move; `html`: of one game the page to step through it, with the best moves beside the board, of several a page with figures; `gcg`: of one game, with a `#note` of the best play',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: '-',
    value: 'FILE',
    help: 'file to write; `-` is standard output',
    everyday: true,
  },
  'per-game': {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'FILE',
    help: 'file for a row a game in CSV, with the figures of each player',
    everyday: true,
  },
  top: {
    kind: 'count',
    default: 3,
    min: 1,
    max: 1000,
    help: 'how many of the best moves are listed beside each move',
    everyday: true,
  },
  player: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'NAME',
    help: 'player whose moves and figures are shown (default: all)',
    everyday: true,
  },
  worst: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 0,
    max: 100_000,
    help: 'how many of the worst moves of all games are shown, each with the command that shows it (default: 5 of several games, none of one)',
    everyday: true,
  },
  step: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 10_000_000,
    help: 'with --as html: step that the page of a game shows first (default: the last)',
  },
  jobs: {
    kind: 'count',
    default: 1 as number | 'auto',
    min: 1,
    max: 256,
    auto: true,
    help: 'number of processes that analyze games at once; `auto`: one for each processor',
  },
  dictionary: {
    kind: 'text',
    default: undefined as string | undefined,
    names: dictionaryOptions.dictionary.names,
    value: 'NAME|FILE',
    help: 'word list that the games are judged by (default: that of each game; of games from other programs `english`)',
    everyday: true,
  },
  'skip-non-words': dictionaryOptions['skip-non-words'],
} as const satisfies OptionTable;

export type AnalyzeOptions = OptionValues<typeof analyzeOptions>;
