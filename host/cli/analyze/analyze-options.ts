import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { dictionaryOptions } from '../../settings/options.ts';
import { priceOption } from '../price.ts';

/** The options of all games. Each game has more of its own. */
export const analyzeOptions = {
  as: {
    kind: 'choice',
    choices: ['terminal', 'json', 'csv', 'html', 'gcg'] as const,
    default: 'terminal',
    help: 'output form; `json`: one object for each game, one per line; `csv`: one row for each move; `html`: for one game, a page to step through, with the best moves; for several games, statistics; `gcg`: for one game, with the best play in each `#note`',
    everyday: true,
  },
  output: {
    kind: 'text',
    default: '-',
    value: 'FILE',
    relations: [{ requires: 'as', is: ['json', 'csv', 'html', 'gcg'], from: 'anywhere' }],
    help: 'output file; `-` for standard output',
    everyday: true,
  },
  'per-game': {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'FILE',
    help: 'CSV file with one row for each game: the statistics of each player',
    everyday: true,
  },
  top: {
    kind: 'count',
    default: 3,
    min: 1,
    max: 1000,
    help: 'number of best moves to list beside each move',
    everyday: true,
  },
  player: {
    kind: 'text',
    default: undefined as string | undefined,
    value: 'NAME',
    help: 'player whose moves and statistics are shown (default: all)',
    everyday: true,
  },
  worst: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 0,
    max: 100_000,
    help: 'number of worst moves to list (default: 5 for several games, 0 for one)',
    everyday: true,
  },
  price: priceOption,
  step: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 10_000_000,
    help: 'with --as html: step that the page shows first (default: the worst move)',
  },
  jobs: {
    kind: 'count',
    default: 1 as number | 'auto',
    min: 1,
    max: 256,
    auto: true,
    help: 'number of processes that analyze games in parallel; `auto`: one for each processor',
  },
  dictionary: {
    kind: 'text',
    default: undefined as string | undefined,
    names: dictionaryOptions.dictionary.names,
    value: 'NAME|FILE',
    help: 'word list for the analysis (default: the list of each game; `english` for games from other programs)',
    everyday: true,
  },
  'skip-non-words': dictionaryOptions['skip-non-words'],
} as const satisfies OptionTable;

export type AnalyzeOptions = OptionValues<typeof analyzeOptions>;
