import type { Reading } from './options.ts';

/** A player as a program: its help, its errors, and its game. */
export interface Program<Options> {
  readonly name: string;
  readonly help: string;
  /** Returns a sentence if it cannot play, and none after a game. */
  sitDown(options: Options): Promise<string | undefined>;
}

/** Gives the exit status. */
export async function run<Options>(
  { name, help, sitDown }: Program<Options>,
  reading: Reading<Options>,
): Promise<number> {
  switch (reading.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'problem':
      return refuse(name, reading.problem);
    case 'options': {
      leaveQuietly();
      const problem = await sitDown(reading.options);
      // A program does not end while its input is read.
      process.stdin.destroy();
      return problem === undefined ? 0 : refuse(name, problem);
    }
    default:
      return reading satisfies never;
  }
}

/** The host ends players with SIGTERM, and after the end of the host writes fail. Neither needs a message. */
export function leaveQuietly(): void {
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
}

function refuse(name: string, problem: string): number {
  process.stderr.write(`wordhost player ${name}: ${problem}\n`);
  return 2;
}
