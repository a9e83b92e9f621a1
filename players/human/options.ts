import type { Reading } from '../program/options.ts';

export const help = `wordhost player human [options]

A person plays, on the terminal that the host was started from: Bananagrams, Scrabble or Boggle, by any rules. A host
starts it, as in
  wordhost scrabble --timeout none "wordhost player human --name Ada" "wordhost player greedy"
  wordhost bananagrams --stall 0 "wordhost player human --name Ada" "wordhost player bananagrams --level 2"
Several people can sit at one terminal: it is handed on from turn to turn. Where all play at the same time, as in
Bananagrams, each needs a terminal.

Options
  --name NAME       what the players are told apart by on the terminal
  --blunt           moves and peels are sent as they are, and the host says what is wrong (default: wrong ones are
                    explained, and not sent)
  --shared          other people play at this terminal, too: what is your own is never shown before you press a key
                    (default: found out while they play)
  --terminal FILE   another terminal of this machine, such as /dev/pts/3, on which nothing else reads
                    (default: WORDHOST_TERMINAL, else /dev/tty)
  --help            this text
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
    else if (named === undefined) return { kind: 'problem', problem: `unknown option ${arg}: see --help` };
    else {
      const value = rest.shift();
      if (!value) return { kind: 'problem', problem: `${arg}: expected a value; got none` };
      values[named] = value;
    }
  }
  const { '--name': person, '--terminal': terminal } = values;
  return { kind: 'options', options: { person, blunt, shared, terminal } };
}
