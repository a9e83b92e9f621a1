import yargs from 'yargs';
import { meant } from '../core/near-name.ts';
import { UsageError } from '../core/usage-error.ts';
import { version } from '../core/version.ts';
import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { expected, readOption } from '../games/kit/option-text.ts';
import { isColoured } from '../views/terminal/paint.ts';
import type { Call, Command, Commands } from './command.ts';
import type { GamesWords } from './game-words.ts';
import { commandHelp, generalHelp } from './help.ts';
import { checkResultsAreTaken } from './output.ts';

/** Reads the words and runs the command that they name. */
export async function parse(
  words: readonly string[],
  commands: Commands,
  games: GamesWords,
): Promise<number> {
  const [name, ...rest] = words;
  if (name === '--help') return print(generalHelp(commands, games));
  const command = await commands[name!]!.load();
  const [next = '', ...others] = rest;
  const chosen = command.each && Object.hasOwn(command.each, next) ? command.each[next] : undefined;
  return chosen
    ? await runCommand(`${name} ${next}`, chosen, others)
    : await runCommand(name!, command, rest);
}

async function runCommand(name: string, command: Command, rest: readonly string[]): Promise<number> {
  if (command.passesOn) return await command.run({ operands: rest, said: {}, coloured: false });
  const read = await readWords(rest, command.options);
  if (read.help === true) return print(commandHelp(name, command));
  if (read.version === true) return print(version);
  const call = callOf(read, command.options);
  if (call.said.json === 'true') checkResultsAreTaken('--json');
  return await command.run(call);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

type Read = Record<string, unknown> & { readonly _: readonly string[]; readonly '--'?: readonly string[] };

async function readWords(words: readonly string[], table: OptionTable): Promise<Read> {
  const ours = words.includes('--') ? words.indexOf('--') : words.length;
  refuseInherited(words.slice(0, ours), table);
  const parser = yargs([...words.slice(0, ours).map((word) => flagAlone(word, table)), ...words.slice(ours)])
    .parserConfiguration({
      'boolean-negation': true,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'short-option-groups': false,
    })
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    })
    .boolean(['help', 'version', 'color'])
    .alias('h', 'help');
  for (const [name, spec] of Object.entries(table))
    parser.option(name, spec.kind === 'flag' ? { type: 'boolean' } : { type: 'string', requiresArg: true });
  try {
    return (await parser.parseAsync()) as unknown as Read;
  } catch (error) {
    throw missingValue(error, table) ?? error;
  }
}

/** Names that every object has: yargs takes what it finds under them for its own. */
function refuseInherited(words: readonly string[], table: OptionTable): void {
  for (const word of words) {
    const [, name = ''] = /^--?(?:no-)?([^=]+)/.exec(word) ?? [];
    if (name in Object.prototype) throw new UsageError(unknownOption(name, table));
  }
}

/** `--json=false` as `--no-json`: yargs would take whatever stands there, and any mistake, as false. */
function flagAlone(word: string, table: OptionTable): string {
  const [, name = '', text = ''] = /^--([a-z-]+)=(.*)$/s.exec(word) ?? [];
  const spec: OptionSpec | undefined = Object.hasOwn(table, name) ? table[name] : undefined;
  if (spec?.kind !== 'flag') return word;
  const reading = readOption(spec, text);
  if (!reading.ok) throw new UsageError(`--${name}: ${reading.problem}`);
  return reading.value ? `--${name}` : `--no-${name}`;
}

/** yargs' own words for an option without its value name neither the value nor a right one. */
function missingValue(error: unknown, table: OptionTable): UsageError | undefined {
  const name = /Not enough arguments following: (\S+)/.exec((error as Error).message)?.[1];
  const spec: OptionSpec | undefined =
    name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  return spec && new UsageError(`--${name}: expected ${expected(spec)} after it; got nothing`);
}

function callOf(read: Read, table: OptionTable): Call {
  const {
    _: operands,
    '--': more,
    help: _help,
    h: _h,
    version: _version,
    color,
    $0: _name,
    ...options
  } = read;
  const said: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(table, name)) throw new UsageError(unknownOption(name, table));
    if (value === false && table[name]!.kind !== 'flag')
      throw new UsageError(`there is no option --no-${name}: --${name} takes ${expected(table[name]!)}`);
    said[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  const coloured = isColoured(process.stdout, color !== false, process.env);
  return { operands: [...operands.map(String), ...(more ?? []).map(String)], said, coloured };
}

function unknownOption(name: string, table: OptionTable): string {
  const dashes = name.length === 1 ? '-' : '--';
  return `there is no option ${dashes}${name}${meant(name, Object.keys(table))} (--help lists them; after -- all words are players)`;
}
