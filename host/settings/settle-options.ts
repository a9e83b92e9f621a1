import { meant } from '../core/near-name.ts';
import { UsageError } from '../core/usage-error.ts';
import { visibleJson } from '../core/visible.ts';
import type { OptionSpec, OptionTable, OptionValues } from '../games/kit/option.ts';
import { expected, readOption } from '../games/kit/option-text.ts';
import { readStart } from '../lexicon/read-start.ts';

/** What was said about options in one place, by their names; text as it was written there. */
export interface OptionSource {
  /** For messages: `--`, `WORDHOST_OPT_…`, a file. */
  readonly where: (name: string) => string;
  readonly said: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Each option from the first source that says something of it, else its default. All of it is checked. */
export function settleOptions<Table extends OptionTable>(
  table: Table,
  sources: readonly OptionSource[],
): OptionValues<Table> {
  const values = Object.entries(table).map(([name, spec]) => [name, settle(name, spec, sources)]);
  return Object.fromEntries(values) as OptionValues<Table>;
}

function settle(name: string, spec: OptionSpec, sources: readonly OptionSource[]): unknown {
  const source = sources.find(({ said }) => said[name] !== undefined);
  if (!source) return spec.default;
  const said = source.said[name]!;
  if (spec.kind === 'list') return typeof said === 'string' ? [said] : said;
  const text = typeof said === 'string' ? said : said.at(-1)!;
  return spec.kind === 'file'
    ? readFileOption(source.where(name), spec, text)
    : read(source.where(name), spec, text);
}

/** More than any file of options, a board or tiles has. */
const MOST_BYTES = 4 * 2 ** 20;

function readText(path: string): string {
  const bytes = readStart(path, MOST_BYTES + 1);
  if (bytes.length > MOST_BYTES) throw new Error(`expected at most ${MOST_BYTES} bytes; it has more`);
  return bytes.toString('utf8');
}

function read(where: string, spec: OptionSpec, text: string): unknown {
  const reading = readOption(spec, text);
  if (!reading.ok) throw new UsageError(`${where}: ${reading.problem}`);
  return reading.value;
}

function readFileOption(where: string, spec: OptionSpec, path: string): unknown {
  if (spec.kind === 'file' && spec.named?.(path)) return read(where, spec, path);
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    const why = (error as Error).message.replace(/,.*/, '');
    const expected = spec.kind === 'file' && spec.named ? `. Expected: ${spec.help}` : '';
    throw new UsageError(`${where}: cannot read ${path}: ${why}${expected}`);
  }
  return read(`${where}: ${path}`, spec, text);
}

export function fromEnvironment(table: OptionTable, environment: NodeJS.ProcessEnv): OptionSource {
  const variable = (name: string) => `WORDHOST_OPT_${name.toUpperCase().replaceAll('-', '_')}`;
  const known = new Set(Object.keys(table).map(variable));
  const odd = Object.keys(environment).find((name) => name.startsWith('WORDHOST_OPT_') && !known.has(name));
  if (odd !== undefined) throw new UsageError(`${odd}: there is no such option${meant(odd, [...known])}`);
  const said = Object.keys(table).map((name) => [name, environment[variable(name)]]);
  return { where: variable, said: Object.fromEntries(said) };
}

/** A configuration file: the options by their names, as on the command line. */
export async function fromConfigFile(table: OptionTable, path: string): Promise<OptionSource> {
  const config = await parseConfig(path);
  const said: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(config)) {
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!spec || name === 'config')
      throw new UsageError(
        `${path}: there is no option ${visibleJson(name)}${meant(name, Object.keys(table))}`,
      );
    said[name] = configText(`${path}: ${name}`, spec, value);
  }
  return { where: (name) => `${path}: ${name}`, said };
}

async function parseConfig(path: string): Promise<Record<string, unknown>> {
  let config: unknown;
  try {
    const { parse } = await import('yaml');
    config = parse(readText(path));
  } catch (error) {
    throw new UsageError(`--config ${path}: ${(error as Error).message.split('\n')[0]}`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new UsageError(`--config ${path}: expected options by their names, as in \`games: 10\``);
  return config as Record<string, unknown>;
}

function configText(where: string, spec: OptionSpec, value: unknown): string | readonly string[] {
  if (Array.isArray(value) && spec.kind === 'list') return value.map(String);
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new UsageError(`${where}: expected ${expected(spec)}; got ${visibleJson(value)}`);
}
