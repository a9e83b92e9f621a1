import { meant, visibleJson } from '../../core/text.ts';
import type { Nanos, Seat } from '../../core/units.ts';

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
      /** `none` may be asked for, which is endless. */
      readonly none?: true;
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
      /** Its value is a list of lines: each group of games has the next one as what is said of the option of this name. */
      readonly eachGroup?: string;
    });

/** A line of a list, with its number in the file. */
export interface ListedLine {
  readonly line: number;
  readonly text: string;
}

interface Described<Kind extends string, Value> {
  readonly kind: Kind;
  readonly default: Value;
  readonly help: string;
  /** What stands for the value in help: `N`, `FILE`. */
  readonly value?: string;
  /** What it says without a value: one that has another has it after `=`. */
  readonly alone?: string;
  /** What `--no-NAME` says, of one that is no flag. */
  readonly denied?: string;
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

type OptionReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const durations = { us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;
const sizes = { B: 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 } as const;

/** An option's text to its value: what was expected and what came, where it is wrong. */
export function readOption(spec: OptionSpec, text: string): OptionReading {
  switch (spec.kind) {
    case 'flag':
      return readFlag(text);
    case 'count':
      if (spec.auto && text === 'auto') return { ok: true, value: text };
      if (spec.none && text === 'none') return { ok: true, value: Number.POSITIVE_INFINITY };
      return within(spec, /^-?\d+$/.test(text) ? Number(text) : undefined, text);
    case 'number':
      return within(spec, /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined, text);
    case 'duration':
      if (spec.none && text === 'none') return { ok: true, value: Number.POSITIVE_INFINITY };
      return within(spec, measure(text, durations), text, 's');
    case 'size':
      return within(spec, measure(text, sizes), text, 'M');
    case 'choice':
      return spec.choices.includes(text)
        ? { ok: true, value: text }
        : wrong(expected(spec), text, meant(text, spec.choices));
    case 'list':
      return { ok: true, value: [text] };
    case 'text':
      return { ok: true, value: text };
    case 'file': {
      const reading = spec.named?.(text) ?? spec.read(text);
      if (reading.ok) return reading;
      const place = reading.line === undefined ? '' : `line ${reading.line}: `;
      return { ok: false, problem: `${place}${reading.problem}` };
    }
    default:
      return spec satisfies never;
  }
}

/** What may stand there, in words. */
export function expected(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'flag':
      return 'true or false';
    case 'count':
      return `a whole number from ${spec.min} to ${spec.max}${spec.auto ? ', or auto' : ''}${spec.none ? ', or none' : ''}`;
    case 'number':
      return `a number from ${spec.min} to ${spec.max}`;
    case 'duration':
      return `a time with a unit (us, ms, s, m, h), such as 250ms or 10s, ${range(spec)}${spec.none ? ', or none' : ''}`;
    case 'size':
      return `a size with a unit (B, K, M, G), such as 512M, ${range(spec)}`;
    case 'choice':
      return `one of ${spec.choices.join(', ')}`;
    case 'file':
      return spec.named ? 'a built-in name or a file' : 'a file';
    case 'text':
    case 'list':
      return 'a string';
    default:
      return spec satisfies never;
  }
}

/** The text that is read back to this value: for records, help and the reference. */
export function optionText(spec: OptionSpec, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === Number.POSITIVE_INFINITY) return 'none';
  if (spec.kind === 'duration') return withUnit(value as number, durations);
  if (spec.kind === 'size') return withUnit(value as number, sizes);
  if (spec.kind === 'file') return spec.write(value as never);
  return String(value);
}

function range(spec: OptionSpec & { min: number; max: number }): string {
  return `from ${optionText(spec, spec.min)} to ${optionText(spec, spec.max)}`;
}

function readFlag(text: string): OptionReading {
  if (text === 'true' || text === '1' || text === '') return { ok: true, value: true };
  if (text === 'false' || text === '0') return { ok: true, value: false };
  return wrong('true or false', text);
}

