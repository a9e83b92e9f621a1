import { run } from '../program/run.ts';
import { help, readOptions } from './options.ts';
import { sitDown } from './sit-down.ts';

/** `wordhost player boggle`. */
export async function play(args: readonly string[]): Promise<number> {
  const place = { input: process.stdin, output: process.stdout };
  return await run(
    { name: 'boggle', help, sitDown: (options) => sitDown(place, options) },
    readOptions(args, process.env.WORDHOST_PLAYER_SEED),
  );
}
