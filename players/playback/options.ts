export const help = `wordhost player playback RECORD --seat N

Plays one seat of a record again: writes what that player wrote, each piece as soon as the host has said as
much as it had said before. In games whose wire is in lines that is the same line as the last before it: the third
turn, say. RECORD is a file that --record or --events made.

Options
  --seat N  whose part to play, from 1
  --help    this text
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
    } else if (arg.startsWith('-')) return problem(`unknown option ${arg}: see --help`);
    else if (record !== undefined) return problem(`expected one record; got ${arg} too`);
    else record = arg;
  }
  if (record === undefined)
    return problem('expected a record: the file that --record or --events made; got none');
  if (seat === undefined) return problem('expected --seat N, from 1; got none');
  return { kind: 'options', record, seat };
}

const problem = (text: string): Reading => ({ kind: 'problem', problem: text });
