import { Parser } from 'yargs/helpers';
import { visible } from '../core/text/visible.ts';
import { UsageError } from '../core/usage-error.ts';
import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { expected, readOption } from '../games/kit/option-text.ts';

/** What the words after a command's name come to. Whether an option is there is not asked yet. */
export interface Words {
  readonly operands: readonly string[];
  readonly said: Readonly<Record<string, readonly string[]>>;
  /** Words that look like options and are none of this table. */
  readonly unknown: readonly string[];
  readonly help: boolean;
  readonly version: boolean;
}

const asked = { help: { kind: 'flag' }, h: { kind: 'flag' }, version: { kind: 'flag' } } as const;

export function readWords(words: readonly string[], table: OptionTable): Words {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const before = words.slice(0, end);
  refuseLooseValue(before, table);
  const { argv, error } = parse(
    before.map((word) => withoutValue(flagAlone(word, table), table)),
    table,
  );
  const { help, h, version, _: loose } = argv;
  if (error) throw missingValue(error, table) ?? error;
  const operands = loose.map(String);
  return {
    operands: [...operands.filter((word) => !isOption(word)), ...words.slice(end + 1)],
    unknown: operands.filter(isOption),
    said: saidOf(argv, table),
    help: help === true || h === true,
    version: version === true,
  };
}

function parse(words: readonly string[], table: OptionTable): Parser.DetailedArguments {
  const names = (isWanted: (kind: string) => boolean) =>
    Object.entries({ ...asked, ...table })
      .filter(([, { kind }]) => isWanted(kind))
      .map(([name]) => name);
  const string = names((kind) => kind !== 'flag');
  return Parser.detailed([...words], {
    string,
    boolean: names((kind) => kind === 'flag'),
    narg: Object.fromEntries(string.map((name) => [name, 1])),
    configuration: {
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
      'unknown-options-as-args': true,
    },
  });
}

/** A number may be below zero, and `-` is standard input. */
function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function specOf(table: OptionTable, name: string): OptionSpec | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** `--json=false` as `--no-json`: yargs takes any value there, and any mistake, as false. */
function flagAlone(word: string, table: OptionTable): string {
  const [, name = '', text = ''] = /^--([a-z-]+)=(.*)$/s.exec(word) ?? [];
  const spec = specOf(table, name);
  const denied = name.startsWith('no-') ? name.slice('no-'.length) : '';
  if (specOf(table, denied)?.kind === 'flag')
    throw new UsageError(
      `--${name}=${visible(text)}: --${name} takes no value. Write --${denied} or --${name}`,
    );
  if (spec?.kind !== 'flag') return word;
  const reading = readOption(spec, text);
  if (!reading.ok) throw new UsageError(`--${name}: ${reading.problem}`);
  return reading.value ? `--${name}` : `--no-${name}`;
}

/** `--watch` as `--watch=8017`. */
function withoutValue(word: string, table: OptionTable): string {
  const alone = word.startsWith('--') ? specOf(table, word.slice(2))?.alone : undefined;
  return alone === undefined ? word : `${word}=${alone}`;
}

/** `--json true`: the word could be the value of the flag, or a program of that name. */
function refuseLooseValue(words: readonly string[], table: OptionTable): void {
  for (const [index, word] of words.entries()) {
    const [, name = ''] = /^--(?:no-)?([a-z-]+)$/.exec(word) ?? [];
    const next = words[index + 1];
    if (specOf(table, name)?.alone !== undefined && /^\d+$/.test(next ?? ''))
      throw new UsageError(
        `${word} ${next}: expected the value after =, as in ${word}=${next}; a player that is the command ${next} goes after --`,
      );
    if (specOf(table, name)?.kind !== 'flag' || (next !== 'true' && next !== 'false')) continue;
    throw new UsageError(
      `${word} ${next}: a flag takes no value after a space. Write --${name} or --no-${name}; a player that is the command ${next} goes after --`,
    );
  }
}

/** The message of yargs for an option without a value does not say what is expected. */
function missingValue(error: Error, table: OptionTable): UsageError | undefined {
  const name = /Not enough arguments following: (\S+)/.exec(error.message)?.[1] ?? '';
  const spec = specOf(table, name);
  return spec && new UsageError(`--${name}: expected ${expected(spec)} after it; got nothing`);
}

function saidOf(argv: Parser.Arguments, table: OptionTable): Record<string, readonly string[]> {
  const said: Record<string, readonly string[]> = {};
  for (const [name, spec] of Object.entries(table)) {
    const value = argv[name];
    if (value === undefined) continue;
    const texts = [value].flat();
    if (spec.kind !== 'flag' && texts.includes(false))
      throw new UsageError(`there is no option --no-${name}: --${name} takes ${expected(spec)}`);
    said[name] = texts.map(String);
  }
  return said;
}
