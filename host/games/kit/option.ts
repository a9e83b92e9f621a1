/**
 * Options as data: the command line, configuration files, their schema and the reference pages are all made
 * from these tables, so that nothing is told twice.
 */
export type OptionSpec =
  | Described<'flag', boolean>
  /** A whole number. */
  | (Described<'count', number | 'auto' | undefined> & {
      readonly min: number;
      readonly max: number;
      /** `auto` may be asked for: the host finds the number. */
      readonly auto?: true;
    })
  /** It may have decimals. */
  | (Described<'number', number> & { readonly min: number; readonly max: number })
  /** Kept in nanoseconds; written with a unit. */
  | (Described<'duration', number> & {
      readonly min: number;
      readonly max: number;
      /** `none` may be asked for, which is endless. */
      readonly none?: true;
    })
  /** Kept in bytes; written with a unit. */
  | (Described<'size', number | undefined> & { readonly min: number; readonly max: number })
  | (Described<'choice', string> & { readonly choices: readonly string[] })
  | (Described<'text', string | undefined> & {
      /** Its command says what comes of an empty one; elsewhere that is refused. */
      readonly empty?: true;
    })
  | Described<'list', readonly string[]>
  /** A file whose text the game reads itself, when the plan is made. */
  | (Described<'file', unknown> & {
      readonly read: (text: string) => FileReading;
      /** What is built in under a name, which goes before a file of that name; none where there is none. */
      readonly named?: (name: string) => FileReading | undefined;
      /** The text that is read back to this value. */
      readonly write: (value: never) => string;
    });

interface Described<Kind extends string, Value> {
  readonly kind: Kind;
  readonly default: Value;
  readonly help: string;
  /** What stands for the value in help: `N`, `FILE`. */
  readonly value?: string;
  /** What it says without a value: one that has another has it after `=`. */
  readonly alone?: string;
  /** Values that can be given by a name, beside others: the shell completes them. */
  readonly names?: readonly string[];
  /** It names a file of this kind: the shell completes those that are there. */
  readonly takes?: 'store';
  /** Help shows it before the others. */
  readonly everyday?: true;
  /** Of an option of a game: a player may have its own, where the game has this pace. */
  readonly perPlayer?: 'turns';
  /** Of an option of the platform: the field that its value goes to. */
  readonly sets?: string;
}

export type FileReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export type ValueOf<Spec> = Spec extends {
  readonly kind: 'choice';
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : Spec extends { readonly kind: 'file'; readonly read: (text: string) => infer Reading }
    ? Reading extends { readonly ok: true; readonly value: infer Value }
      ? Value
      : never
    : Spec extends { readonly kind: 'flag' }
      ? boolean
      : Spec extends { readonly kind: 'count' | 'size'; readonly default: infer Default }
        ?
            | number
            | (undefined extends Default ? undefined : never)
            | (Spec extends { readonly auto: true } ? 'auto' : never)
        : Spec extends { readonly kind: 'duration' | 'number' }
          ? number
          : Spec extends { readonly kind: 'text'; readonly default: infer Default }
            ? Default extends undefined
              ? string | undefined
              : string
            : Spec extends { readonly kind: 'list' }
              ? readonly string[]
              : unknown;

/** The values that a table of options settles to, by the names in the table. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};
