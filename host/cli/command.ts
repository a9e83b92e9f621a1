import type { OptionTable } from '../games/kit/option.ts';

export type Example = readonly [command: string, does: string];

/** A command in the list of commands; it is loaded when it is called. */
export interface CommandEntry {
  readonly summary: string;
  load(): Promise<Command>;
}

export type Commands = Readonly<Record<string, CommandEntry>>;

/** A command: its words for help, its options as data, and what it does. */
export interface Command {
  readonly summary: string;
  /** What comes after the command's name: `PLAYER…`. */
  readonly operands: string;
  readonly options: OptionTable;
  readonly examples: readonly Example[];
  /** Further words at the end of the help. */
  readonly notes?: string;
  /** Words that are not options are passed on as they are, options too, where the command reads its own. */
  readonly passesOn?: boolean;
  /** Where the first word decides what the options are: a command for each such word. */
  readonly each?: Readonly<Record<string, Command>>;
  run(call: Call): Promise<number>;
}

export interface Call {
  readonly operands: readonly string[];
  readonly said: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly coloured: boolean;
}
