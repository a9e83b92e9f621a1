import { outputOptions } from '../../settings/output-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';

const { json, quiet, stderr, require, watch } = outputOptions;

/** What `tournament` takes beside its file. */
export const tournamentOptions = {
  store: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    takes: 'store',
    help: 'file that keeps the games, to go on with (default: beside the tournament file, with the ending .db)',
    everyday: true,
  },
  'dry-run': {
    kind: 'flag',
    default: false,
    help: 'how many games there are and about how long they take, from a few that are played and not kept; nothing else is started',
    everyday: true,
  },
  jobs: { ...seriesOptions.jobs, default: 'auto' },
  'one-processor': seriesOptions['one-processor'],
  records: {
    kind: 'flag',
    default: true,
    help: 'record of each game in the store; --no-records keeps the results alone',
  },
  roster: {
    kind: 'text',
    default: undefined,
    value: 'FOLDER',
    help: 'no games: writes a tournament file in which each folder in FOLDER is a player',
  },
  game: {
    kind: 'text',
    default: undefined,
    value: 'GAME',
    help: 'with --roster: the game that is played',
  },
  ...{ watch, json, quiet, stderr, require },
} as const;
