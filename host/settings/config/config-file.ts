import { UsageError } from '../../core/errors.ts';
import { visibleJson } from '../../core/text.ts';
import type { OptionSpec } from '../../games/kit/option.ts';
import { expected } from '../../games/kit/option.ts';
import { MOST_YAML_BYTES, readSettingFile } from '../settle-options.ts';
import { changeWritten, excessIn, WrittenScalar } from './yaml.ts';

/** What a configuration file has, by names. `naming`: what named the file. */
export async function parseConfig(path: string, naming: string): Promise<Record<string, unknown>> {
  const text = readSettingFile(naming, path, '', MOST_YAML_BYTES);
  const yaml = await import('yaml');
  const excess = excessIn(yaml, text);
  if (excess)
    throw new UsageError(`${naming} ${path}: line ${excess.line}, column ${excess.col}: ${excess.problem}`);
  const document = yaml.parseDocument(text, { logLevel: 'error' });
  let config: unknown;
  try {
    const [error] = document.errors;
    if (error?.code === 'MULTIPLE_DOCS')
      throw new Error('expected one YAML document; got several, separated by `---`');
    if (error) throw error;
    changeWritten(yaml, document, (scalar) => scalar);
    config = document.toJS();
  } catch (error) {
    throw new UsageError(`${naming} ${path}: ${(error as Error).message.split('\n')[0]}`);
  }
  // It has comments alone.
  if (config === null && text.trim() !== '') return {};
  if (!isByNames(config))
    throw new UsageError(`${naming} ${path}: expected options and values, such as \`games: 10\``);
  return config;
}

export function isByNames(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenScalar)
  );
}

export function isNumber(value: unknown): boolean {
  return typeof (value instanceof WrittenScalar ? value.value : value) === 'number';
}

/** A value of the file as the text that it would be on the command line. */
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
