import { basename } from 'node:path';
import type { Argv, Options } from 'yargs';
import yargs from 'yargs';
import { UsageError } from '../../core/errors.ts';
import type { OptionSpec, OptionTable } from '../../games/kit/option.ts';
import { everyCommandOptions } from '../../settings/options.ts';
import { type Command, type Commands, commandOf, type Operands } from '../command.ts';
import { storesWithPrefix } from '../stores.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The script that a shell sources, so that it asks for completions. */
export function printScript(shell: Shell | undefined): void {
  const scripts = parserFor(shell).completion('completion');
  scripts.showCompletionScript();
}

/** Prints the words that could come next at the cursor, one per line, in the form of the asking shell. */
export async function completions(asked: readonly string[], commands: Commands): Promise<readonly string[]> {
  const isNamed = basename(asked[0] ?? '') === 'wordhost';
  // Only zsh has it in the environment; the script for fish leaves out the first word.
  const shell = process.env.COMP_LINE !== undefined ? 'zsh' : isNamed ? 'bash' : 'fish';
  // Bash reads --sandbox=strict as three words.
  const words = asked
    .slice(isNamed ? 1 : 0)
    .filter((word, index, all) => word !== '=' || index === all.length - 1);
  const place = await placeOf(words, commands);
  if (place.words.slice(0, -1).includes('--')) return [];
  const awaiting = optionAwaiting(place);
  if (awaiting?.takes === 'store') return storesWithPrefix(words.at(-1) ?? '');
  if (awaiting && namesOf(awaiting) === undefined) return [];
  const parser = parserFor(shell);
  for (const [word, summary] of place.next) parser.command(word, summary);
  for (const [name, spec] of Object.entries(place.table)) parser.option(name, declareOption(spec));
  return await parser.getCompletion(withoutRepeatable(place));
}

function parserFor(shell: Shell | undefined): Argv {
  // yargs decides by this.
  if (shell !== undefined) process.env.SHELL = shell;
  const parser = yargs([]).scriptName('wordhost').help(false).version(false).exitProcess(false);
  return parser.parserConfiguration({ 'boolean-negation': true, 'camel-case-expansion': false });
}

const help: OptionSpec = { kind: 'flag', default: false, help: 'show this help' };

/** The position of the cursor: the words before it, and their command. */
interface Place {
  readonly words: readonly string[];
  readonly table: OptionTable;
  /** The words that can come here and are no options. */
  readonly next: readonly (readonly [word: string, summary: string])[];
}

async function placeOf(words: readonly string[], commands: Commands): Promise<Place> {
  const [name = '', ...more] = words;
  const isCommand = words.length > 1 && Object.hasOwn(commands, name);
  // Without a command, the first game is played.
  const command = await (isCommand ? commands[name]! : Object.values(commands)[0]!).load();
  const table = { ...command.options, ...everyCommandOptions, help };
  if (!isCommand) return { words, table, next: words.length === 1 ? summariesOf(commands) : [] };
  if (command.each === undefined)
    return { words: more, table, next: await choicesAt(more, table, command.operands) };
  if (more.length > 1 && Object.hasOwn(command.each, more[0]!)) return await placeOf(more, command.each);
  return { words: more, table, next: summariesOf(command.each) };
}

function summariesOf(commands: Commands): Place['next'] {
  return Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
}

async function choicesAt(
  words: readonly string[],
  table: OptionTable,
  { choices = [], moreChoices = [] }: Operands,
): Promise<Place['next']> {
  const isOperand = (word: string, index: number) =>
    !word.startsWith('-') && optionAwaiting({ words: words.slice(0, index + 1), table }) === undefined;
  const before = words.slice(0, -1).filter(isOperand);
  const here = choices[before.length] ?? moreChoices;
  const found = typeof here === 'function' ? await here(words.at(-1) ?? '', before) : here;
  return found.map((choice) => [choice, ''] as const);
}

/** The option whose value the last of these words is. Texts and files without names are left to the shell, which knows files. */
function optionAwaiting({ words, table }: Pick<Place, 'words' | 'table'>): OptionSpec | undefined {
  const name = /^--(?<name>.+)$/.exec(words.at(-2) ?? '')?.groups?.name;
  const spec = name === undefined || !Object.hasOwn(table, name) ? undefined : table[name];
  return spec === undefined || spec.kind === 'flag' || spec.alone !== undefined ? undefined : spec;
}

/** Yargs offers an option once. */
function withoutRepeatable({ words, table }: Place): string[] {
  const isRepeatable = (word: string) => table[word.replace(/^--/, '')]?.kind === 'list';
  return words.filter((word, index) => index >= words.length - 2 || !isRepeatable(word));
}

const namesOf = (spec: OptionSpec) => (spec.kind === 'choice' ? spec.choices : spec.names);

function declareOption(spec: OptionSpec): Options {
  const describe = spec.help;
  if (spec.kind === 'flag' || spec.alone !== undefined)
    return { type: 'boolean', default: spec.default === true, describe };
  const choices = namesOf(spec);
  return { type: 'string', describe, ...(choices && { choices }) };
}

/** Prints a script that makes the tab key complete commands, options and their choices. */
export const completion: Command = commandOf({
  summary: 'Prints a script that lets the shell complete commands, options and their values.',
  operands: {
    form: '[bash|zsh|fish]',
    min: 0,
    max: 1,
    expected: 'bash, zsh or fish, or nothing for the current shell',
    choices: [shells],
  },
  options: {},
  examples: [
    ['wordhost completion bash >> ~/.bashrc', 'install for bash'],
    ['wordhost completion zsh >> ~/.zshrc', 'install for zsh'],
    ['wordhost completion fish > ~/.config/fish/completions/wordhost.fish', 'install for fish'],
  ],
  async run({ operands: [shell] }) {
    if (shell !== undefined && !shells.includes(shell as Shell))
      throw new UsageError(`completion: expected one of ${shells.join(', ')}; got ${JSON.stringify(shell)}`);
    printScript(shell as Shell | undefined);
    return 0;
  },
});
