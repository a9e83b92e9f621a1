import { type Figure, median, shown } from '../figure.ts';
import type { Line } from './measure-in.ts';

export interface Ratio {
  readonly group: string;
  readonly what: string;
  readonly unit?: Figure['unit'];
  readonly there: readonly number[];
  readonly here: readonly number[];
  /** Here, of there; null where one of them is missing, or they cannot be divided. */
  readonly ratio: number | null;
  readonly skipped?: string;
}

export interface Measured {
  readonly there: readonly Line[];
  readonly here: readonly Line[];
}

export function ratios({ there, here }: Measured): readonly Ratio[] {
  const names = new Set([...here, ...there].map(({ group, what }) => JSON.stringify([group, what])));
  return [...names].map((name) => {
    const [group, what] = JSON.parse(name) as [string, string];
    const mine = (lines: readonly Line[]) =>
      lines.filter((line) => line.group === group && line.what === what);
    return ratio(group, what, mine(there), mine(here));
  });
}

function ratio(group: string, what: string, there: readonly Line[], here: readonly Line[]): Ratio {
  const values = (lines: readonly Line[]) =>
    lines.flatMap((line) => ('measured' in line ? [line.measured] : []));
  const all = [...here, ...there];
  const unit = all.flatMap((line) => ('unit' in line ? [line.unit] : []))[0];
  const skipped = all.flatMap((line) => ('skipped' in line ? [line.skipped] : []))[0];
  const [old, now] = [values(there), values(here)];
  const divided = old.length > 0 && now.length > 0 ? median(now) / median(old) : Number.NaN;
  return {
    group,
    what,
    ...(unit && { unit }),
    there: old,
    here: now,
    ratio: divided > 0 && Number.isFinite(divided) ? divided : null,
    ...(skipped && { skipped }),
  };
}

export function ratioRow({ group, what, unit, there, here, ratio, skipped }: Ratio): Record<string, string> {
  const side = (values: readonly number[]) => {
    if (values.length === 0 || unit === undefined) return skipped ? `skipped: ${skipped}` : 'not measured';
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return `${shown(median(values), unit)} (${least.toPrecision(3)} to ${most.toPrecision(3)})`;
  };
  return { group, what, there: side(there), here: side(here), ratio: ratio?.toFixed(2) ?? '' };
}
