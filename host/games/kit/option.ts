import type { Reading } from '../../core/reading.ts';
import { meant, visibleJson } from '../../core/text.ts';
import { DAY, MINUTE, type Nanos, SECOND, type Seat } from '../../core/units.ts';

/**
 * Options as data: these tables make the command line, configuration files, their schema and the reference.
 */
export type OptionSpec =
  | Described<'flag', boolean>
  | (Described<'count', number | 'auto' | undefined> & {
      readonly min: number;
      readonly max: number;
      /** Also allows `auto`, for which the host finds a number. */
      readonly auto?: true;
      /** Also allows `none`, which is endless. */
      readonly none?: true;
    })
  /** Decimals are allowed. */
  | (Described<'number', number> & { readonly min: number; readonly max: number })
  /** Nanoseconds, written with a unit. */
  | (Described<'duration', number> & {
      readonly min: number;
      readonly max: number;
      /** Also allows `none`, which is endless. */
      readonly none?: true;
    })
  /** Bytes, written with a unit. */
  | (Described<'size', number | undefined> & { readonly min: number; readonly max: number })
  | (Described<'choice', string> & {
      readonly choices: readonly string[];
      /** Also allows this word with a number, as in `retry=2`. */
      readonly numbered?: { readonly word: string; readonly min: number; readonly max: number };
    })
  | (Described<'text', string | undefined> & {
      /** An empty value is allowed, and its command handles it. */
      readonly empty?: true;
    })
  | Described<'list', readonly string[]>
  /** A file that the game reads when the plan is made. */
  | (Described<'file', unknown> & {
      readonly read: (text: string) => FileReading;
      /** Built-in values by name, which precede files of that name. */
      readonly named?: (name: string) => FileReading | undefined;
      /** Writes the text that reads as this value. */
      readonly write: (value: never) => string;
      /** Each line is the value of this option for a group of games in turn. */
      readonly eachGroup?: string;
    });

export interface ListedLine {
  readonly line: number;
  readonly text: string;
}

interface Described<Kind extends string, Value> {
  readonly kind: Kind;
  readonly default: Value;
  readonly help: string;
  /** The placeholder in help: `N`, `FILE`. */
  readonly value?: string;
  /** The value of the option alone. Other values follow `=`. */
  readonly alone?: string;
  /** The value of `--no-NAME`, if it is no flag. */
  readonly denied?: string;
  /** Values that the shell completes, among others. */
  readonly names?: readonly string[];
  /** The shell completes files of this kind. */
  readonly takes?: 'store';
  /** Help shows it first. */
  readonly everyday?: true;
  /** The options that this one needs, or that nobody can use together with it. */
  readonly relations?: readonly Relation[];
  /** Players may have their own values in games of this pace. */
  readonly perPlayer?: 'turns';
  /** The field of an option of the platform. */
  readonly sets?: string;
}

/** Values of an option that a predicate knows, and their words in messages. */
export interface ValuesInWords {
  readonly words: string;
  has(value: unknown): boolean;
}

/** A relation of an option to others. It holds for options that somebody set, not for defaults. */
export type Relation = {
  /** The relation is only about this value of the option. */
  readonly when?: string | number;
  /** Only these values of the other option count. */
  readonly is?: readonly unknown[] | ValuesInWords;
  /** A sentence for the end of the message. */
  readonly because?: string;
  /** Options that the environment sets for all commands count too. Usually they do not. */
  readonly from?: 'anywhere';
} & ({ readonly requires: string } | { readonly excludes: readonly string[] });

export type FileReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

export type OptionTable = Readonly<Record<string, OptionSpec>>;

type NumberedIn<Spec> = Spec extends { readonly numbered: { readonly word: infer Word extends string } }
  ? `${Word}=${number}`
  : never;

export type ValueOf<Spec> = Spec extends {
  readonly kind: 'choice';
  readonly choices: readonly (infer Choice)[];
}
  ? Choice | NumberedIn<Spec>
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

/** The values of a table by name. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

type OptionReading = Reading<{ value: unknown }>;

const durations = { us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;
const sizes = { B: 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 } as const;

/** Reads the text of an option. Errors say what was expected and what came. */
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
      return spec.choices.includes(text) || isNumbered(spec, text)
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

/** Describes the allowed values. */
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
      return `one of ${choicesOf(spec).join(', ')}${spec.numbered ? ` (N from ${spec.numbered.min} to ${spec.numbered.max})` : ''}`;
    case 'file':
      return spec.named ? 'a built-in name or a file' : 'a file';
    case 'text':
    case 'list':
      return 'a string';
    default:
      return spec satisfies never;
  }
}

/** Writes a value for records, help and the reference. */
export function optionText(spec: OptionSpec, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === Number.POSITIVE_INFINITY) return 'none';
  if (spec.kind === 'duration') return withUnit(value as number, durations);
  if (spec.kind === 'size') return withUnit(value as number, sizes);
  if (spec.kind === 'file') return spec.write(value as never);
  return String(value);
}

type Choosing = Extract<OptionSpec, { readonly kind: 'choice' }>;

export function choicesOf({ choices, numbered }: Choosing): readonly string[] {
  return numbered ? [...choices, `${numbered.word}=N`] : choices;
}

function isNumbered({ numbered }: Choosing, text: string): boolean {
  const number = numbered && numberIn(text);
  if (number === undefined || text !== `${numbered!.word}=${number}`) return false;
  return number >= numbered!.min && number <= numbered!.max;
}

/** The number of a value such as `retry=2`. Undefined for other values. */
export function numberIn(value: string): number | undefined {
  const [, digits] = /=(\d+)$/.exec(value) ?? [];
  return digits === undefined ? undefined : Number(digits);
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

/** Reads a number with a unit. Only 0 needs none. */
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

/** Options whose lines are distributed over groups of games. */
export function listsOf(table: OptionTable): readonly (readonly [name: string, ofGame: string])[] {
  return Object.entries(table).flatMap(([name, spec]) =>
    spec.kind === 'file' && spec.eachGroup !== undefined ? [[name, spec.eachGroup] as const] : [],
  );
}

/** The options of a group, by number from 1. Lists repeat after their last line. */
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
    // An option for all games precedes the list.
    if (own[ofGame] !== undefined) continue;
    const reading = readOption(table[ofGame]!, lines[(group - 1) % lines.length]!.text);
    if (!reading.ok) throw new Error(`cannot read a line of ${name}: ${reading.problem}`);
    own[ofGame] = reading.value;
  }
  return own;
}

/** Complete options of all players, and of seats with their own. */
interface WithOwn<Options> {
  readonly options: Options;
  readonly own?: readonly (Options | undefined)[] | undefined;
}

export function optionsOf<Options>({ options, own }: WithOwn<Options>, seat: Seat): Options {
  return own?.[seat - 1] ?? options;
}

/** Options that players may have of their own. */
export function perPlayer(table: OptionTable, pace: string): OptionTable {
  return Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.perPlayer === pace));
}

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

/** Shared by all games that players can leave. */
export const lastPlayerOption = {
  kind: 'choice',
  choices: ['win', 'continue'] as const,
  default: 'win',
  help: 'a single remaining player: `win` ends the game, `continue` lets that player finish it',
} as const;

/** Includes the margin for the resolution of the system's clock. */
export function allowedCpu(options: { readonly 'turn-cpu'?: Nanos; readonly margin?: Nanos }): Nanos {
  return (options['turn-cpu'] ?? Number.POSITIVE_INFINITY) + (options.margin ?? 0);
}
