import { UsageError } from '../core/errors.ts';
import { meant, visibleJson } from '../core/text.ts';
import type { OptionTable, OptionValues } from '../games/kit/option.ts';
import type { PlayersInFile } from '../settings/config/players-in-file.ts';
import type { everyCommandOptions } from '../settings/options.ts';

export type Example = readonly [command: string, does: string];

/** A command in the list of commands; it is loaded when it is called. */
export interface CommandEntry {
  readonly summary: string;
  load(): Promise<Command>;
}

export type Commands = Readonly<Record<string, CommandEntry>>;

/** A command: its help, its options as data, and what it does. */
export interface Command<Options extends OptionTable = OptionTable> {
  readonly summary: string;
  readonly operands: Operands;
  readonly options: Options;
  readonly examples: readonly Example[];
  /** Further words at the end of the help. */
  readonly notes?: string;
  /** The commands below this one: the next word names one of them, which has its own options. */
  readonly each?: Commands;
  /** The options that each of those commands has, for help. */
  readonly eachOptions?: OptionTable;
  /** A sentence that says where options of other commands are set for this one. */
  readonly otherOptions?: string;
  /** Arguments and options are passed on as they are, because the command reads its own. */
  readonly passesOn?: true;
  run(call: Call<Options>): Promise<number>;
}

/** The words after the command's name that are no options. */
export interface Operands {
  /** The form in help, such as `PLAYER…`. */
  readonly form: string;
  readonly min: number;
  readonly max: number;
  /** The refusal of too few and too many operands names this, such as `one record, as in …`. */
  readonly expected: string;
  /** The operands are commands for the shell, in quotes if they have more than one word. */
  readonly areCommands?: true;
  /** The file of `--config` can have them instead. */
  readonly canBeInFile?: true;
  /** Lists the choices at each position for completion, if they can be listed. */
  readonly choices?: readonly Choices[];
  /** The choices at all later positions. */
  readonly moreChoices?: Choices;
}

/** Choices are fixed, or found when the shell asks. `typed` is the beginning of the word, `before` the operands before it. */
type Choices =
  | readonly string[]
  | ((typed: string, before: readonly string[]) => Promise<readonly string[]> | readonly string[]);

/** The arguments of a call. */
export interface Call<Options extends OptionTable = OptionTable> {
  readonly operands: readonly string[];
  /** Values are typed and checked. They come from the command line, the environment, a file, or the defaults. */
  readonly options: OptionValues<Options & typeof everyCommandOptions>;
  /** Returns the texts of an option from any source. Without texts it has its default. */
  textsOf(name: string): readonly string[] | undefined;
  /** The texts of an option without those of the file of `--config`. */
  textsBesideFile(name: string): readonly string[] | undefined;
  /** The players from the file of `--config`. */
  readonly players?: PlayersInFile | undefined;
  /** Names the place where an option is set for this very call (`--board`, `FILE: board`). The environment, which is for all commands, does not count. */
  placeHere(name: keyof Options & string): string | undefined;
  readonly coloured: boolean;
}

/** A command whose calls have the types of its options. */
export function commandOf<const Options extends OptionTable>(command: Command<Options>): Command {
  return command;
}

interface Group extends Pick<Command, 'summary' | 'examples' | 'notes' | 'eachOptions'> {
  readonly name: string;
  readonly form: string;
  readonly each: Commands;
  /** The start of the refusal of a call without one of its commands: `a game, …`. */
  readonly expected: string;
  /** The end of that refusal. */
  readonly why?: (word: string | undefined) => string;
}

/** A command that only has commands below it. */
export function groupOf({ name, form, expected, why, ...group }: Group): Command {
  return {
    ...group,
    operands: { form, min: 0, max: Number.POSITIVE_INFINITY, expected },
    options: {},
    async run({ operands: [word] }) {
      const came = word === undefined ? 'nothing' : visibleJson(word);
      const hint = why?.(word) || meant(word ?? '', Object.keys(group.each));
      throw new UsageError(`${name}: expected ${expected}; got ${came}${hint}`);
    },
  };
}

/** Loads all commands and those below them, by the words that call them. */
export async function loadCommands(
  commands: Commands,
  above = '',
): Promise<(readonly [called: string, command: Command])[]> {
  const loaded = Object.entries(commands).map(async ([name, entry]) => {
    const command = await entry.load();
    const below = await loadCommands(command.each ?? {}, `${above}${name} `);
    return [[`${above}${name}`, command] as const, ...below];
  });
  return (await Promise.all(loaded)).flat();
}

export interface CalledCommand {
  /** The words that call it, such as `lexicon build`. */
  readonly name: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command that the first words call. The first word is the name of a command. */
export async function findCommand(
  [name = '', ...rest]: readonly string[],
  commands: Commands,
): Promise<CalledCommand> {
  const command = await commands[name]!.load();
  if (!command.each || !Object.hasOwn(command.each, rest[0] ?? '')) return { name, command, rest };
  const below = await findCommand(rest, command.each);
  return { ...below, name: `${name} ${below.name}` };
}
