import { UsageError } from '../../core/errors.ts';
import { visibleJson } from '../../core/text.ts';
import type { OptionSpec } from '../../games/kit/option.ts';
import { expected } from '../../games/kit/option.ts';
import { MOST_YAML_BYTES, readSettingFile } from '../settle-options.ts';
import { readPlaced, WrittenScalar } from './placed-file.ts';

export interface Config {
  readonly values: Readonly<Record<string, unknown>>;
  /** The position of a part for messages, such as `match.yaml:3:12`. */
  positionOf(path: readonly (string | number)[]): string;
}

/** Reads a configuration file. `naming` says what named the file. */
export async function readConfig(path: string, naming: string): Promise<Config> {
  const text = readSettingFile(naming, path, '', MOST_YAML_BYTES);
  const reading = await readPlaced(text, (scalar) => scalar);
  if (!reading.ok) throw new UsageError(`${path}:${reading.place}: ${reading.problem}`);
  const { value, placeOf } = reading.file;
  const hasOnlyComments = value === null && text.trim() !== '';
  const values = hasOnlyComments ? {} : value;
  if (!isByNames(values))
    throw new UsageError(`${naming} ${path}: expected options and values, such as \`games: 10\``);
  return { values, positionOf: (part) => `${path}:${placeOf(part)}` };
}

export function isByNames(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenScalar)
  );
}

export function isNumber(value: unknown): boolean {
  return typeof (value instanceof WrittenScalar ? value.value : value) === 'number';
}

/** The text that has this value on the command line. */
export function configText(where: string, spec: OptionSpec, value: unknown): string | readonly string[] {
  if (Array.isArray(value) && spec.kind === 'list') return value.map(textAsWritten);
  if (value instanceof WrittenScalar) return isText(spec) ? value.source : String(value.value);
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  const listed = `a string, or a list of strings${spec.value === undefined ? '' : `, such as ${spec.value}`}`;
  const words = spec.kind === 'list' ? listed : expected(spec);
  throw new UsageError(`${where}: expected ${words}; got ${visibleJson(value)}`);
}

const textAsWritten = (value: unknown) => String(value instanceof WrittenScalar ? value.source : value);

const isText = ({ kind }: OptionSpec) => ['text', 'list', 'choice', 'file'].includes(kind);
