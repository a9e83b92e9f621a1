import { draw, type Key, openStream } from '../core/chance.ts';

/*
 * Simultaneous perturbation stochastic approximation (Spall, 1992). Each step moves all parameters by a small amount in a random
 * direction, and plays pairs of games between both sides. Then the parameters move towards the better side. The result is the mean of
 * the second half of the path (Polyak and Ruppert), which has a smaller error than the last step.
 */

export interface TunedParameter {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly start: number;
}

export interface Tuning {
  readonly parameters: readonly TunedParameter[];
  /** The key of the random directions. */
  readonly key: Key;
  readonly steps: number;
  /** The number of pairs in each step. */
  readonly pairs: number;
}

/** The values of the parameters, in their order. */
export type Values = readonly number[];

export interface TuningState {
  /** The values at the start and after each step. */
  readonly path: readonly Values[];
  /** The number of all pairs so far, and the sum of the squares of their results. */
  readonly results: { readonly count: number; readonly squares: number };
}

/** Parts of the range of a parameter: the first distance of each side from the middle, and the movement by chance in one step. */
const SIDE = 0.15;
const MOVE = 0.04;
/** The part of all steps after which the step size begins to fall (Spall's A). */
const STABLE = 0.1;
/** Spall's α and γ: the exponents by which step size and distance of the sides fall. */
const STEP_POWER = 0.602;
const SIDE_POWER = 0.101;

export function startTuning({ parameters }: Tuning): TuningState {
  return { path: [parameters.map(({ start }) => start)], results: { count: 0, squares: 0 } };
}

/** The number of completed steps. */
export const stepsOf = ({ path }: TuningState) => path.length - 1;

/** The values that play each other in the next step. */
export function sidesOf(
  tuning: Tuning,
  state: TuningState,
): { readonly plus: Values; readonly minus: Values } {
  const step = stepsOf(state) + 1;
  const signs = signsOf(tuning, step);
  const side = SIDE / step ** SIDE_POWER;
  const values = state.path.at(-1)!;
  const moved = (way: 1 | -1) =>
    tuning.parameters.map(({ low, high }, index) =>
      clamp(values[index]! + way * signs[index]! * side * (high - low), low, high),
    );
  return { plus: moved(1), minus: moved(-1) };
}

/** `results`: how far the first side was better in each pair of the step; 0 for an even pair. */
export function nextStep(tuning: Tuning, state: TuningState, results: readonly number[]): TuningState {
  const step = stepsOf(state) + 1;
  const signs = signsOf(tuning, step);
  const count = state.results.count + results.length;
  const squares = state.results.squares + results.reduce((sum, result) => sum + result ** 2, 0);
  const total = results.reduce((sum, result) => sum + result, 0);
  const spread = Math.sqrt(squares / count) * Math.sqrt(results.length);
  const stable = STABLE * tuning.steps;
  const size = MOVE * ((stable + 1) / (stable + step)) ** STEP_POWER * step ** SIDE_POWER;
  const move = spread === 0 ? 0 : (size * total) / spread;
  const last = state.path.at(-1)!;
  const values = tuning.parameters.map(({ low, high }, index) =>
    clamp(last[index]! + move * signs[index]! * (high - low), low, high),
  );
  return { path: [...state.path, values], results: { count, squares } };
}

/** The mean of the second half of the path. */
export function foundValues({ path }: TuningState): Values {
  const half = path.slice(Math.floor(path.length / 2));
  return path[0]!.map((_, index) => half.reduce((sum, values) => sum + values[index]!, 0) / half.length);
}

/** The direction of each parameter on the first side. */
function signsOf({ parameters, key }: Tuning, step: number): readonly (1 | -1)[] {
  let stream = openStream(key, 'tuning', step);
  return parameters.map(() => {
    const [side, rest] = draw(stream, 2);
    stream = rest;
    return side === 0 ? 1 : -1;
  });
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
