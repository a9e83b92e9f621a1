import type { Reading } from './options.ts';

/** A player as a program: its help, its complaints, and what it does with its options. */
export interface Program<Options> {
  readonly name: string;
  readonly help: string;
  /** Gives a sentence where it cannot play, and nothing when it has played. */
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
      // As long as its input is read, a program does not end.
      process.stdin.destroy();
      return problem === undefined ? 0 : refuse(name, problem);
    }
    default:
      return reading satisfies never;
  }
}

/** The host ends players with SIGTERM, and a host that has gone no longer reads. Neither is worth a message. */
export function leaveQuietly(): void {
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.on('error', () => process.exit(0));
}

function refuse(name: string, problem: string): number {
  process.stderr.write(`wordhost player ${name}: ${problem}\n`);
  return 2;
}
