import { UsageError } from '../../core/usage-error.ts';
import type { Question } from '../../tournament/comparison.ts';
import { models } from '../../tournament/likelihood-test.ts';
import type { Call } from '../command.ts';

/** The sequential test, and what ends it. */
export const testOptions = {
  elo0: {
    kind: 'number',
    default: 0,
    min: -1000,
    max: 1000,
    help: 'the first hypothesis: NEW is so much better than OLD, and no more',
    everyday: true,
  },
  elo1: {
    kind: 'number',
    default: 10,
    min: -1000,
    max: 1000,
    help: 'the second hypothesis: NEW is so much better',
    everyday: true,
  },
  alpha: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'how often the second hypothesis may be accepted though the first is true',
  },
  beta: {
    kind: 'number',
    default: 0.05,
    min: 0.000_001,
    max: 0.5,
    help: 'how often the first hypothesis may be accepted though the second is true',
  },
  model: {
    kind: 'choice',
    default: 'normalized',
    choices: models,
    help: 'units of the hypotheses: Elo in units of the spread of a game, plain Elo, or the margin of points in units of its spread',
  },
  'not-worse': {
    kind: 'flag',
    default: false,
    help: 'question: is NEW not worse? The same as --elo0 -10 --elo1 0',
  },
} as const;

/** The margin of points would never decide anything. */
export function noPoints(game: string): UsageError {
  return new UsageError(
    `--model margin: expected a game with points, which ${game} has not; --model normalized and logistic go by who won`,
  );
}

/** What is asked of the games, from options that fit each other. */
export function questionOf(call: Call<typeof testOptions>): Pick<Question, 'test' | 'notWorse'> {
  const { 'not-worse': notWorse, alpha, beta, model } = call.options;
  const said = (['elo0', 'elo1'] as const).find((name) => call.said(name) !== undefined);
  if (notWorse && said !== undefined)
    throw new UsageError(
      `--not-worse and --${said}: expected one of them. --not-worse is --elo0 -10 --elo1 0`,
    );
  const [elo0, elo1] = notWorse ? [-10, 0] : [call.options.elo0, call.options.elo1];
  if (elo0 >= elo1) throw new UsageError(`--elo0 ${elo0} and --elo1 ${elo1}: expected elo0 below elo1`);
  return { test: { model, elo0, elo1, alpha, beta }, notWorse };
}
