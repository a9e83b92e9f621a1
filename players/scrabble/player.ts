import type { Reading } from '../program/options.ts';
import { run } from '../program/run.ts';
import type { PlayerOptions } from './options.ts';
import { type FindPlays, sitDown } from './sit-down.ts';
import type { Strategy } from './strategy.ts';

/** What is its own of a player of Scrabble. */
interface OwnPart<Options> {
  readonly name: string;
  readonly help: string;
  strategyOf(options: Options): Strategy;
  readonly find?: FindPlays;
}

/** A player of Scrabble as a program: all that it knows comes from standard input. */
export async function playScrabble<Options extends PlayerOptions>(
  { name, help, strategyOf, find }: OwnPart<Options>,
  reading: Reading<Options>,
): Promise<number> {
  const place = { input: process.stdin, send: (text: string) => process.stdout.write(text) };
  return await run(
    { name, help, sitDown: (options) => sitDown(place, strategyOf(options), options, find) },
    reading,
  );
}
