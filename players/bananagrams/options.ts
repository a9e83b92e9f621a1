import { type DialectName, dialects } from './talk.ts';

export const help = `wordhost player bananagrams [options]

Plays Bananagrams on standard input and output: a host starts it, as in
  wordhost "wordhost player bananagrams" "ruby player.rb"
It reads the word list from the file that WORDHOST_DICTIONARY names.

Options
  --dialect numbered|plain  the messages that it speaks (default: numbered)
  --pause DURATION          wait about so long before each peel, so that people can watch: 20ms, 1s
                            (default: 0)
  --seed N                  for its own chance (default: WORDHOST_PLAYER_SEED, else 1)
  --help                    this text
`;

export interface PlayerOptions {
  readonly dialect: DialectName;
  readonly pauseMs: number;
  readonly seed: string;
}

export type Reading =
  | { readonly kind: 'options'; readonly options: PlayerOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

type OptionReader = (value: string) => Partial<PlayerOptions> | undefined;

const readers: Readonly<Record<string, { readonly wants: string; readonly read: OptionReader }>> = {
  '--dialect': {
    wants: 'numbered or plain',
    read: (value) => (Object.hasOwn(dialects, value) ? { dialect: value as DialectName } : undefined),
  },
  '--pause': {
    wants: 'a time with its unit, such as 20ms or 1s',
    read: (value) => {
      const pauseMs = milliseconds(value);
      return pauseMs === undefined ? undefined : { pauseMs };
    },
  },
  '--seed': {
    wants: 'a whole number',
    read: (value) => (/^\d+$/.test(value) ? { seed: value } : undefined),
  },
};

export function readOptions(args: readonly string[], seedFromHost: string | undefined): Reading {
  let options: PlayerOptions = {
    dialect: 'numbered',
    pauseMs: 0,
    seed: seedFromHost || '1',
  };
  const rest = args.flatMap(splitAtEquals);
  while (rest.length > 0) {
    const name = rest.shift()!;
    if (name === '--help' || name === '-h') return { kind: 'help' };
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!reader)
      return {
        kind: 'problem',
        problem: `there is no option ${name}: see --help`,
      };
    const value = rest.shift();
    const read = value === undefined ? undefined : reader.read(value);
    if (!read)
      return {
        kind: 'problem',
        problem: `${name} wants ${reader.wants}, not ${value ?? 'nothing'}`,
      };
    options = { ...options, ...read };
  }
  return { kind: 'options', options };
}

/** `--pause=20ms` is `--pause 20ms`. */
function splitAtEquals(arg: string): string[] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}

const unitsInMs: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

function milliseconds(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * unitsInMs[unit]!;
}
