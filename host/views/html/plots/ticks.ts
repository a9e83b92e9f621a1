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
