import type { Reading } from './options.ts';

export interface Program<Options> {
  readonly name: string;
  readonly help: string;
  /** Returns the exit status. Errors begin with `name`. */
  play(options: Options & { readonly name: string }): Promise<number>;
}

/** Returns the exit status. */
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
