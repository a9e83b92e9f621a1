import { draw, type Key, openStream } from '../core/chance.ts';

/*
 * Simultaneous perturbation stochastic approximation (Spall, 1992). In each step all parameters go up or down together by a little, by
 * chance; players on both sides play pairs, and the parameters move to the side that does better. What is found is the mean of the
 * second half of the path (Polyak and Ruppert), which is nearer to the best than its last step.
 */

export interface TunedParameter {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly start: number;
}

export interface Tuning {
  readonly parameters: readonly TunedParameter[];
  /** Says which go up and which go down. */
  readonly key: Key;
  readonly steps: number;
  /** In each step. */
  readonly pairs: number;
}

/** Values of the parameters, in their order. */
export type Values = readonly number[];

export interface TuningState {
  /** After each step, from the start. */
  readonly path: readonly Values[];
  /** Of all pairs so far: how many, and the sum of the squares of their results. */
  readonly results: { readonly count: number; readonly squares: number };
}

/** Parts of the range of a parameter: how far the sides are from the middle at first, and how far chance alone moves it in a step. */
const SIDE = 0.15;
const MOVE = 0.04;
/** As parts of all steps: at first steps hardly become smaller. */
const STABLE = 0.1;
/** How fast steps become smaller, and how fast sides do (Spall's own). */
const STEP_POWER = 0.602;
const SIDE_POWER = 0.101;

export function startTuning({ parameters }: Tuning): TuningState {
  return { path: [parameters.map(({ start }) => start)], results: { count: 0, squares: 0 } };
}

/** How many steps are done. */
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
      within(values[index]! + way * signs[index]! * side * (high - low), low, high),
    );
  return { plus: moved(1), minus: moved(-1) };
}

/** `results`: of each pair of the step, how far the first side was better; 0 where it was even. */
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
    within(last[index]! + move * signs[index]! * (high - low), low, high),
  );
  return { path: [...state.path, values], results: { count, squares } };
}

/** The mean of the second half of the path. */
export function foundValues({ path }: TuningState): Values {
  const half = path.slice(Math.floor(path.length / 2));
  return path[0]!.map((_, index) => half.reduce((sum, values) => sum + values[index]!, 0) / half.length);
}

/** For each parameter, whether it goes up or down on the first side. */
function signsOf({ parameters, key }: Tuning, step: number): readonly (1 | -1)[] {
  let stream = openStream(key, 'tuning', step);
  return parameters.map(() => {
    const [side, rest] = draw(stream, 2);
    stream = rest;
    return side === 0 ? 1 : -1;
  });
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
