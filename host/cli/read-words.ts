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
  const before = words.slice(0, end).map((word) => withTwoDashes(word, table));
  refuseLooseValue(before, table);
  const { argv, error } = parse(
    before.map((word) => shielded(withoutValue(flagAlone(word, table), table))),
    table,
  );
  if (error) throw new UsageError(error.message);
  const { help, h, version, _: loose } = argv;
  const operands = loose.map((word) => unshielded(String(word)));
  return {
    operands: [...operands.filter((word) => !isOption(word)), ...words.slice(end + 1)],
    unknown: [...unknownIn(before, argv, table), ...operands.filter(isOption)],
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
  const options: Parser.Options & WithSentences = {
    string,
    boolean: names((kind) => kind === 'flag'),
    narg: Object.fromEntries(string.map((name) => [name, 1])),
    configuration: {
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
    },
    __: (_, name) => missingValue(name, words, table),
  };
  return Parser.detailed([...words], options);
}

/** What yargs asks for its sentences. With one value for each option there is one: a value is missing. */
interface WithSentences {
  readonly __: (format: string, name: string) => string;
}

/** The strictness of yargs: whatever it takes for an option must be in the table. These are the words, in their order. */
function unknownIn(words: readonly string[], argv: Parser.Arguments, table: OptionTable): readonly string[] {
  const isKnown = (name: string) => Object.hasOwn(asked, name) || Object.hasOwn(table, name);
  const unknown = Object.keys(argv).filter((name) => name !== '_' && !isKnown(name));
  // yargs has the operands under this name, and takes the value of an option of that name for one more.
  if (words.some((word) => nameIn(word) === '_')) unknown.push('_');
  return unknown.map(
    (name) => words.find((word) => nameIn(word) === name.replace('___proto___', '__proto__')) ?? `--${name}`,
  );
}

/** As yargs finds it. */
function nameIn(word: string): string | undefined {
  return (/^--no-([^=]+)$/.exec(word) ?? /^--?([^=]+)/.exec(word))?.[1];
}

/** No word of a command line can have it. */
const SHIELD = '\0';

/** yargs takes `-5,-5 across CAT` for an option, and `-5` before a word for one with a value. */
function shielded(word: string): string {
  return /^-\d/.test(word) ? `${SHIELD}${word}` : word;
}

const unshielded = (word: string) => (word.startsWith(SHIELD) ? word.slice(SHIELD.length) : word);

/** `-seed` as `--seed`, as other programs for matches write it. */
function withTwoDashes(word: string, table: OptionTable): string {
  const [, name = ''] = /^-([a-z][a-z-]*)(?:=|$)/.exec(word) ?? [];
  return specOf(table, name) ? `-${word}` : word;
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

function missingValue(name: string, words: readonly string[], table: OptionTable): string {
  const next = words[words.indexOf(`--${name}`) + 1];
  const came =
    next === undefined ? 'nothing' : `the option ${visible(next)} (a value that begins with - goes after =)`;
  return `--${name}: expected ${expected(table[name]!)} after it; got ${came}`;
}

function saidOf(argv: Parser.Arguments, table: OptionTable): Record<string, readonly string[]> {
  const said: Record<string, readonly string[]> = {};
  for (const [name, spec] of Object.entries(table)) {
    const value = argv[name];
    if (value === undefined) continue;
    const texts = [value].flat();
    if (spec.kind !== 'flag' && texts.includes(false))
      throw new UsageError(`there is no option --no-${name}: --${name} takes ${expected(spec)}`);
    said[name] = texts.map((text) => unshielded(String(text)));
  }
  return said;
}