function within(
  spec: OptionSpec & { min: number; max: number },
  value: number | undefined,
  text: string,
  unit = '',
): OptionReading {
  if (value !== undefined && value >= spec.min && value <= spec.max) return { ok: true, value };
  const isUnitMissing = unit !== '' && /^\d+(?:\.\d+)?$/.test(text);
  return wrong(expected(spec), text, isUnitMissing ? `; did you mean ${text}${unit}?` : '');
}

/** A number and a unit. Only 0 needs none: everything else would be a guess. */
function measure(text: string, units: Readonly<Record<string, number>>): number | undefined {
  if (text === '0') return 0;
  const parts = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const unit = [parts?.[2], parts?.[2]?.toUpperCase()].find((name) => name && Object.hasOwn(units, name));
  return unit === undefined ? undefined : Math.round(Number(parts![1]) * units[unit]!);
}

function withUnit(value: number, units: Readonly<Record<string, number>>): string {
  if (value === 0) return '0';
  const [name, unit] = Object.entries(units).findLast(([, size]) => value % size === 0) ?? ['', 1];
  return name === ''
    ? `${value / Object.values(units)[0]!}${Object.keys(units)[0]}`
    : `${value / unit}${name}`;
}

function wrong(needed: string, came: string, hint = ''): OptionReading {
  return { ok: false, problem: `expected ${needed}; got ${visibleJson(came)}${hint}` };
}

/** Lists of which each group of games has one: no game has them whole. */
export function listsOf(table: OptionTable): readonly (readonly [name: string, ofGame: string])[] {
  return Object.entries(table).flatMap(([name, spec]) =>
    spec.kind === 'file' && spec.eachGroup !== undefined ? [[name, spec.eachGroup] as const] : [],
  );
}

/** The options of a group of games, by its number from 1: of each list its line, from the first on again after the last. */
export function optionsOfGroup(
  table: OptionTable,
  options: OptionValues<OptionTable>,
  group: number,
): OptionValues<OptionTable> {
  const own: Record<string, unknown> = { ...options };
  for (const [name, ofGame] of listsOf(table)) {
    const lines = own[name] as readonly ListedLine[] | undefined;
    if (lines === undefined) continue;
    own[name] = undefined;
    // What is said for all games goes before the list.
    if (own[ofGame] !== undefined) continue;
    const reading = readOption(table[ofGame]!, lines[(group - 1) % lines.length]!.text);
    if (!reading.ok) throw new Error(`cannot read a line of ${name}: ${reading.problem}`);
    own[ofGame] = reading.value;
  }
  return own;
}

/** The options of all players, and those of the seats that have some of their own, each written out in full. */
interface WithOwn<Options> {
  readonly options: Options;
  /** By seat; none: nobody has any. */
  readonly own?: readonly (Options | undefined)[] | undefined;
}

/** What holds for one seat. */
export function optionsOf<Options>({ options, own }: WithOwn<Options>, seat: Seat): Options {
  return own?.[seat - 1] ?? options;
}

/** Those options of a game that a player may have of its own, where the game has this pace. */
export function perPlayer(table: OptionTable, pace: string): OptionTable {
  return Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.perPlayer === pace));
}

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The host's own time limits, the same for every game. */
export const limitOptions = {
  'ready-timeout': {
    kind: 'duration',
    default: 10 * SECOND,
    min: SECOND / 1000,
    max: DAY,
    sets: 'readyTimeout',
    help: 'time limit for a player to be ready',
  },
  'game-timeout': {
    kind: 'duration',
    default: 30 * MINUTE,
    min: 0,
    max: 7 * DAY,
    sets: 'gameTimeout',
    help: 'time limit for a game, after which it ends without a winner (0: none)',
  },
} as const satisfies OptionTable;

/** The same for every game that can be left. */
export const lastPlayerOption = {
  kind: 'choice',
  choices: ['win', 'continue'] as const,
  default: 'win',
  help: 'effect of a single remaining player: `win` ends the game, `continue` lets that player finish the game',
} as const;

/** With the margin, which is for the ticks of the system here. */
export function allowedCpu(options: { readonly 'turn-cpu'?: Nanos; readonly margin?: Nanos }): Nanos {
  return (options['turn-cpu'] ?? Number.POSITIVE_INFINITY) + (options.margin ?? 0);
}
