import type { Reading } from '../program/options.ts';

export const help = `wordhost player human [options]

Lets a person play Bananagrams, Scrabble or Boggle on the terminal that the host
was started from. A host starts it, for example:
  wordhost scrabble --timeout none "wordhost player human --name Ada" \\
      "wordhost player greedy"
  wordhost bananagrams --stall 0 "wordhost player human --name Ada" \\
      "wordhost player bananagrams --level 2"
Several people can share one terminal and take turns at it. If all players play
at the same time, as in Bananagrams, each person needs a terminal.

Options
  --name NAME       name of this player on the terminal
  --blunt           send all moves and peels, and show what the host says about
                    wrong ones (default: explain wrong ones and do not send
                    them)
  --shared          other people play at this terminal too: hide your tiles
                    until you press a key (default: detected during the game)
  --terminal FILE   another terminal of this machine, such as /dev/pts/3, from
                    which no other program reads
                    (default: WORDHOST_TERMINAL, else /dev/tty)
  --help            show this help
`;

export interface HumanOptions {
  readonly person: string | undefined;
  readonly blunt: boolean;
  readonly shared: boolean;
  readonly terminal: string | undefined;
}

const withValue = ['--name', '--terminal'] as const;

export function readOptions(args: readonly string[]): Reading<HumanOptions> {
  const values: Partial<Record<(typeof withValue)[number], string>> = {};
  let blunt = false;
  let shared = false;
  const rest = args.flatMap((arg) => {
    const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
    return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
  });
  while (rest.length > 0) {
    const arg = rest.shift()!;
    if (arg === '--help' || arg === '-h') return { kind: 'help' };
    const named = withValue.find((name) => name === arg);
    if (arg === '--blunt') blunt = true;
    else if (arg === '--shared') shared = true;
    else if (named === undefined)
      return { kind: 'problem', problem: `unknown option ${arg}. See wordhost player human --help` };
    else {
      const value = rest.shift();
      if (!value) return { kind: 'problem', problem: `${arg} requires a value` };
      values[named] = value;
    }
  }
  const { '--name': person, '--terminal': terminal } = values;
  return { kind: 'options', options: { person, blunt, shared, terminal } };
}
