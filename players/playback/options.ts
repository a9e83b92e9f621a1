export const help = `wordhost player playback RECORD --seat N

Repeats what one player of a record wrote. A host starts it, for example:
  wordhost scrabble "wordhost player playback games/ID.jsonl --seat 1" ./mine
It writes each piece of output when the host has sent as much as it had sent in
the record: the same line, such as the third turn, or in Bananagrams the same
number of bytes. RECORD is a file that --record or --events wrote.

Options
  --seat N  seat of the player, from 1
  --help    show this help
`;

export type Reading =
  | { readonly kind: 'options'; readonly record: string; readonly seat: number }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

export function readOptions(args: readonly string[]): Reading {
  let record: string | undefined;
  let seat: number | undefined;
  const rest = args.flatMap((arg) =>
    arg.startsWith('--seat=') ? ['--seat', arg.slice('--seat='.length)] : [arg],
  );
  while (rest.length > 0) {
    const arg = rest.shift()!;
    if (arg === '--help' || arg === '-h') return { kind: 'help' };
    if (arg === '--seat') {
      const value = rest.shift();
      if (!value || !/^[1-9]\d*$/.test(value))
        return problem(`--seat: expected a seat from 1; got ${value || 'nothing'}`);
      seat = Number(value);
    } else if (arg.startsWith('-'))
      return problem(`unknown option ${arg}. See wordhost player playback --help`);
    else if (record !== undefined) return problem(`expected one record; got ${record} and ${arg}`);
    else record = arg;
  }
  if (record === undefined) return problem('expected a record: a file that --record or --events wrote');
  if (seat === undefined) return problem('--seat N is required, from 1');
  return { kind: 'options', record, seat };
}

const problem = (text: string): Reading => ({ kind: 'problem', problem: text });
