import { widthOf } from '../../../core/text/columns.ts';

export interface Ticks {
  /** Whole steps around all that is shown. */
  readonly axis: readonly [number, number];
  readonly step: number;
  readonly marks: readonly number[];
}

const MOST = 5;

/** Marks that people can read, by steps of 1, 2 or 5. */
export function ticksBetween(low: number, high: number): Ticks {
  const span = high - low || Math.abs(high) || 1;
  const ten = 10 ** Math.floor(Math.log10(span / MOST));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => span / each <= MOST) ?? 10 * ten;
  const from = Math.floor(low / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  const count = Math.round((to - from) / step);
  const marks = Array.from({ length: count + 1 }, (_, index) =>
    Number((from + index * step).toPrecision(12)),
  );
  return { axis: [marks[0]!, marks.at(-1)!], step, marks };
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Of a letter, in the units of the drawing. */
export const LETTER = 7.5;
const GAP = LETTER;

/** Every tick, or every second, third and so on, so that no label touches the next one. `x`: where on the drawing a value is. */
export function labelledTicks(ticks: readonly Tick[], x: (value: number) => number): readonly Tick[] {
  for (let every = 1; every < ticks.length; every++) {
    const some = ticks.filter((_, index) => index % every === 0);
    if (some.every((tick, index) => index === 0 || isFree(some[index - 1]!, tick, x))) return some;
  }
  return ticks.slice(0, 1);
}

function isFree(one: Tick, next: Tick, x: (value: number) => number): boolean {
  const half = (tick: Tick) => (LETTER * widthOf(tick.label)) / 2;
  return x(next.at) - x(one.at) >= half(one) + half(next) + GAP;
}
