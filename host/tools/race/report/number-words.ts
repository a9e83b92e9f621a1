import { grouped, percent } from '../../../core/text/plural.ts';

/** How figures are written, on the terminal and on the page alike. */

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

export function micros(us: number): string {
  if (us >= 1000) return `${Number((us / 1000).toFixed(us < 100_000 ? 1 : 0))} ms`;
  return `${Number(us.toFixed(us < 100 ? 1 : 0))} µs`;
}

export function seconds(value: number): string {
  if (value >= 120) return `${Math.round(value / 60)} min`;
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}

export function probability(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  return `p = ${p < 0.1 ? Number(p.toPrecision(2)) : p.toFixed(2)}`;
}

export function countOf(part: number, whole: number, what: string): string {
  return `${grouped(part)} of ${grouped(whole)} ${what}${whole === 0 ? '' : ` (${percent(part / whole, part / whole < 0.01 ? 2 : 1)})`}`;
}
