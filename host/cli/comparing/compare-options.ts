import { commonOptions } from '../../settings/common-options.ts';
import { testOptions } from './test-options.ts';

const {
  games: _,
  rotate: __,
  mirrored: ___,
  events: ____,
  view: _____,
  require: ______,
  standings: _______,
  ...kept
} = commonOptions;

/** What `compare` takes besides the game's own options. */
export const compareOptions = {
  ...testOptions,
  'max-games': {
    kind: 'count',
    default: 20_000,
    min: 2,
    max: 1_000_000,
    help: 'limit for the number of games; then it is undecided',
  },
  games: {
    kind: 'count',
    default: undefined,
    min: 2,
    max: 1_000_000,
    help: 'no test: so many games, and the figures',
    everyday: true,
  },
  offences: {
    kind: 'choice',
    default: 'end',
    choices: ['end', 'count'],
    help: 'an offence of NEW ends the comparison, or counts as a game lost',
  },
  results: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the results of the games, one JSON object a line',
  },
  store: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    takes: 'store',
    help: 'file that keeps the games; the same command with it goes on where it ended',
    everyday: true,
  },
  records: {
    kind: 'flag',
    default: true,
    help: 'with --store: record of each game in the store; --no-records keeps the results alone',
  },
  ...kept,
  jobs: { ...commonOptions.jobs, default: 'auto' },
  json: { kind: 'flag', default: false, help: 'the answer as one JSON object on standard output' },
} as const;

/** What the options of a series say that `compare` decides itself. */
export const fixedOptions = {
  rotate: true,
  mirrored: true,
  events: undefined,
  view: false,
  require: [],
  standings: undefined,
} as const;
