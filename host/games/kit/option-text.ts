import { visibleJson } from '../../core/text/visible.ts';
import type { OptionSpec } from './option.ts';

export type OptionReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const durations = { us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;
const sizes = { B: 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 } as const;

/** An option's text to its value: what was expected and what came, where it is wrong. */
export function readOption(spec: OptionSpec, text: string): OptionReading {
  switch (spec.kind) {
    case 'flag':
      return readFlag(text);
    case 'count':
      if (spec.auto && text === 'auto') return { ok: true, value: text };
      return within(spec, /^-?\d+$/.test(text) ? Number(text) : undefined, text);
    case 'number':
      return within(spec, /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined, text);
    case 'duration':
      if (spec.none && text === 'none') return { ok: true, value: Number.POSITIVE_INFINITY };
      return within(spec, measure(text, durations), text);
    case 'size':
      return within(spec, measure(text, sizes), text);
    case 'choice':
      return spec.choices.includes(text) ? { ok: true, value: text } : wrong(expected(spec), text);
    case 'list':
      return { ok: true, value: [text] };
    case 'text':
      return { ok: true, value: text };
    case 'file': {
      const reading = spec.named?.(text) ?? spec.read(text);
      if (reading.ok) return reading;
      const place = reading.line === undefined ? '' : `line ${reading.line}: `;
      return { ok: false, problem: `${place}${reading.problem}` };
    }
    default:
      return spec satisfies never;
  }
}

/** What may stand there, in words. */
export function expected(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'flag':
      return 'true or false';
    case 'count':
      return `a whole number from ${spec.min} to ${spec.max}${spec.auto ? ', or auto' : ''}`;
    case 'number':
      return `a number from ${spec.min} to ${spec.max}`;
    case 'duration':
      return `a time with its unit (us, ms, s, m, h), such as 250ms or 10s, ${range(spec)}${spec.none ? ', or none' : ''}`;
    case 'size':
      return `a size with its unit (B, K, M, G), such as 512M, ${range(spec)}`;
    case 'choice':
      return `one of ${spec.choices.join(', ')}`;
    case 'file':
      return spec.named ? 'a built-in name, or a file' : 'a file';
    case 'text':
    case 'list':
      return 'a text';
    default:
      return spec satisfies never;
  }
}

/** The text that is read back to this value: for records, help and the reference. */
export function optionText(spec: OptionSpec, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === Number.POSITIVE_INFINITY) return 'none';
  if (spec.kind === 'duration') return withUnit(value as number, durations);
  if (spec.kind === 'size') return withUnit(value as number, sizes);
  if (spec.kind === 'file') return spec.write(value as never);
  return String(value);
}

function range(spec: OptionSpec & { min: number; max: number }): string {
  return `from ${optionText(spec, spec.min)} to ${optionText(spec, spec.max)}`;
}

function readFlag(text: string): OptionReading {
  if (text === 'true' || text === '1' || text === '') return { ok: true, value: true };
  if (text === 'false' || text === '0') return { ok: true, value: false };
  return wrong('true or false', text);
}

function within(
  spec: OptionSpec & { min: number; max: number },
  value: number | undefined,
  text: string,
): OptionReading {
  if (value === undefined || value < spec.min || value > spec.max) return wrong(expected(spec), text);
  return { ok: true, value };
}

/** A number and a unit. Only 0 needs none: everything else would be a guess. */
function measure(text: string, units: Readonly<Record<string, number>>): number | undefined {
  if (text === '0') return 0;
  const parts = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const unit = [parts?.[2], parts?.[2]?.toUpperCase()].find((name) => name && Object.hasOwn(units, name));
  return unit === undefined ? undefined : Math.round(Number(parts![1]) * units[unit]!);
}

function withUnit(value: number, units: Readonly<Record<string, number>>): string {
  if (value === 0) return '0';
  const [name, unit] = Object.entries(units).findLast(([, size]) => value % size === 0) ?? ['', 1];
  return name === ''
    ? `${value / Object.values(units)[0]!}${Object.keys(units)[0]}`
    : `${value / unit}${name}`;
}

function wrong(needed: string, came: string): OptionReading {
  return { ok: false, problem: `expected ${needed}; got ${visibleJson(came)}` };
}
