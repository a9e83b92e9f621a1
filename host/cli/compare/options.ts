import { UsageError } from '../../core/errors.ts';
import { farmOptions } from '../../settings/farm-options.ts';
import { commonOptions } from '../../settings/option-groups.ts';
import { models, type Question } from '../../tournament/comparison.ts';
import type { Call } from '../command.ts';

/** The sequential test, and what ends it. */
export const testOptions = {
  elo0: {
    kind: 'number',
    default: 0,
    min: -1000,
    max: 1000,
    help: 'Elo difference under H0 (NEW is not better)',
    everyday: true,
  },
  elo1: {
    kind: 'number',
    default: 10,
    min: -1000,
    max: 1000,
    help: 'Elo difference under H1 (NEW is better)',
    everyday: true,
  },
  alpha: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'false-positive rate: how often H1 may be accepted though H0 is true',
  },
  beta: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'false-negative rate: how often H0 may be accepted though H1 is true',
  },
  model: {
    kind: 'choice',
    default: 'normalized',
    choices: models,
    help: 'unit of --elo0 and --elo1; `normalized`: Elo per standard deviation of a game; `logistic`: plain Elo; `margin`: point difference in standard deviations',
  },
  'not-worse': {
    kind: 'flag',
    default: false,
    help: 'test for a NEW that is not worse than OLD; the same as --elo0 -10 --elo1 0',
  },
} as const;

/** The margin of points would never decide anything. */
export function noPoints(game: string): UsageError {
  return new UsageError(
    `--model margin: expected a game with points; ${game} has none; --model normalized and logistic use who won`,
  );
}

/** What is asked of the games, from options that fit each other. */
export function questionOf(call: Call<typeof testOptions>): Pick<Question, 'test' | 'notWorse'> {
  const { 'not-worse': notWorse, alpha, beta, model } = call.options;
  const said = (['elo0', 'elo1'] as const).find((name) => call.textsOf(name) !== undefined);
  if (notWorse && said !== undefined)
    throw new UsageError(
      `--not-worse and --${said}: use one or the other. --not-worse is --elo0 -10 --elo1 0`,
    );
  const [elo0, elo1] = notWorse ? [-10, 0] : [call.options.elo0, call.options.elo1];
  if (elo0 >= elo1) throw new UsageError(`--elo0 ${elo0} and --elo1 ${elo1}: expected elo0 below elo1`);
  return { test: { model, elo0, elo1, alpha, beta }, notWorse };
}

const {
  games: _,
  rotate: __,
  mirrored: ___,
  events: ____,
  view: _____,
  require: ______,
  standings: _______,
  ...others
} = commonOptions;

/** What `compare` takes besides the game's own options. */
export const compareOptions = {
  ...testOptions,
  'max-games': {
    kind: 'count',
    default: 20_000,
    min: 2,
    max: 1_000_000,
    help: 'largest number of games; without a decision by then, the result is undecided',
  },
  games: {
    kind: 'count',
    default: undefined,
    min: 2,
    max: 1_000_000,
    help: 'number of games to play without a test; prints the statistics',
    everyday: true,
  },
  offences: {
    kind: 'choice',
    default: 'end',
    choices: ['end', 'count'],
    help: 'effect of an offense by NEW: it ends the comparison, or the game counts as lost',
  },
  results: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the results of the games, one JSON object per line',
  },
  store: {
    kind: 'text',
    default: undefined,
    value: 'FILE|URL',
    takes: 'store',
    help: 'file or PostgreSQL database to save the games in; run the same command to resume',
    everyday: true,
  },
  records: {
    kind: 'flag',
    default: true,
    help: 'with --store: save only results in the store, no records',
  },
  ...others,
  jobs: {
    ...commonOptions.jobs,
    default: 'auto',
    min: 0,
    help: `${commonOptions.jobs.help}; 0, with --store postgres://…: only workers play (wordhost worker)`,
  },
  ...farmOptions,
  json: { kind: 'flag', default: false, help: 'print one JSON object on standard output' },
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
