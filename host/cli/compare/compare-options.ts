import { UsageError } from '../../core/errors.ts';
import { keysOf, omit } from '../../core/fields.ts';
import type { AnyGame } from '../../games/game.ts';
import { farmOptions, onlyWorkers } from '../../settings/farm-options.ts';
import { commonOptions } from '../../settings/option-groups.ts';
import { type LikelihoodTest, models, type Question } from '../../tournament/comparison.ts';
import type { Call } from '../command.ts';

/** The sequential test of chess. */
export const sequentialOptions = {
  elo0: {
    kind: 'number',
    default: 0,
    min: -1000,
    max: 1000,
    help: 'sequential test: Elo difference of H0 (not better)',
  },
  elo1: {
    kind: 'number',
    default: 10,
    min: -1000,
    max: 1000,
    help: 'sequential test: Elo difference of H1 (better)',
  },
  alpha: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'how often the answer may be yes by mistake',
  },
  beta: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'how often the answer may be no by mistake',
  },
  model: {
    kind: 'choice',
    default: 'normalized',
    choices: models,
    help: 'unit of --elo0 and --elo1: Elo per standard deviation of a game, plain Elo, or points in standard deviations',
  },
  'not-worse': {
    kind: 'flag',
    default: false,
    relations: [
      {
        excludes: ['elo0', 'elo1'],
        from: 'anywhere',
        because: '--not-worse is --elo0 -10 --elo1 0',
      },
    ],
    help: 'test whether NEW is not worse than OLD (sequential test: --elo0 -10 --elo1 0)',
  },
} as const;

export function refuseOthersThanTwo({ name, seats }: AnyGame): void {
  if (seats.min > 2 || seats.max < 2) throw new UsageError(`${name} cannot be played by two players`);
}

/** These options exist only for the sequential test, and choose it. */
const onlySequential = ['elo0', 'elo1', 'model'] as const;

/** The options of both tests, and of the end of a comparison. */
export const testOptions = {
  test: {
    kind: 'choice',
    default: 'anytime',
    choices: ['anytime', 'sprt'],
    relations: [
      {
        when: 'anytime',
        excludes: onlySequential,
        from: 'anywhere',
        because: 'only --test sprt has them',
      },
    ],
    help: 'test that decides; `sprt`: the sequential test of chess, with --elo0, --elo1 and --model',
    everyday: true,
  },
  difference: {
    kind: 'number',
    default: 10,
    min: 0,
    max: 1000,
    relations: [
      {
        excludes: onlySequential,
        from: 'anywhere',
        because: 'only --test anytime has a --difference',
      },
      { excludes: ['test'], is: ['sprt'], from: 'anywhere', because: '--difference is for --test anytime' },
    ],
    help: 'with --test anytime: not better means not better by this much Elo',
  },
  ...sequentialOptions,
} as const;

/** The margin of points would never decide anything. */
export function noPoints(game: string): UsageError {
  return new UsageError(
    `--model margin: expected a game with points; ${game} has none; --model normalized and logistic use who won`,
  );
}

/** Reads the question for the games. A stored comparison keeps the kind of its test unless an option names another one. */
export function questionOf(
  call: Call<typeof testOptions>,
  begun?: Pick<Question, 'test'>,
): Pick<Question, 'test' | 'notWorse'> {
  const { difference, alpha, beta, 'not-worse': notWorse } = call.options;
  const test = call.textsOf('test') && call.options.test;
  const only = onlySequential.find((name) => call.textsOf(name) !== undefined);
  const isDifferent = call.textsOf('difference') !== undefined;
  const isBegun = begun?.test != null && begun.test.kind !== 'anytime' && !isDifferent;
  const kind = test ?? (only !== undefined || isBegun ? 'sprt' : 'anytime');
  if (kind === 'anytime') return { test: { kind, difference, alpha, beta }, notWorse };
  return sequentialQuestion(call);
}

/** The question of a sequential test, from options that fit each other. */
export function sequentialQuestion(call: Call<typeof sequentialOptions>): {
  readonly test: LikelihoodTest;
  readonly notWorse: boolean;
} {
  const { 'not-worse': notWorse, alpha, beta, model } = call.options;
  const [elo0, elo1] = notWorse ? [-10, 0] : [call.options.elo0, call.options.elo1];
  if (elo0 >= elo1) throw new UsageError(`--elo0 ${elo0} and --elo1 ${elo1}: expected elo0 below elo1`);
  return { test: { model, elo0, elo1, alpha, beta }, notWorse };
}

/** The options of a series that `compare` sets itself. */
export const fixedOptions = {
  rotate: true,
  mirrored: true,
  events: undefined,
  view: false,
  require: [],
  standings: undefined,
} as const;

/** The options of `compare` and `tune` besides their tests and the game's own options. */
export const pairOptions = {
  'max-games': {
    kind: 'count',
    default: 20_000,
    min: 2,
    max: 1_000_000,
    help: 'largest number of games before the result is undecided',
  },
  games: {
    kind: 'count',
    default: undefined,
    min: 2,
    max: 1_000_000,
    relations: [
      { excludes: [...keysOf(testOptions), 'max-games'], because: '--games N plays N games without a test' },
    ],
    help: 'number of games to play without a test; prints the statistics',
    everyday: true,
  },
  offences: {
    kind: 'choice',
    default: 'end',
    choices: ['end', 'count'],
    help: 'an offense by NEW ends the comparison, or the game counts as lost',
  },
  results: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'file for the results of the games, as lines of JSON',
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
    relations: [{ requires: 'store' }],
    help: 'with --store: save only results in the store, no records',
  },
  ...omit(commonOptions, ['games', ...keysOf(fixedOptions)]),
  jobs: {
    ...commonOptions.jobs,
    default: 'auto',
    min: 0,
    relations: [onlyWorkers],
    help: `${commonOptions.jobs.help}; 0, with --store postgres://…: only workers play (wordhost worker)`,
  },
  ...farmOptions,
  json: { kind: 'flag', default: false, help: 'print one JSON object on standard output' },
} as const;

/** The options of `compare` besides the game's own options. */
export const compareOptions = { ...testOptions, ...pairOptions } as const;
