import { parseArgs } from 'node:util';
import { levels, type SandboxLevel } from '../../host/match/seat.ts';

export interface AttackOptions {
  readonly users: readonly string[];
  readonly levels: readonly SandboxLevel[];
  /** Parts of the names of programs; none: all of them. */
  readonly programs: readonly string[];
  readonly repeat: number;
  /** Of a series against a player that reaches for pipes; 0: none. */
  readonly games: number;
  readonly json: boolean;
}

export const help = `npm run fuzz attacks -- [OPTION…]
Plays every attack of this checkout against an honest player, and compares what came with what is promised.

  --user root,user         as whom hosts and players run (both; only root can try both)
  --sandbox LEVEL,…        ${levels.join(', ')} (all)
  --program WORD           only attacks with this word in their name; may be given again
  --repeat N               all of it so often (1)
  --games N                instead: N games on each level against a player that opens, renames, links and watches
                           whatever pipes it can reach
  --json                   a line of JSON for each finding
  --help                   this text

Exit status: 0 all is as promised; 1 something is not: an honest player was blamed, a process was left, or an attack
came to something else than the docs say; 2 the options are wrong.
`;

const known = {
  user: { type: 'string', default: 'root,user' },
  sandbox: { type: 'string', default: levels.join(',') },
  program: { type: 'string', multiple: true, default: [] as string[] },
  repeat: { type: 'string', default: '1' },
  games: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** A text is what is to be said instead: to help, or of a mistake. */
export function readOptions(
  words: readonly string[],
): AttackOptions | { help: string } | { problem: string } {
  try {
    const { values } = parseArgs({ args: [...words], options: known });
    if (values.help) return { help };
    return {
      users: listed('user', values.user, ['root', 'user']),
      levels: listed('sandbox', values.sandbox, levels),
      programs: values.program,
      repeat: whole('repeat', values.repeat, 1),
      games: whole('games', values.games, 0),
      json: values.json,
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function listed<Name extends string>(option: string, text: string, names: readonly Name[]): Name[] {
  return text.split(',').map((word) => {
    const name = names.find((each) => each === word);
    if (name === undefined)
      throw new Error(`--${option}: expected some of ${names.join(', ')}; came ${word}`);
    return name;
  });
}

function whole(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`--${option}: expected a whole number from ${least} on; came ${text}`);
}
