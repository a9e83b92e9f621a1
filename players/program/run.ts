import type { Reading } from './options.ts';

/** A player as a program: its help, its errors, and its game. */
export interface Program<Options> {
  readonly name: string;
  readonly help: string;
  /** Gives the exit status. Where it cannot play, `name` is said before the reason. */
  play(options: Options & { readonly name: string }): Promise<number>;
}

/** Gives the exit status. */
export async function run<Options>(
  { name, help, play }: Program<Options>,
  reading: Reading<Options>,
): Promise<number> {
  const fullName = `wordhost player ${name}`;
  switch (reading.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'problem':
      process.stderr.write(`${fullName}: ${reading.problem}\n`);
      return 2;
    case 'options':
      return await play({ ...reading.options, name: fullName });
    default:
      return reading satisfies never;
  }
}
