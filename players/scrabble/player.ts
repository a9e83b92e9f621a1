import { run } from '../program/run.ts';
import { readOptions } from './options.ts';
import { sitDown } from './sit-down.ts';
import type { Strategy } from './strategy.ts';

/** A player of Scrabble as a program: all that it knows comes from standard input. */
export async function playScrabble(
  name: string,
  help: string,
  strategy: Strategy,
  args: readonly string[],
): Promise<number> {
  const place = { input: process.stdin, send: (text: string) => process.stdout.write(text) };
  return await run(
    { name, help, sitDown: (options) => sitDown(place, strategy, options) },
    readOptions(args, process.env.WORDHOST_PLAYER_SEED),
  );
}
