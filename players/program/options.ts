export type Reading<Options> =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

type OptionReader<Options> =
  | {
      readonly wants: string;
      read(value: string): Partial<Options> | undefined;
    }
  /** With `read`, a value may follow. */
  | { readonly flag: Partial<Options>; read?(value: string): Partial<Options> };

export function readOptions<Options>(
  args: readonly string[],
  standard: Options,
  readers: Readonly<Record<string, OptionReader<Options>>>,
  operand?: (value: string, before: Options) => Partial<Options> | { readonly problem: string },
): Reading<Options> {
  let options = standard;
  const rest = args.flatMap(splitAtEquals);
  while (rest.length > 0) {
    const name = rest.shift()!;
    if (name === '--help' || name === '-h') return { kind: 'help' };
    if (operand && !name.startsWith('-')) {
      const read = operand(name, options);
      if ('problem' in read && typeof read.problem === 'string')
        return { kind: 'problem', problem: read.problem };
      options = { ...options, ...read };
      continue;
    }
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!reader) return { kind: 'problem', problem: `unknown option ${name}. See --help` };
    if ('flag' in reader) {
      const value = reader.read && rest[0]?.startsWith('-') === false ? rest.shift() : undefined;
      options = { ...options, ...(value === undefined ? reader.flag : reader.read!(value)) };
      continue;
    }
    const value = rest.shift();
    const read = value === undefined ? undefined : reader.read(value);
    if (!read)
      return { kind: 'problem', problem: `${name}: expected ${reader.wants}; got ${value ?? 'nothing'}` };
    options = { ...options, ...read };
  }
  return { kind: 'options', options };
}

/** `--pause=20ms` is `--pause 20ms`. */
function splitAtEquals(arg: string): string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}

/** Options of every player with its own strategy. */
export interface PaceAndChance {
  readonly pauseMs: number;
  readonly seed: string;
}

export const paceAndChance = (seedFromHost: string | undefined): PaceAndChance => {
  return { pauseMs: 0, seed: seedFromHost || '1' };
};

export const paceAndChanceReaders = {
  '--pause': {
    wants: 'a time with a unit, such as 20ms or 1s',
    read(value: string): { pauseMs: number } | undefined {
      const pauseMs = milliseconds(value);
      return pauseMs === undefined ? undefined : { pauseMs };
    },
  },
  '--seed': {
    wants: 'a whole number',
    read: (value: string): { seed: string } | undefined =>
      /^\d+$/.test(value) ? { seed: value } : undefined,
  },
};

const unitsInMs: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

export function milliseconds(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * unitsInMs[unit]!;
}
