import { together, UsageError } from '../core/errors.ts';
import { meant } from '../core/text.ts';
import { faultInWords } from '../files/file-fault.ts';
import { readStart } from '../files/read-file.ts';
import type { OptionSpec, OptionTable, OptionValues } from '../games/kit/option.ts';
import { expected, readOption } from '../games/kit/option.ts';

/** The options that one place sets, by their names; text as it was written there. */
export interface OptionSource {
  /** The source as messages name it: `--`, `WORDHOST_OPT_…`, a file. */
  readonly where: (name: string) => string;
  readonly texts: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** It is not for this command alone: what other commands take may be there too. */
  readonly isShared?: boolean;
}

/** Each option from the first source that says something of it, else its default. All of it is checked. */
export function settleOptions<Table extends OptionTable>(
  table: Table,
  sources: readonly OptionSource[],
): OptionValues<Table> {
  const parts = Object.entries(table).map(
    ([name, spec]) =>
      () =>
        [name, settle(name, spec, sources)] as const,
  );
  return Object.fromEntries(together(parts)) as OptionValues<Table>;
}

function settle(name: string, spec: OptionSpec, sources: readonly OptionSource[]): unknown {
  const source = sources.find(({ texts }) => texts[name] !== undefined);
  if (!source) return spec.default;
  const given = source.texts[name]!;
  const texts = typeof given === 'string' ? [given] : given;
  if (refusesEmpty(spec) && texts.includes(''))
    throw new UsageError(`${source.where(name)}: expected ${expected(spec)}; got an empty value`);
  if (spec.kind === 'list') return texts;
  // Said several times, the last counts; a mistake in one before it is a mistake all the same.
  return texts.map((text) => readText(source.where(name), spec, text)).at(-1);
}

function refusesEmpty(spec: OptionSpec): boolean {
  return spec.kind === 'text' ? !spec.empty : ['list', 'file'].includes(spec.kind);
}

function readText(where: string, spec: OptionSpec, text: string): unknown {
  if (spec.kind !== 'file' || spec.named?.(text)) return read(where, spec, text);
  const wanted = spec.named ? `${meant(text, spec.names ?? []) || '.'} Expected: ${spec.help}` : '';
  return read(`${where}: ${text}`, spec, readSettingFile(where, text, wanted));
}

function read(where: string, spec: OptionSpec, text: string): unknown {
  const reading = readOption(spec, text);
  if (!reading.ok) throw new UsageError(`${where}: ${reading.problem}`);
  return reading.value;
}

/** More than a board, tiles or moves need. */
const MOST_BYTES = 4 * 2 ** 20;
/** More than a YAML file of options or players needs: its reader takes seconds for more. */
export const MOST_YAML_BYTES = 256 * 1024;

/** The text of a file that an option names. */
export function readSettingFile(where: string, path: string, expected = '', most = MOST_BYTES): string {
  try {
    const bytes = readStart(path, most + 1);
    if (bytes.length <= most) return bytes.toString('utf8');
  } catch (error) {
    const why = faultInWords(error as Error).replace(/,.*/, '');
    throw new UsageError(`${where}: cannot read ${path}: ${why}${expected}`);
  }
  throw new UsageError(
    `${where}: cannot read ${path}: expected at most ${most} bytes; it has more${expected}`,
  );
}
